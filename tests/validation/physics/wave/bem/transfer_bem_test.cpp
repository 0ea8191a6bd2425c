// Two independent ways to the same sound: boundary elements and the time domain, on bodies with
// thin walls that have no closed form. Level of every mode in the far field within 1 dB.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/bem/bem_transfer.h"
#include "physics/wave/transfer/modal_transfer.h"
#include "revolved.h"

namespace peal {
namespace {

struct Difference {
  double level = 0;    // [dB] far field, rms over directions: time domain over boundary elements
  double pattern = 0;  // relative L2
};

/// Bending: along the radius from (0, 0, height), cos(m phi) (r / R)^m: both sides of a wall move
/// as one.
std::vector<Vec3> bending(const TriangleMesh& mesh, int m, double radius, bool flat) {
  std::vector<Vec3> out;
  for (const Vec3& x : mesh.vertices) {
    const double r = std::hypot(x.x, x.y), phi = std::atan2(x.y, x.x);
    const double size = m == 0 ? 1 - 2 * r * r / (radius * radius) : std::pow(r / radius, m);
    const Vec3 along = flat ? Vec3{0, 0, 1} : normalized(x);
    out.push_back(size * std::cos(m * phi) * along);
  }
  return out;
}

std::vector<Difference> differences(const TriangleMesh& mesh, double radius, bool flat,
                                    const std::vector<double>& frequencies,
                                    TransferQuality quality = TransferQuality::normal) {
  TransferRequest request;
  request.quality = quality;
  std::vector<std::vector<Vec3>> shapes;
  std::vector<ModeShape> modes;
  std::vector<SurfaceMode> surface_modes;
  std::vector<double> omegas;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    shapes.push_back(bending(mesh, static_cast<int>(i % 4), radius, flat));
    omegas.push_back(2 * kPi * frequencies[i]);
    surface_modes.push_back({omegas.back(), normal_components(mesh, shapes.back())});
  }
  for (std::size_t i = 0; i < omegas.size(); ++i) modes.push_back({omegas[i], shapes[i]});
  const TransferPlan plan = plan_transfer(mesh, omegas, request);
  const TransferRecord time = time_domain_transfer(mesh, modes, plan);
  const TransferRecord bem =
      bem_transfer(mesh, surface_modes, request.air, plan.centre, plan.radius).record;
  std::vector<Difference> out;
  const ShellQuadrature directions(24);
  for (std::size_t i = 0; i < omegas.size(); ++i) {
    double off = 0, a = 0, b = 0;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto p = far_pressure(time, time.modes[i], directions.directions()[d]);
      const auto q = far_pressure(bem, bem.modes[i], directions.directions()[d]);
      off += directions.weights()[d] * std::norm(p - q);
      a += directions.weights()[d] * std::norm(p), b += directions.weights()[d] * std::norm(q);
    }
    out.push_back({10 * std::log10(a / b), std::sqrt(off / b)});
    std::printf("  %6.0f Hz m %zu: %+.2f dB, pattern %.1f %%\n", frequencies[i], i % 4,
                out.back().level, 100 * out.back().pattern);
  }
  return out;
}

void expect_within_a_decibel(const std::vector<Difference>& found) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LT(std::abs(found[i].level), 1) << "mode " << i;
    EXPECT_LT(found[i].pattern, 0.12) << "mode " << i;
  }
}

TEST(TransferBem, ThinDiscIsTheSameBothWays) {
  expect_within_a_decibel(
      differences(test::thin_disc(0.08, 0.004, 0.012), 0.08, true, {250, 500, 1000, 1700, 2600}));
}

TEST(TransferBemSlow, FineDisc) {
  expect_within_a_decibel(differences(test::thin_disc(0.08, 0.004, 0.006), 0.08, true,
                                      {200, 500, 900, 1500, 2200, 3500, 4800, 6400}));
}

TEST(TransferBemSlow, ShellWithAHole) {
  expect_within_a_decibel(differences(test::open_shell(0.08, 0.004, 0.75 * kPi, 0.0085), 0.08,
                                      false, {200, 450, 900, 1500, 2200, 3100, 4000, 4700}));
}

TEST(TransferBemSlow, Bowl) {
  expect_within_a_decibel(differences(test::open_shell(0.08, 0.004, 0.5 * kPi, 0.0075), 0.08, false,
                                      {200, 450, 900, 1500, 2200, 3100, 4000, 5200}));
}

}  // namespace
}  // namespace peal
