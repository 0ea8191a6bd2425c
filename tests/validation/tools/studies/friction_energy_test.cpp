// Random pairs of rubbing bodies, stiff ones included: every sample is solved and finite, and where
// sigma1 |v| <= 4 f_c (docs/theory/friction.md) no sample gains energy.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "tools/studies/friction_pair.h"

namespace peal {
namespace {

using Scheme = FrictionPair::Scheme;

struct Outcome {
  long samples = 0, bound = 0, iterations = 0, grew = 0;
  int most = 0;
  double growth = 0;  // largest in one sample, of the first energy
  bool finite = true;
};

void run_system(std::uint64_t number, Scheme scheme, int samples, Outcome& out) {
  KeyedRng rng(11, 7, number);
  const auto decades = [&](double from, double to) { return std::pow(10, rng.uniform(from, to)); };
  const auto sign = [&] { return rng.uniform() < 0.5 ? -1.0 : 1.0; };
  FrictionLaw law;
  law.stiffness = decades(2, 9);
  law.damping = rng.uniform() < 0.25 ? 0 : decades(-3, 2);
  law.viscosity = rng.uniform() < 0.25 ? 0 : decades(-3, 1);
  law.dynamic_friction = rng.uniform(0.05, 1);
  law.static_friction = law.dynamic_friction * (1 + rng.uniform(0, 3));
  law.stribeck_speed = decades(-3, 0);
  law.breakaway = rng.uniform(0, 0.98);
  if (rng.uniform() < 0.2) law.adhesion = Adhesion::always;
  const FrictionMode exciter{
      0, rng.uniform() < 0.3 ? 0 : decades(0, 3), decades(-3, 1), 1, 0, sign() * decades(-3, 1)};
  std::vector<FrictionMode> modes(1 + rng.bits() % 5);
  for (FrictionMode& mode : modes)
    mode = {decades(1.3, 4.3),    decades(-1, 3),           decades(-4, 0),
            rng.uniform(-1.5, 1), sign() * decades(-9, -5), sign() * decades(-3, 1)};
  FrictionPair pair(law, {exciter}, modes, 44100, scheme);
  const double normal = decades(-2, 3);
  const bool varies = rng.uniform() < 0.5;
  const double start = pair.energy();
  double before = start;
  for (int n = 0; n < samples; ++n) {
    const double pressed = varies ? normal * decades(-1, 1) : normal;
    pair.step(0, pressed);
    const double energy = pair.energy();
    out.finite = out.finite && std::isfinite(energy) && std::isfinite(pair.force());
    out.iterations += pair.iterations(), out.most = std::max(out.most, pair.iterations());
    ++out.samples;
    if (law.damping * std::fabs(pair.slip()) <= 4 * law.dynamic_friction * pressed) {
      ++out.bound;
      const double growth = (energy - before) / start;
      out.growth = std::max(out.growth, growth);
      if (growth > 1e-12) ++out.grew;
    }
    before = energy;
  }
}

void check_systems(int systems, int samples) {
  for (const Scheme scheme : {Scheme::exact, Scheme::midpoint, Scheme::bilinear}) {
    Outcome out;
    for (int i = 0; i < systems; ++i) run_system(i, scheme, samples, out);
    ::testing::Test::RecordProperty(
        fmt::format("scheme{}", static_cast<int>(scheme)),
        fmt::format("{} samples, {:.2f} evaluations, most {}; within the bound {}, grew {}",
                    out.samples, static_cast<double>(out.iterations) / out.samples, out.most,
                    out.bound, out.grew));
    EXPECT_TRUE(out.finite);
    EXPECT_LT(out.most, kFrictionIterations);
    EXPECT_GT(out.bound, out.samples / 2);
    if (scheme != Scheme::bilinear) {
      EXPECT_EQ(out.grew, 0);
    }
  }
}

TEST(FrictionEnergy, NoSampleOfRandomSystemsGainsEnergy) { check_systems(20000, 16); }

TEST(FrictionEnergySlow, NoSampleOfAMillionRandomSystemsGainsEnergy) { check_systems(1000000, 16); }

}  // namespace
}  // namespace peal
