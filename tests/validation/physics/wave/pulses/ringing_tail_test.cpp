// A beaker's air rings long after the click: its record is continued by damped oscillations. Held
// against the same beaker stepped all the way. (Known oscillations: damped_tail_test.cpp.)
#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {
namespace {

/// Body of revolution about z from a closed profile (r, z), counter-clockwise; r = 0 at its ends.
TriangleMesh turned(const std::vector<std::array<double, 2>>& profile) {
  constexpr int kAround = 32;
  TriangleMesh mesh;
  std::vector<std::vector<int>> rings;
  for (const auto& [r, z] : profile) {
    std::vector<int> ring;
    for (int k = 0; k < kAround; ++k) {
      if (r > 0 || k == 0) {
        const double angle = 2 * kPi * k / kAround;
        mesh.vertices.push_back({r * std::cos(angle), r * std::sin(angle), z});
      }
      ring.push_back(static_cast<int>(mesh.vertices.size()) - 1);
    }
    rings.push_back(ring);
  }
  for (std::size_t i = 0; i + 1 < rings.size(); ++i)
    for (int k = 0; k < kAround; ++k) {
      const int a = rings[i][k], b = rings[i][(k + 1) % kAround];
      const int c = rings[i + 1][(k + 1) % kAround], d = rings[i + 1][k];
      if (a != b) mesh.triangles.push_back({a, b, c});
      if (c != d) mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}

TriangleMesh beaker() {
  return turned(
      {{0, -0.02}, {0.012, -0.02}, {0.012, 0.02}, {0.008, 0.02}, {0.008, -0.016}, {0, -0.016}});
}

PulseRequest coarse() {
  PulseRequest request;
  request.cell = 3.9e-3, request.max_frequency = 12000;
  return request;
}

struct Energies {
  double error = 0, whole = 0, late_error = 0, late = 0;
};

/// Up to `end` [s], and from `late` on.
Energies compare(const PulseRecord& a, const PulseRecord& b, double late, double end) {
  Energies out;
  for (std::size_t i = 0; i < b.coefficients.size(); ++i) {
    const auto same = std::find(a.coefficients.begin(), a.coefficients.end(), b.coefficients[i]);
    for (int n = 0; n < std::min(b.samples, static_cast<int>(end / b.step)); ++n) {
      const double y = b.coefficient(i)[n];
      const auto j = static_cast<std::size_t>(same - a.coefficients.begin());
      const double x = same != a.coefficients.end() && n < a.samples ? a.coefficient(j)[n] : 0;
      // Rotations are per rad/s^2: as the acceleration of the rim.
      const double scale = b.coefficients[i].dof < 3 ? 1 : 1 / b.radius;
      const double e = std::pow((x - y) * scale, 2), p = std::pow(y * scale, 2);
      out.error += e, out.whole += p;
      if (n * b.step > late) out.late_error += e, out.late += p;
    }
  }
  return out;
}

TEST(RingingTailSlow, ContinuedBeakerIsTheOneSteppedAllTheWay) {
  PulseRequest request = coarse();
  const PulseRecord continued = compute_pulses(beaker(), plan_pulses(beaker(), request));
  request.longest = request.longest_stepped = 0.0165;
  request.tail_energy = 1e-9;
  const PulseRecord stepped = compute_pulses(beaker(), plan_pulses(beaker(), request));
  EXPECT_LE(continued.tail, 1e-4);
  EXPECT_GT(continued.samples * continued.step, 0.0165);
  const Energies all = compare(continued, stepped, 0.01, 0.016);
  EXPECT_GT(std::sqrt(all.late / all.whole), 0.1);  // there is something to continue
  EXPECT_LT(std::sqrt(all.error / all.whole), 0.012);
  EXPECT_LT(std::sqrt(all.late_error / all.late), 0.04);
}

TEST(RingingTail, SilentBodiesAreNotContinued) {
  const TriangleMesh solid = turned({{0, -0.012}, {0.012, -0.012}, {0.012, 0.012}, {0, 0.012}});
  PulseRequest request = coarse();
  const PulseRecord a = compute_pulses(solid, plan_pulses(solid, request));
  request.longest = request.longest_stepped = 0.02;  // no continuation is possible
  const PulseRecord b = compute_pulses(solid, plan_pulses(solid, request));
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.values, b.values);
}

}  // namespace
}  // namespace peal
