// For which bodies boundary elements are the better way, and how wrong they say they are.
#include "models/bake/boundary_transfer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/bake/transfer_compute.h"
#include "physics/wave/bem/helmholtz_bem.h"
#include "support/closed_meshes.h"
#include "validation/physics/wave/bem/revolved.h"
#include "validation/physics/wave/bem/slender_bodies.h"

namespace peal {
namespace {

const std::vector<double> kOmegas{2 * kPi * 500, 2 * kPi * 1400, 2 * kPi * 3100, 2 * kPi * 9000};

TEST(BoundaryTransfer, SlenderBodiesAreLeftToIt) {
  const TransferPlan fork = planned_transfer(test::tuning_fork(0.0025), kOmegas, {});
  EXPECT_GT(fork.triangles, 1000u);
  EXPECT_LE(fork.seconds, 15) << "an eighth of the time a body gets";
  EXPECT_GE(fork.max_frequency, 9000);
  EXPECT_EQ(planned_transfer(test::tuning_fork(0.0025), kOmegas, {}, true).triangles, 0u);
  const TransferPlan ring = planned_transfer(test::square_ring(0.04, 0.004, 128, 2), kOmegas, {});
  EXPECT_GT(ring.triangles, 1000u);
}

TEST(BoundaryTransfer, OtherBodiesAreNot) {
  // A ball has cells enough; sheets need more triangles than there can be; a surface that is given
  // too coarsely cannot be made finer.
  EXPECT_EQ(planned_transfer(test::icosphere(0.05, 3), kOmegas, {}).triangles, 0u);
  EXPECT_EQ(planned_transfer(test::thin_disc(0.08, 0.002, 0.008), kOmegas, {}).triangles, 0u);
  EXPECT_EQ(planned_transfer(test::tuning_fork(0.03), kOmegas, {}).triangles, 0u);
}

// Edges half as long are the better result; 5 mm on prongs of 5 mm are 0.9 dB too quiet, and said
// before: 1 %.
TEST(BoundaryTransferSlow, TheErrorIsWhatFinerTrianglesShow) {
  const auto run = [](double edge) {
    const TriangleMesh mesh = test::tuning_fork(edge);
    std::vector<Vec3> shape;
    for (const Vec3& x : mesh.vertices)
      shape.push_back({x.y > 0 ? (x.x > 0 ? 1 : -1) * x.y * x.y / 0.0081 : 0, 0, 0});
    const std::vector<ModeShape> modes{{kOmegas[0], shape}};
    return boundary_transfer(mesh, modes, {}, HelmholtzBem::kMaxTriangles, {});
  };
  const TransferRecord coarse = run(0.005), fine = run(0.0025);
  const double ratio =
      std::sqrt(radiated_power(coarse, coarse.modes[0]) / radiated_power(fine, fine.modes[0]));
  std::printf("  coarse over fine %.3f, said %.1f %% and %.1f %%\n", ratio,
              100 * coarse.modes[0].error, 100 * fine.modes[0].error);
  EXPECT_LT(std::abs(ratio - 1), 2 * coarse.modes[0].error);
  EXPECT_LT(fine.modes[0].error, 0.1);
}

}  // namespace
}  // namespace peal
