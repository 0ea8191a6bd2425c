// The engine's clicks are those of the offline renderer.
#include <gtest/gtest.h>

#include <algorithm>

#include "dsp/impact/impact_response.h"
#include "emission/click_emitter.h"
#include "emission/fields/dipole_field.h"
#include "physics/contact/hertz.h"
#include "realtime/toy_world.h"

namespace peal {
namespace {

/// Stands still; hears one travel time later.
class FarEar final : public TimedEar {
 public:
  explicit FarEar(const Vec3& at) : at_(at) {}
  Vec3 at_arrival(double, const Vec3&) const override { return at_; }
  double arrival_of(double emission, const Vec3& from) const override {
    return emission + norm(at_ - from) / 343.2;
  }

 private:
  Vec3 at_;
};

/// Largest error of the engine's click against the emitter's, both ears, relative to the largest
/// sample. @param told [N s] impulse that the game gives, negative: it does not.
double click_error(double time, double told = -1) {
  const auto field = std::make_shared<DipoleField>(Vec3{0.1, 0.01, 0.05}, 8e-5, Air{}, 48000);
  ToyBody toy(0);
  toy.body().click = &field->play();
  EngineLimits limits;
  limits.full_scale = 1e3;
  ToyEngine engine({&toy}, limits);
  const Vec3 place[2] = {{0.3, 1.1, 0.2}, {-2, 0.5, 3}};
  engine.listen({0.3, 1.1, 0.2}, {-2, 0.5, 3});
  EngineImpact impact;
  impact.a = engine.spawn(0, {0, 0, 0}), impact.point = {0.03, 0, 0.01};
  impact.closing_speed = 2, impact.impulse = told, impact.delay = time;
  engine.game().impact(impact);
  const auto out = engine.render(60);
  EXPECT_EQ(engine.counts().impacts, 1);

  const PlayBody& body = toy.body();
  SurfacePlace touch;
  EXPECT_TRUE(nearest_place(body.surface, {0.03, 0, 0.01}, touch));
  ImpactPair pair;
  pair.mobility = mobility(body.mass, body.inertia, touch.position, {0, 1, 0});
  pair.speed = 2;
  const HertzPair hertz{contact_radius(body, touch), 1 / pair.mobility,
                        reduced(body.material.modulus, 3e10)};
  pair.spring = {hertz_contact(hertz, 2).stiffness, rolling_loss(0.5, 2)};
  const auto group = std::make_unique<ImpactGroup>();
  const ImpactResponse response = impact_response(*group, pair, longest_impact(pair));
  EXPECT_EQ(response.contacts, 1);
  EXPECT_NEAR(response.impulse * pair.mobility / 2, 1.5, 0.003);  // J = (1 + e) m v
  const Vec3 j{0, told >= 0 ? told : response.impulse, 0}, moment = cross(touch.position, j);
  const PoseTrack track{Pose{}};
  ClickEmitter emitter("toy", field, track, 2);
  emitter.add(
      {time,
       response.pulse[0].times(),
       {j / body.mass,
        {moment.x / body.inertia.x, moment.y / body.inertia.y, moment.z / body.inertia.z}}});
  const int samples = 60 * kHop - kEngineLatency;
  std::vector<float> expected[2] = {std::vector<float>(samples), std::vector<float>(samples)};
  const FarEar first(place[0]), second(place[1]);
  const TimedEar* ears[] = {&first, &second};
  float* rows[] = {expected[0].data(), expected[1].data()};
  EXPECT_TRUE(emitter.emit({0, samples}, ears, rows));
  double worst = 0;
  for (int ear = 0; ear < 2; ++ear) {
    double largest = 0, error = 0;
    for (int n = 0; n < samples; ++n) {
      const double wanted = double(expected[ear][n]),
                   got = 1e3 * double(out[ear][n + kEngineLatency]);
      largest = std::max(largest, std::abs(wanted));
      error = std::max(error, std::abs(got - wanted));
    }
    EXPECT_GT(largest, 1e-4);
    worst = std::max(worst, error / largest);
  }
  return worst;
}

TEST(EngineClicks, AreThoseOfTheEmitterWithinMinusHundredDecibels) {
  EXPECT_LT(click_error(100.0 / 48000), 1e-5);
}

// The motion is the game's: the click has its impulse and the shape of the solved force.
TEST(EngineClicks, KeepTheImpulseThatTheGameGives) {
  EXPECT_LT(click_error(100.0 / 48000, 0.123), 1e-5);
}

// Between samples the first sub-steps meet the force elsewhere.
TEST(EngineClicks, HardlyDependOnWhereTheyBeginBetweenSamples) {
  for (const double part : {0.1, 0.3, 0.6, 0.95})
    EXPECT_LT(click_error((100 + part) / 48000), 5e-3) << part;
}

// A click that should begin before the coming hop has no past to go to: an ear at the surface
// loses no more than the ripple of the band limit.
TEST(EngineClicks, NearEarsLoseNothingThatMatters) {
  const auto field = std::make_shared<DipoleField>(Vec3{0.02, 0.02, 0.02}, 3.3e-5, Air{}, 48000);
  ToyBody toy(0);
  toy.body().click = &field->play();
  EngineLimits limits;
  limits.full_scale = 1e3;
  std::vector<float> heard[2];
  for (int late = 0; late < 2; ++late) {
    ToyEngine engine({&toy}, limits);
    engine.listen({0, 0.03, 0}, {0, 0.03, 0});
    engine.strike(engine.spawn(0, {0, 0, 0}), {0, 0, 0}, 1, late ? 512.0 / 48000 : 0);
    heard[late] = engine.render(30)[0];
  }
  double largest = 0, error = 0;
  for (int n = 0; n < 20 * kHop; ++n) {
    largest = std::max(largest, std::abs(double(heard[1][n + 512])));
    error = std::max(error, std::abs(double(heard[0][n]) - double(heard[1][n + 512])));
  }
  EXPECT_LT(error, 1e-4 * largest);
}

// What no click can be made of is counted as unheard, not as heard: a touch of more than 20 ms.
TEST(EngineClicks, ThatAreTooLongForAClickCountAsUnheard) {
  ToyBody toy(0);
  toy.make_click(48000);
  for (const bool heavy : {false, true}) {
    if (!heavy) toy.body().mass = 0.2, toy.body().material.modulus = 7e10;
    if (heavy) toy.body().mass = 1e4, toy.body().material.modulus = 1e3;
    ToyEngine engine({&toy}, {});
    engine.listen({0, 1, 0}, {0, 1, 0});
    engine.strike(engine.spawn(0, {0, 0, 0}), {0.03, 0, 0}, 1);
    const auto out = engine.render(60);
    EXPECT_EQ(engine.counts().impacts, heavy ? 0 : 1);
    EXPECT_EQ(engine.counts().unheard, heavy ? 1 : 0);
    EXPECT_EQ(std::any_of(out[0].begin(), out[0].end(), [](float x) { return x != 0; }), !heavy);
  }
}

// Beyond max_distance the delay grows no more: nothing falls out of what a channel holds.
TEST(EngineClicks, FromFartherThanIsFollowedAreHeardWhole) {
  ToyBody toy(0);
  toy.make_click(48000);
  EngineLimits limits;
  limits.full_scale = 1e3;
  std::vector<float> heard[2];
  for (const int beyond : {0, 1}) {
    limits.max_distance = beyond ? 10 : 100;
    ToyEngine engine({&toy}, limits);
    engine.listen({0, 25, 0}, {0, 1, 0});
    engine.strike(engine.spawn(0, {0, 0, 0}), {0.03, 0, 0}, 0.1, 63.5 / 48000);
    heard[beyond] = engine.render(100)[0];
    EXPECT_EQ(engine.counts().impacts, 1);
  }
  const auto energy = [](const std::vector<float>& x) {
    double sum = 0;
    for (float y : x) sum += double(y) * y;
    return sum;
  };
  EXPECT_GT(energy(heard[0]), 0);
  EXPECT_NEAR(energy(heard[1]) / energy(heard[0]), 1, 1e-3);  // only earlier
}

}  // namespace
}  // namespace peal
