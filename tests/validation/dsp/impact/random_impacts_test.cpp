// Blows of every kind at once: energy of rigid bodies, modes and springs together never grows.
// Bodies ring from before, blows share them, contacts are soft, hard, lossy, on plates that take
// what they get, followed in steps too coarse for them or finer than needed.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "base/constants.h"
#include "base/rng.h"
#include "dsp/impact/impact_run.h"

namespace peal {
namespace {

constexpr double kBlowRate = 48000;  // [Hz]
constexpr int kBodies = 64, kMostAtOnce = 10;

/// Draws of one trial.
struct Dice {
  KeyedRng rng;
  double uniform(double low, double high) { return low + (high - low) * rng.uniform(); }
  double log_uniform(double low, double high) { return low * std::pow(high / low, rng.uniform()); }
  int below(int count) { return std::min(static_cast<int>(count * rng.uniform()), count - 1); }
};

struct RandomBody {
  std::vector<Complex<double>> poles;
  std::unique_ptr<ImpactLadder> ladder;
  AlignedVector<double> re, im;

  explicit RandomBody(Dice& dice) {
    const int modes = 1 + dice.below(40);
    for (int i = 0; i < modes; ++i) {
      const double omega = 2 * kPi * dice.log_uniform(30, 60000);
      const double sigma = omega * dice.log_uniform(1e-5, 0.3);
      poles.push_back({-sigma, std::sqrt(omega * omega - sigma * sigma)});
    }
    ladder = std::make_unique<ImpactLadder>(poles, kBlowRate, dice.below(2) == 0);
    re.resize(ladder->padded()), im.resize(ladder->padded());
  }
  void ring(double amplitude, Dice& dice) {
    for (std::size_t i = 0; i < poles.size(); ++i)
      re[i] = amplitude * dice.uniform(-1, 1), im[i] = amplitude * dice.uniform(-1, 1);
  }
  double energy() const {  // [J] q'^2/2 + omega^2 q^2/2
    double sum = 0;
    for (std::size_t i = 0; i < poles.size(); ++i) {
      const double q = im[i] / poles[i].im, v = re[i] + poles[i].re * q;
      sum += 0.5 * (v * v + norm_squared(poles[i]) * q * q);
    }
    return sum;
  }
};

double spring_energy(const StruckPlace& place) {
  const double d = std::max(place.compression, 0.0);
  return 0.4 * place.spring.stiffness * d * d * std::sqrt(d);
}

void energy_never_grows(int impacts) {
  Dice build{KeyedRng(1, 0, 0)};
  std::vector<RandomBody> bodies;
  for (int b = 0; b < kBodies; ++b) bodies.emplace_back(build);
  auto group = std::make_unique<ImpactGroup>();
  std::vector<BlowForce> forces(kMostAtOnce);
  double worst = 0, moved = 0;
  int done = 0, storms = 0;
  for (int trial = 0; done < impacts; ++trial) {
    Dice dice{KeyedRng(2, static_cast<std::uint64_t>(trial), 0)};
    const int places = dice.rng.uniform() < 0.5 ? 1 : 1 + dice.below(kMostAtOnce);
    const int shared = 1 + dice.below(3), first = dice.below(kBodies - shared);
    const bool still = dice.rng.uniform() < 0.3;
    const double loudness = dice.log_uniform(1e-4, 1);  // [m/s kg^1/2]
    group->clear();
    for (int b = first; b < first + shared; ++b) {
      bodies[b].ring(still ? 0 : loudness, dice);
      group->add(StruckBody{bodies[b].ladder.get(), bodies[b].re.data(), bodies[b].im.data()});
    }
    std::vector<AlignedVector<double>> chi;
    chi.reserve(2 * kMostAtOnce);
    double mass[kMostAtOnce];
    const double common = dice.rng.uniform() < 0.5 ? 0 : dice.log_uniform(1e-2, 10);  // [1/kg]
    double shortest = 1;
    BlowForce* out[kMostAtOnce];
    for (int c = 0; c < places; ++c) {
      mass[c] = dice.log_uniform(1e-3, 10);
      StruckPlace place;
      place.approach = dice.log_uniform(1e-3, 10) * (dice.rng.uniform() < 0.1 ? -1 : 1);
      const double speed = std::abs(place.approach);
      place.spring.stiffness = dice.log_uniform(1e5, 1e12);
      if (dice.rng.uniform() < 0.7) place.spring.loss = rolling_loss(dice.uniform(0.05, 1), speed);
      if (dice.rng.uniform() < 0.2) place.yield = dice.log_uniform(1e-5, 1e-1);
      if (dice.rng.uniform() < 0.3) place.compression = -dice.log_uniform(1e-9, 1e-5);
      // Two sides on different bodies, or one that has no modes.
      const int a = dice.below(shared), b = (a + 1) % shared;
      for (int s = 0; s < 2; ++s) {
        if (s == 1 && (shared == 1 || dice.rng.uniform() < 0.5)) continue;
        const RandomBody& body = bodies[first + (s == 0 ? a : b)];
        chi.emplace_back(body.ladder->padded());
        const double size = dice.log_uniform(0.05, 20);  // [kg^-1/2]
        for (std::size_t i = 0; i < body.poles.size(); ++i)
          chi.back()[i] = size * dice.uniform(-1, 1);
        place.side[s] = {s == 0 ? a : b, chi.back().data()};
      }
      group->add(place);
      shortest = std::min(
          shortest, 3.2181 * std::pow(mass[c] / (place.spring.stiffness * std::sqrt(speed)), 0.4));
      out[c] = &forces[c];
    }
    for (int c = 0; c < places; ++c)
      for (int d = 0; d <= c; ++d) group->set_rigid(c, d, common + (c == d ? 1 / mass[c] : 0));
    // u.W^-1 u / 2 of W = 1/m + common, by Sherman and Morrison.
    const auto energy = [&] {
      double sum = 0, all = 0, momentum = 0;
      for (int c = 0; c < places; ++c) {
        const double u = group->place(c).approach;
        sum += spring_energy(group->place(c)) + 0.5 * mass[c] * u * u;
        ModalTail tail;
        for (const StruckSide& side : group->place(c).side)
          if (side.body >= 0) tail += modal_tail(*bodies[first + side.body].ladder, side.chi);
        const double x = group->place(c).tail;
        if (x != 0) sum += 0.5 * x * x / tail.compliance();
        all += mass[c], momentum += mass[c] * u;
      }
      for (int b = first; b < first + shared; ++b) sum += bodies[b].energy();
      return sum - 0.5 * common * momentum * momentum / (1 + common * all);
    };
    const double before = energy();
    const int level =
        dice.rng.uniform() < 0.7 ? impact_level(shortest, kBlowRate) : dice.below(kImpactLevels);
    const int steps = follow_blows(*group, level, kBlowRate, 64 << dice.below(5),
                                   {out, static_cast<std::size_t>(places)});
    const double after = energy();
    ASSERT_TRUE(std::isfinite(after)) << trial;
    worst = std::max(worst, (after - before) / before);
    moved += after < 0.999 * before;
    for (int c = 0; c < places; ++c) done += forces[c].contacts > 0;
    // However long they chatter: at most the finest steps of each level, then whole samples.
    ASSERT_LE(steps, BlowForce::kLongest + 128 * (1 << 7)) << trial;
    storms += forces[0].contacts > 8;
  }
  // Runs of sub-steps are in single precision.
  EXPECT_LT(worst, 1e-5);
  EXPECT_GT(moved, 0.01 * impacts);
  EXPECT_GT(storms, 0);
}

TEST(RandomImpacts, EnergyNeverGrows) { energy_never_grows(20'000); }
TEST(RandomImpactsSlow, EnergyNeverGrowsInAMillion) { energy_never_grows(1'000'000); }

}  // namespace
}  // namespace peal
