// Boundary elements on sheets far thinner than their triangles: the oscillating disc has a closed
// form, and a plate that bends must not care how its two faces are cut.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/bem/bem_transfer.h"
#include "support/closed_meshes.h"
#include "validation/physics/wave/bem/oscillating_disc.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

// Far field against the infinitely thin disc, L2 over angles, for several ka.
std::vector<double> disc_errors(const TriangleMesh& mesh, double a, std::vector<double> kas,
                                std::vector<double>* estimated = nullptr) {
  const Air air;
  std::vector<SurfaceMode> modes;
  for (const double ka : kas)
    modes.push_back({ka / a * air.speed_of_sound, test::rigid_along_z(mesh)});
  const TransferRecord record = bem_transfer(mesh, modes, air, {}, 1.1 * a).record;
  std::vector<double> errors;
  for (std::size_t m = 0; m < kas.size(); ++m) {
    double wrong = 0, size = 0;
    for (int i = 0; i < 12; ++i) {
      const double z = (i + 0.5) / 12, angle = 2.4 * i, s = std::sqrt(1 - z * z);
      const Complex got =
          far_pressure(record, record.modes[m], {s * std::cos(angle), s * std::sin(angle), z}) /
          (air.density * air.speed_of_sound * a);
      const Complex exact = test::oscillating_disc_far_field(kas[m], z);
      wrong += std::norm(got - exact);
      size += std::norm(exact);
    }
    errors.push_back(std::sqrt(wrong / size));
    if (estimated) estimated->push_back(record.modes[m].error);
  }
  return errors;
}

TEST(BemDisc, ThinDiscOscillatesAsTheClosedFormSays) {
  // Triangles 36 times as long as the disc is thick.
  const double a = 0.12;
  for (const double error : disc_errors(test::disc(a, a / 250, 7), a, {0.1, 0.5, 1, 2}))
    EXPECT_LT(error, 0.01);
  EXPECT_LT(disc_errors(test::disc(a, a / 250, 7), a, {5})[0], 0.03);  // and ka 0.02 of thickness
}

TEST(BemDisc, ThinnerThanPaperConvergesWithTheRoot) {
  // The pressure falls like a root at the rim: first order, and so it is at a hair's thickness.
  const double a = 0.12;
  std::vector<double> estimated;
  const auto coarse = disc_errors(test::disc(a, a / 5000, 3), a, {0.5, 1});
  const auto fine = disc_errors(test::disc(a, a / 5000, 6), a, {0.5, 1}, &estimated);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(fine[i], 0.04);
    EXPECT_GT(std::log2(coarse[i] / fine[i]), 0.95);
    EXPECT_NEAR(std::log2(estimated[i] / fine[i]), 0, 1);
  }
}

TEST(BemDisc, FacesOfASheetNeedNotMatch) {
  const double a = 0.1;
  const auto mesh = test::twisted_disc(a, a / 250, 6);
  for (const double error : disc_errors(mesh, a, {0.1, 2})) EXPECT_LT(error, 0.02);
}

// A plate of 4 mm, both faces in the shape sin(2 pi x / L) cos(2 pi y / L).
std::vector<double> plate_powers(int cells, std::vector<double> frequencies) {
  const double side = 0.24;
  const auto mesh = test::box({side, side, 0.004}, {cells, cells, 1});
  std::vector<SurfaceMode> modes;
  for (const double frequency : frequencies) {
    modes.push_back({2 * kPi * frequency, {}});
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const Vec3 c = mesh.centroid(t);
      modes.back().normal_velocity.push_back(normalized(mesh.area_vector(t)).z *
                                             std::sin(2 * kPi * c.x / side) *
                                             std::cos(2 * kPi * c.y / side));
    }
  }
  const TransferRecord record = bem_transfer(mesh, modes, Air{}, {}, 0.18).record;
  std::vector<double> powers;
  for (const ModeTransfer& mode : record.modes) powers.push_back(radiated_power(record, mode));
  return powers;
}

TEST(BemPlate, PowerOfABendingPlateConverges) {
  const auto coarse = plate_powers(8, {300, 1300}), fine = plate_powers(12, {300, 1300});
  for (int i = 0; i < 2; ++i) {
    EXPECT_LT(std::abs(10 * std::log10(coarse[i] / fine[i])), 0.5) << i;
  }
}

}  // namespace
}  // namespace peal
