// Bending waves run apart by their pitch: when a blow arrives along a taut wire and along a coil,
// band by band, against the group velocity of the bending branch.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "base/constants.h"
#include "physics/rods/rod_stepper.h"

namespace peal {
namespace {

constexpr double kRate = 88200;

/// Velocity of one point along `axis` after a blow along it on another at time 0.
std::vector<double> arrival(RodStepper& stepper, ElasticRod& rod, int struck, int heard, int axis,
                            double seconds) {
  Vec3 blow;
  blow[axis] = 1e-7 * kRate;
  std::vector<double> out;
  for (int n = 0; n < static_cast<int>(seconds * kRate); ++n) {
    stepper.set_force(struck, n == 0 ? blow : Vec3{});
    EXPECT_TRUE(stepper.step().good);
    out.push_back(rod.velocity(heard)[axis]);
  }
  return out;
}

/// [s] when the part of a signal around a frequency is strongest, before what the ends send back:
/// Gaussian windows of 2 periods.
double time_of(const std::vector<double>& signal, double frequency, double latest) {
  const double sigma = 2 / frequency * kRate;
  const int reach = static_cast<int>(4 * sigma), count = static_cast<int>(signal.size());
  double best = 0;
  int best_n = 0;
  for (int n = 0; n < latest * kRate; n += 4) {
    std::complex<double> sum;
    for (int k = std::max(0, n - reach); k < std::min(count, n + reach); ++k) {
      const double u = (k - n) / sigma;
      sum += signal[k] * std::exp(-u * u / 2) * std::polar(1.0, -2 * kPi * frequency * k / kRate);
    }
    if (std::abs(sum) > best) best = std::abs(sum), best_n = n;
  }
  return (best_n + 1) / kRate;
}

/// omega^2 = (T k^2 + E I k^4) / mu.
struct Branch {
  double tension, bending, mu;  // [N], [N m^2], [kg/m]

  /// [m/s] of the wire itself.
  double group(double frequency) const { return of(2 * kPi * frequency).speed; }
  /// Of points `h` apart, stepped by trapezoids: sin(k h / 2) 2 / h stands for k, and
  /// tan(w / 2 rate) 2 rate for w.
  double stepped_group(double frequency, double h) const {
    const double w = kPi * frequency / kRate;
    const auto [speed, k] = of(2 * kRate * std::tan(w));
    return speed * std::cos(w) * std::cos(w) * std::sqrt(1 - std::pow(k * h / 2, 2));
  }

 private:
  struct Wave {
    double speed, k;
  };
  Wave of(double w) const {
    const double k2 =
        (std::sqrt(tension * tension + 4 * bending * mu * w * w) - tension) / (2 * bending);
    return {(tension + 2 * bending * k2) * std::sqrt(k2) / (mu * w), std::sqrt(k2)};
  }
};

// The guy wire, T / E A = 0.005.
TEST(RodDispersion, AlongATautWire) {
  const int points = 900;
  const double length = 12, strain = 0.005, h = length / (points - 1);
  RodDesign design;
  std::vector<Vec3> placed;
  for (int i = 0; i < points; ++i) {
    placed.push_back({h * i, 0, 0});
    design.points.push_back(placed.back() / (1 + strain));
  }
  design.sections = {circle_section(0.00635)};
  design.material = {205e9, 79e9, 7850};
  ElasticRod rod(design);
  rod.move(placed);
  RodStepSettings settings;
  settings.step = 1 / kRate;
  RodStepper stepper(rod, settings);
  stepper.clamp(0), stepper.clamp(points - 2);
  const auto signal = arrival(stepper, rod, points / 3, 2 * points / 3, 1, 0.035);
  const double distance = h * (2 * points / 3 - points / 3);
  const RodSection& s = rod.section(0);
  const Branch branch{205e9 * s.area * strain, 205e9 * s.moment1 * (1 + strain),
                      7850 * s.area / (1 + strain)};
  for (const double f : {500.0, 1000.0, 2000.0, 4000.0, 8000.0}) {
    const double exact = distance / branch.group(f),
                 stepped = distance / branch.stepped_group(f, h);
    const double found = time_of(signal, f, 2 * stepped);
    fmt::print("wire, {} Hz: {:.3f} ms, as stepped {:.3f} ms, exact {:.3f} ms\n", f, 1e3 * found,
               1e3 * stepped, 1e3 * exact);
    EXPECT_NEAR(found / stepped, 1, 0.02) << f;
    if (f <= 2000) {
      EXPECT_NEAR(found / exact, 1, 0.05) << f;
    }
  }
}

// The Slinky's wire over six loops, where waves are short against its radius: those of its thin
// side, along the axis of the coil.
TEST(RodDispersion, AlongACoil) {
  const int turns = 16, points = 48 * turns;
  RodDesign design;
  for (int i = 0; i < points; ++i) {
    const double u = 2 * kPi * i / 48;
    design.points.push_back({0.0325 * std::cos(u), 0.012 * i / 48, -0.0325 * std::sin(u)});
  }
  // The wide side stays radial: carried along without twist it would turn by 21 degrees a loop.
  for (int j = 0; j + 1 < points; ++j) {
    const double u = 2 * kPi * (j + 0.5) / 48;
    design.d1.push_back({std::cos(u), 0, -std::sin(u)});
  }
  design.sections = {rectangle_section(0.95e-3, 0.38e-3)};
  design.material = {205e9, 79.5e9, 7850};
  ElasticRod rod(design);
  RodStepSettings settings;
  settings.step = 1 / kRate;
  RodStepper stepper(rod, settings);
  const double h = norm(rod.point(1) - rod.point(0));
  const int struck = points / 3, heard = struck + 6 * 48;
  const auto signal = arrival(stepper, rod, struck, heard, 1, 0.03);
  const RodSection& s = rod.section(0);
  const Branch branch{0, 205e9 * s.moment2, 7850 * s.area};
  for (const double f : {3000.0, 4000.0, 5000.0}) {
    const double stepped = h * (heard - struck) / branch.stepped_group(f, h);
    const double found = time_of(signal, f, 2 * stepped);
    fmt::print("coil, {} Hz: {:.3f} ms, as stepped {:.3f} ms\n", f, 1e3 * found, 1e3 * stepped);
    EXPECT_NEAR(found / stepped, 1, 0.05) << f;
  }
}

}  // namespace
}  // namespace peal
