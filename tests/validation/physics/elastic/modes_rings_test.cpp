// Rings, undercut bars and sheets thinner than any other test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "reference.h"

namespace peal::reference {
namespace {

/// Thin ring of round wire (Love, section 293): waves n = 2, 3, ... in its plane and across it,
/// each twice,
///   in:     omega^2 = E I / (rho A R^4)  n^2 (n^2 - 1)^2 / (n^2 + 1)
///   across: omega^2 = E I / (rho A R^4)  n^2 (n^2 - 1)^2 / (n^2 + 1 + nu).
std::vector<double> ring_frequencies(const RingShape& ring, const Material& m) {
  const double unit =
      std::sqrt(m.young / m.density) * ring.wire_radius / 2 / (2 * kPi * ring.radius * ring.radius);
  std::vector<double> f;
  for (int n = 2; n < 7; ++n)
    for (const double extra : {0.0, m.poisson}) {
      const double value = unit * n * (n * n - 1) / std::sqrt(n * n + 1 + extra);
      f.insert(f.end(), 2, value);
    }
  std::sort(f.begin(), f.end());
  return f;
}

double worst_of_ring(MeshLevel level) {
  const RingShape ring{0.1, 0.001};
  const std::vector<double> exact = ring_frequencies(ring, steel());
  ModalOptions options;
  options.max_frequency = 1.05 * exact[9];
  const SolidMesh mesh = mesh_shape(Shape(ring), level);
  const Analysis a = timed(mesh, steel(), options);
  EXPECT_GE(a.model.omega.size(), 10u);
  double worst = 0;
  std::string errors;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, a.model.omega.size()); ++i) {
    const double error = frequency(a.model, i) / exact[i] - 1;
    worst = std::max(worst, std::abs(error));
    errors += fmt::format(" {:+.3f}", 100 * error);
  }
  fmt::print("ring: {} nodes, {:.2f} s, errors [%]{}\n", mesh.nodes.size(), a.seconds, errors);
  return worst;
}

TEST(ModesOfARing, FollowLove) {
  EXPECT_LT(worst_of_ring(MeshLevel::normal), 0.02);
  EXPECT_LT(worst_of_ring(MeshLevel::fine), 0.005);
}

/// Frequencies of an undercut bar below 5 kHz.
std::vector<double> undercut(MeshLevel level) {
  ModalOptions options;
  options.max_frequency = 5000;
  const SolidMesh mesh = mesh_shape(Shape(UndercutBarShape{}), level);
  const Analysis a = timed(mesh, aluminium(), options);
  std::vector<double> f;
  std::string text;
  for (std::size_t i = 0; i < a.model.omega.size(); ++i) {
    f.push_back(frequency(a.model, i));
    text += fmt::format(" {:.1f}", f.back());
  }
  fmt::print("undercut bar: {} nodes, {:.2f} s:{}\n", mesh.nodes.size(), a.seconds, text);
  return f;
}

double distance_to(const std::vector<double>& f, double wanted) {
  double best = 1;
  for (const double each : f) best = std::min(best, std::abs(each / wanted - 1));
  return best;
}

// Tuned to 1 : 4 : 10 by Timoshenko's beam; in three dimensions, by another program's tetrahedra,
// 175.65, 707.2 and 1766.9 Hz.
TEST(ModesOfAnUndercutBar, AreTunedOneFourTen) {
  const std::vector<double> normal = undercut(MeshLevel::normal), fine = undercut(MeshLevel::fine);
  for (const double tuned : {174.614, 698.456, 1746.14}) {
    EXPECT_LT(distance_to(normal, tuned), 0.02);
    EXPECT_LT(distance_to(fine, tuned), 0.02);
  }
  for (const double solid : {175.65, 707.2, 1766.9}) EXPECT_LT(distance_to(fine, solid), 0.005);
  ASSERT_GE(std::min(normal.size(), fine.size()), 10u);
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(normal[i] / fine[i], 1, 0.02) << i;
}

// 1000 : 1000 : 1 with Kirchhoff's factor of the first free mode, 13.468: no shear locking.
TEST(ModesOfAThinSheet, DoNotLock) {
  const double h = 2e-4;
  const Material m = steel();
  ModalOptions options;
  options.max_frequency = 60;
  const Analysis a =
      timed(mesh_shape(Shape(PlateShape{0.2, 0.2, h}), MeshLevel::normal), m, options);
  const double stiffness = m.young * h * h * h / (12 * (1 - m.poisson * m.poisson));
  const double unit = std::sqrt(stiffness / (m.density * h)) / 0.04 / (2 * kPi);
  ASSERT_GE(a.model.omega.size(), 3u);
  EXPECT_NEAR(frequency(a.model, 0) / (13.468 * unit), 1, 0.02);
  EXPECT_NEAR(frequency(a.model, 1) / (19.596 * unit), 1, 0.02);
  EXPECT_NEAR(frequency(a.model, 2) / (24.270 * unit), 1, 0.02);
}

}  // namespace
}  // namespace peal::reference
