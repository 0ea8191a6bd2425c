// Blows followed at once: the force that is kept gives the modes what the solver gave them, and the
// whole is that of impact_response, which takes the same sub-steps all along.
#include "dsp/impact/impact_run.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/constants.h"
#include "dsp/impact/impact_response.h"
#include "physics/contact/hertz.h"

namespace peal {
namespace {

constexpr double kBlowRate = 48000;

/// A mass on a body with a dozen modes.
struct Struck {
  explicit Struck(double stiffness) : spring{stiffness, 0} {
    for (int i = 0; i < 12; ++i) poles.push_back({-0.3, 2 * kPi * (500 + 900.0 * i)});
    ladder = std::make_unique<ImpactLadder>(poles, kBlowRate);
    for (auto* array : {&chi, &re, &im, &again_re, &again_im}) array->resize(ladder->padded());
    for (int i = 0; i < 12; ++i) chi[i] = 2 + std::cos(2.0 * i);
  }
  StruckBody body() { return {ladder.get(), re.data(), im.data()}; }
  double energy(const AlignedVector<double>& x, const AlignedVector<double>& y) const {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += (x[i] * x[i] + y[i] * y[i]) / 2;
    return sum;
  }
  std::vector<Complex<double>> poles;
  HertzSpring spring;
  std::unique_ptr<ImpactLadder> ladder;
  AlignedVector<double> chi, re, im, again_re, again_im;
};

// Levels 0 to 6; the stiffer the more contacts.
TEST(ImpactRun, ForcesLeaveWhatTheSolverLeft) {
  int compared = 0;
  for (const double stiffness : {1e6, 1e8, 1e10, 1e12}) {
    Struck struck(stiffness);
    const double mass = 0.05, speed = 1;
    ImpactPair pair;
    pair.body[0] = struck.body(), pair.chi[0] = struck.chi.data();
    pair.mobility = 1 / mass, pair.spring = struck.spring, pair.speed = speed;
    const auto group = std::make_unique<ImpactGroup>();
    const ImpactResponse wanted = impact_response(*group, pair, longest_impact(pair));

    std::fill(struck.re.begin(), struck.re.end(), 0.0);
    std::fill(struck.im.begin(), struck.im.end(), 0.0);
    group->clear();
    group->add(struck.body());
    StruckPlace place{struck.spring, 0, speed, 0, {}};
    place.side[0] = {0, struck.chi.data()};
    group->add(place);
    group->set_rigid(0, 0, 1 / mass);
    const double tau =
        kHertzTimeOfCompression / speed * std::pow(1.25 * mass * speed * speed / stiffness, 0.4);
    const auto force = std::make_unique<BlowForce>();
    BlowForce* const forces[] = {force.get()};
    follow_blows(*group, impact_level(tau, kBlowRate), kBlowRate, BlowForce::kLongest, forces);

    // A chatter of many contact times goes on with longer sub-steps: its contacts fall elsewhere.
    if (wanted.duration < 10 * tau) {
      ++compared;
      EXPECT_NEAR(force->impulse() / wanted.impulse, 1, 2e-3) << stiffness;
      EXPECT_NEAR(struck.energy(struck.re, struck.im) / wanted.modes[0], 1, 0.01) << stiffness;
    }
    // Momentum: what the mass has lost is the force's integral.
    EXPECT_NEAR(force->impulse(), mass * (speed - group->place(0).approach), 1e-9);
    // Energy: no loss, so that the modes and the mass have all of it (modes decay a little).
    const double u = group->place(0).approach;
    EXPECT_NEAR((0.5 * mass * u * u + struck.energy(struck.re, struck.im)) / (0.5 * mass), 1, 0.02);
    // Means in eighths are off by less than half a percent below 20 kHz.
    add_blow(*force, 0, *struck.ladder, struck.chi.data(), struck.again_re.data(),
             struck.again_im.data());
    const double kept = struck.energy(struck.again_re, struck.again_im);
    EXPECT_NEAR(kept / struck.energy(struck.re, struck.im), 1, 0.01) << stiffness;
    double sum = 0;
    for (int n = 0; n < force->samples; ++n) sum += double(force->mean(n)) / kBlowRate;
    EXPECT_NEAR(sum / force->impulse(), 1, 1e-5) << stiffness;
  }
  EXPECT_GE(compared, 2);
}

// A body whose blow is over, or yet to come, rings on while others of the group are struck: frozen
// meanwhile, it would meet its next blow in a wrong phase, and energy would come from nowhere.
TEST(ImpactGroup, BodiesThatNothingTouchesRingOn) {
  for (const bool in_runs : {false, true}) {
    Struck struck(1e8), alone(1e8);
    for (int i = 0; i < 12; ++i) alone.re[i] = alone.again_re[i] = 1.0 / (1 + i);
    const auto group = std::make_unique<ImpactGroup>();
    group->clear();
    group->add(struck.body());
    group->add(alone.body());
    StruckPlace place{struck.spring, 0, 1, 0, {}};
    place.side[0] = {0, struck.chi.data()};
    group->add(place);
    group->set_rigid(0, 0, 20);
    group->begin(3, kBlowRate);
    double force[ImpactGroup::kRunPlaces][kRun];
    for (int k = 0; k < 40; ++k) {  // 5 samples
      if (!in_runs)
        group->step();
      else if (k % kRun == 0)
        group->run(force);
    }
    alone.ladder->ring(5, alone.again_re.data(), alone.again_im.data());
    for (int i = 0; i < 12; ++i) {
      EXPECT_NEAR(alone.re[i], alone.again_re[i], 1e-12) << i;
      EXPECT_NEAR(alone.im[i], alone.again_im[i], 1e-12) << i;
    }
  }
}

}  // namespace
}  // namespace peal
