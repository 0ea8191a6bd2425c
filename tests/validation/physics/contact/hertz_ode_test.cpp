// Hertz' closed forms against the numerically integrated equation m a'' = -K a^1.5.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "physics/contact/hertz.h"
#include "support/half_sine_pulse.h"

namespace peal {
namespace {

struct Integrated {
  double duration, max_compression, peak_force, impulse;
  double halfsine_error, closest_error;  // relative L2 of the force
};

// Scaled to alpha_max, V: x'' = -1.25 x^1.5, x'(0) = 1, until x returns to 0. Runge-Kutta; the last
// step is cut by Newton's method.
Integrated integrate(const HertzPair& pair, double v) {
  const double k = 4.0 / 3.0 * std::sqrt(pair.radius) * pair.modulus, m = pair.mass;
  const double length = std::pow(m * v * v / k, 0.4), time = length / v;  // natural scales
  const auto pull = [](double x) { return x > 0 ? -x * std::sqrt(x) : 0.0; };
  double x = 0, u = 1, t = 0, most = 0, strongest = 0;
  const double h = 1e-4;
  std::vector<double> force;
  while (x > 0 || t == 0) {
    force.push_back(-pull(x));
    const double k1 = pull(x), k2 = pull(x + h / 2 * u), k3 = pull(x + h / 2 * u + h * h / 4 * k1);
    const double k4 = pull(x + h * u + h * h / 2 * k2);
    x += h * u + h * h / 6 * (k1 + k2 + k3);
    u += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t += h;
    most = std::max(most, x);
    strongest = std::max(strongest, -pull(x));
  }
  const double end = t - x / u;  // the pull has vanished there
  const auto error = [&](double part) {
    double difference = 0, whole = 0;
    const HalfSinePulse pulse{part * end, 2};  // x' goes from 1 to -1
    for (std::size_t i = 0; i < force.size(); ++i) {
      const double centred = i * h - (1 - part) / 2 * end;
      difference += std::pow(force[i] - pulse.force(centred), 2);
      whole += force[i] * force[i];
    }
    return std::sqrt(difference / whole);
  };
  return {end * time,      most * length, strongest * k * std::pow(length, 1.5),
          (1 - u) * m * v, error(1),      error(kHertzClosestHalfSine)};
}

}  // namespace

TEST(HertzOde, ContactTimeCompressionAndForceOfRealPairs) {
  const double steel = 200e9 / (1 - 0.09), glass = 70e9 / (1 - 0.04), wood = 11e9 / (1 - 0.16);
  const struct {
    HertzPair pair;
    double speed;
  } cases[] = {{{0.0075, 0.0138, steel / 2}, 1},
               {{0.02, 0.26, reduced(steel, glass)}, 3},
               {{0.05, 0.01, wood}, 0.05},
               {{0.0005, 0.25, reduced(steel, wood)}, 5}};
  for (const auto& c : cases) {
    const HertzContact h = hertz_contact(c.pair, c.speed);
    const Integrated exact = integrate(c.pair, c.speed);
    EXPECT_NEAR(h.duration / exact.duration, 1, 1e-6);
    EXPECT_NEAR(h.max_compression / exact.max_compression, 1, 1e-6);
    EXPECT_NEAR(h.peak_force / exact.peak_force, 1, 1e-6);
    EXPECT_NEAR(exact.impulse / (2 * c.pair.mass * c.speed), 1, 1e-6);
    RecordProperty("duration_error", fmt::format("{:.2e}", h.duration / exact.duration - 1));
  }
}

TEST(HertzOde, TheConstantIsThePrinted287) {
  const HertzPair pair{0.01, 0.02, 1e11};
  const double v = 1.7;
  const double unit =
      std::pow(pair.mass * pair.mass / (pair.radius * pair.modulus * pair.modulus * v), 0.2);
  EXPECT_NEAR(hertz_contact(pair, v).duration / unit, kHertzTime, 1e-13);
  EXPECT_NEAR(hertz_contact(pair, v).duration / unit, 2.87, 0.005);
  EXPECT_NEAR(kHertzTime, 2.8682657, 5e-8);
  EXPECT_NEAR(kHertzTimeOfCompression, 2.9432752, 5e-8);
}

// A half-sine of the full contact time differs by 14.0 %, the shorter one by 4.6 % (formula
// sheet 2.4).
TEST(HertzOde, HalfSineAgainstTheTrueForce) {
  const Integrated exact = integrate({0.01, 0.02, 1e11}, 1);
  EXPECT_NEAR(exact.halfsine_error, 0.140, 0.001);
  EXPECT_NEAR(exact.closest_error, 0.046, 0.001);
}

// The elastic half-sine with the Hertz peak would carry 1.1711 times the momentum.
TEST(HertzOde, PeakOfTheHalfSineIsBelowTheHertzPeak) {
  const HertzPair pair{0.01, 0.02, 1e11};
  const HertzContact c = hertz_contact(pair, 1);
  const HalfSinePulse pulse{c.duration, 2 * pair.mass};
  EXPECT_NEAR(c.peak_force / pulse.peak(), 1.1711, 1e-4);
}

}  // namespace peal
