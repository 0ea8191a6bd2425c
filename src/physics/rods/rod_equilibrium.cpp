#include "physics/rods/rod_equilibrium.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr int kMostSteps = 2000;
constexpr double kShortest = 1e-7, kFirst = 1e-3, kLongest = 1e3;  // [s]
constexpr int kEasy = 5;  // iterations: the next step may be longer

void stop(const RodView& rod) {
  for (int channel = kRodV; channel < kRodA + 4; ++channel)
    std::fill_n(rod.base + channel * rod.stride, rod.stride, 0.0);
}

/// [m/s^2]; twists count by the radius of their inertia.
double largest_acceleration(const ElasticRod& rod) {
  double out = 0;
  const RodView& view = rod.view();
  const auto at = [&](int channel, int i) {
    return std::abs(view.base[channel * view.stride + kRodPad + i]);
  };
  for (int i = 0; i < rod.points(); ++i) {
    for (int k = 0; k < 3; ++k) out = std::max(out, at(kRodA + k, i));
    if (i < rod.edges())
      out = std::max(out, at(kRodA + 3, i) * std::sqrt(rod.twist_inertia(i) / rod.mass(i)));
  }
  return out;
}

}  // namespace

EquilibriumReport settle(ElasticRod& rod, RodStepper& stepper, double tolerance) {
  EquilibriumReport report;
  ElasticRod before = rod;
  for (double h = kFirst; report.steps < kMostSteps && h > kShortest; ++report.steps) {
    stop(rod.view());
    before = rod;
    stepper.set_step(h);
    const RodStepReport step = stepper.step();
    const double left = largest_acceleration(rod);
    if (!step.good || !std::isfinite(left)) {
      rod = before;
      h /= 4;
      continue;
    }
    report.unbalanced = left;
    if (left <= tolerance && h > 1) {
      report.found = true;
      break;
    }
    if (step.iterations <= kEasy) h = std::min(2 * h, kLongest);
  }
  stop(rod.view());
  return report;
}

}  // namespace peal
