// What boundary elements say of their own error, on a body of sharp edges: a finer surface may not
// differ by more. Two modes nearly cancel; they are the ones a claim of a few per cent is wrong
// for.
#include "models/bake/boundary_transfer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/multipole/transfer_check.h"
#include "physics/wave/transfer/modal_transfer.h"
#include "validation/physics/wave/bem/slender_bodies.h"

namespace peal {
namespace {

TEST(BoundaryTransfer, SaysHowFarAFinerSurfaceIs) {
  const TriangleMesh fork = test::tuning_fork(0.0025);
  const auto bent = [](int axis, double bend, bool against) {
    return [=](const Vec3& at) {
      Vec3 out;
      const double s = at.y / 0.09;
      if (at.y > 0) out[axis] = (against && at.x < 0 ? -1 : 1) * s * s * (1 - bend * s);
      return out;
    };
  };
  const std::vector<std::pair<double, std::function<Vec3(const Vec3&)>>> shaken{
      {300, bent(2, 0, true)},
      {470, bent(0, 0, true)},
      {1400, bent(0, 0, false)},
      {3100, bent(0, 1.3, true)},
      {5000, bent(2, 1.3, false)}};
  std::vector<std::vector<Vec3>> shapes;
  std::vector<ModeShape> modes;
  for (const auto& [frequency, shape] : shaken) {
    shapes.emplace_back();
    for (const Vec3& x : fork.vertices) shapes.back().push_back(shape(x));
  }
  for (std::size_t i = 0; i < shaken.size(); ++i)
    modes.push_back({2 * kPi * shaken[i].first, shapes[i]});
  const TransferRequest request;
  const TransferRecord coarse = boundary_transfer(fork, modes, request, 800, {});
  const TransferRecord fine = boundary_transfer(fork, modes, request, 1600, {});
  ASSERT_EQ(coarse.modes.size(), modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const double k = modes[i].omega / request.air.speed_of_sound;
    const double off = far_difference(coarse.modes[i], fine.modes[i], k, fine.radius) /
                       far_size(fine.modes[i], k, fine.radius);
    std::printf("  %5.0f Hz: off %5.1f %%, said %5.1f %%, finer %5.1f %%\n", shaken[i].first,
                100 * off, 100 * coarse.modes[i].error, 100 * fine.modes[i].error);
    EXPECT_LE(off, coarse.modes[i].error + fine.modes[i].error) << i;
    EXPECT_NE(coarse.modes[i].error, 0.35) << i << " is not checked";
  }
}

}  // namespace
}  // namespace peal
