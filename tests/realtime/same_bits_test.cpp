// The engine and the offline renderer play the same modes with the same code: same pushes, same
// place, same bits.
#include <gtest/gtest.h>

#include "dsp/contact_sound.h"
#include "emission/contact_stage.h"
#include "emission/impact_stage.h"
#include "emission/resonator.h"
#include "physics/contact/hertz.h"
#include "realtime/toy_world.h"

namespace peal {
namespace {

class ToyRinging final : public RingingBody {
 public:
  explicit ToyRinging(const PlayBody& body)
      : body_(body), poles_(body.poles.begin(), body.poles.end()) {}
  const std::vector<Complex<double>>& poles() const override { return poles_; }
  double bounding_radius() const override { return body_.bounding_radius; }
  double speed_of_sound() const override { return 343.2; }
  double max_frequency() const override { return 20000; }
  bool goes_on() const override { return true; }  // as the engine takes every body
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override {
    out.resize(poles_.size());
    peal::project(body_, point, impulse, out.data());
  }
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override {
    out.resize(poles_.size());
    mode_weights(body_, ear, out.data());
  }

 private:
  PlayBody body_;
  std::vector<Complex<double>> poles_;
};

class StillEar final : public Ear {
 public:
  explicit StillEar(const Vec3& place) : place_(place) {}
  Vec3 at_arrival(double, const Vec3&) const override { return place_; }

 private:
  Vec3 place_;
};

struct ToyBlow {
  Vec3 point;
  double speed = 0, time = 0;
};

// What sources/blow_of_impact.cpp makes of an impact with the toy ground.
Blow offline_blow(const PlayBody& body, const ToyBlow& of, RingingTwin* twin) {
  SurfacePlace place;
  EXPECT_TRUE(nearest_place(body.surface, of.point, place));
  const double mass = effective_mass(mobility(body.mass, body.inertia, place.position, {0, 1, 0}));
  const HertzPair pair{contact_radius(body, place), mass, reduced(body.material.modulus, 3e10)};
  const HertzContact hertz = hertz_contact(pair, of.speed);
  Blow blow;
  blow.time = of.time, blow.speed = of.speed, blow.contact_time = hertz.duration;
  blow.spring = {hertz.stiffness, rolling_loss(0.5, of.speed)};
  BlowSide& side = blow.side[0];
  side.twin = twin, side.body = 0;
  side.inverse_mass = 1 / body.mass;
  side.inverse_inertia = {1 / body.inertia.x, 1 / body.inertia.y, 1 / body.inertia.z};
  side.point = place.position, side.normal = {0, 1, 0};
  return blow;
}

std::vector<float> offline(const PlayBody& body, const Vec3& ear, const std::vector<ToyBlow>& blows,
                           int samples) {
  const PoseTrack track{Pose{}};
  Resonator resonator("toy", std::make_shared<ToyRinging>(body), track, 1);
  ContactStage stage(48000);
  stage.add(resonator);
  for (const ToyBlow& blow : blows)
    stage.impacts().add(offline_blow(body, blow, stage.twin(resonator)));
  stage.advance(samples / 48000.0);
  std::vector<float> out(samples);
  const StillEar still(ear);
  const Ear* ears[] = {&still};
  float* rows[] = {out.data()};
  resonator.emit({0, samples}, ears, rows);
  return out;
}

// Of a stiff body: a blow of a few contact times, for which the engine takes no longer sub-steps.
TEST(SameBits, DryRowIsTheResonatorsSound) {
  ToyBody toy(60);
  toy.scale_shapes(0.1);
  EngineLimits limits;
  limits.ears = 0, limits.full_scale = 1, limits.inaudible = 2e-8, limits.max_objects = 3;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 3, 4}, {0, 3, 4});
  engine.spawn(0, {5, 5, 5});
  const int object = engine.spawn(0, {0, 0, 0});
  engine.strike(object, {0.03, 0, 0.01}, 1, 0.5 / 48000);
  engine.strike(object, {-0.07, 0, 0.02}, 0.4, 777.25 / 48000);
  const auto out = engine.render(750)[1];
  const auto expected = offline(
      toy.body(), {0, 0.6, 0.8},
      {{{0.03, 0, 0.01}, 1, 0.5 / 48000}, {{-0.07, 0, 0.02}, 0.4, 777.25 / 48000}}, 750 * kHop);
  ASSERT_EQ(engine.counts().limited, 0);
  float largest = 0;
  for (const float x : expected) largest = std::max(largest, std::abs(x));
  // Mobilities are summed in another order: forces differ in their last bits.
  for (std::size_t n = 0; n + kEngineLatency < out.size(); ++n)
    ASSERT_NEAR(out[n + kEngineLatency], expected[n], 1e-6f * largest) << n;
  EXPECT_GT(largest, 1e-4f);
}

// A slide over the toy ground with constant load and speed, as sources/contacts/moving_contact.cpp
// has it.
class SteadySlide final : public ContactDriver {
 public:
  SteadySlide(ContactStage& stage, Resonator& resonator, const ContactPair& pair, const Vec3& point,
              double load, double slip)
      : sound_(stage.rate()),
        resonator_(&resonator),
        point_(point),
        load_(load),
        slip_(slip),
        normal_(stage.open()),
        slide_(stage.open()) {
    sound_.set_pair(pair);
    stage.add(*this);
  }
  void begin_hop(std::int64_t, std::vector<ContactHop>& out) override {
    ASSERT_TRUE(sound_.prepare(load_, slip_, 0));
    ContactHop contact;
    contact.a.resonator = resonator_, contact.a.point = point_;
    contact.contact = normal_, contact.a.direction = {0, -1, 0};
    contact.law = &sound_.normal(), contact.extra = &sound_.mass();
    out.push_back(contact);
    contact.contact = slide_, contact.a.direction = {1, 0, 0};
    contact.law = &sound_.slide(), contact.extra = nullptr, contact.slip = sound_.slip();
    out.push_back(contact);
  }
  void end_hop(const ContactHop& contact, const double* force, const double*) override {
    if (contact.contact == normal_) sound_.pressed(force);
  }

 private:
  ContactSound sound_;
  Resonator* resonator_;
  Vec3 point_;
  double load_, slip_;
  int normal_, slide_;
};

TEST(SameBits, SlidingIsTheOfflineDriversSlide) {
  const ToyBody toy(60);
  const PlayBody& body = toy.body();
  EngineLimits limits;
  limits.ears = 0, limits.full_scale = 1024, limits.inaudible = 0, limits.max_objects = 1;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 3, 4}, {0, 3, 4});
  const int object = engine.spawn(0, {0, 0, 0});
  const int contact = engine.game().contact_begin(object, kGround);
  EngineContact state;
  state.point = {0.03, 0, 0.01}, state.normal_force = 4, state.slip = {0.3, 0, 0};
  std::vector<std::vector<float>> out;
  const int hops = 300;
  for (int g = 0; g < hops; ++g) {
    if (g % 12 == 0) {
      ASSERT_TRUE(engine.game().contact_update(contact, state));
    }
    engine.render(1, out);
  }

  SurfacePlace place;
  ASSERT_TRUE(nearest_place(body.surface, {0.03, 0, 0.01}, place));
  const PlayMaterial ground = engine.ground();
  ContactPair pair;
  pair.radius = reduced(contact_radius(body, place), kUnlimited);
  pair.modulus = reduced(body.material.modulus, ground.modulus);
  pair.mass = effective_mass(mobility(body.mass, body.inertia, place.position, {0, -1, 0}));
  pair.restitution = std::min(body.material.restitution, ground.restitution);
  pair.friction = std::sqrt(body.material.friction * ground.friction);
  pair.roughness = roughness_of_pair(body.material.roughness, ground.roughness,
                                     std::uint64_t{2} << 32 | std::uint64_t{1});
  const PoseTrack track{Pose{}};
  Resonator resonator("toy", std::make_shared<ToyRinging>(body), track, 1);
  ContactStage stage(48000);
  stage.add(resonator);
  SteadySlide slide(stage, resonator, pair, {0.03, 0, 0.01}, 4, 0.3);
  stage.advance(hops * kHop / 48000.0);
  std::vector<float> expected(hops * kHop);
  const StillEar still({0, 0.6, 0.8});
  const Ear* ears[] = {&still};
  float* rows[] = {expected.data()};
  resonator.emit({0, hops * kHop}, ears, rows);
  float largest = 0;
  for (std::size_t n = 0; n + kEngineLatency < out[0].size(); ++n) {
    largest = std::max(largest, std::abs(expected[n]) / 1024);
    ASSERT_EQ(out[0][n + kEngineLatency], expected[n] / 1024) << n;
  }
  EXPECT_GT(largest, 1e-8f);
}

// Two points that touch at once are one blow of one body, whose motion they share; a moment apart
// they are two, each with all of it.
TEST(SameBits, ImpactsOfOneInstantShareTheirEnergy) {
  const ToyBody toy(60);
  const auto energy = [&](double apart) {
    EngineLimits limits;
    limits.ears = 0, limits.full_scale = 1e3, limits.inaudible = 0, limits.max_objects = 1;
    ToyEngine engine({&toy}, limits);
    engine.listen({0, 1, 0}, {0, 1, 0});
    const int object = engine.spawn(0, {0, 0, 0});
    engine.strike(object, {0.03, 0, 0.01}, 1);
    engine.strike(object, {0.03, 0, 0.01}, 1, apart / 48000);
    double sum = 0;
    const auto out = engine.render(100);
    for (float x : out[0]) sum += double(x) * double(x);
    return sum;
  };
  EXPECT_GT(energy(1e-3), 1.5 * energy(0));
}

// Ears hear it one travel time later, interpolated between samples.
TEST(SameBits, EarsHearTheResonatorsSoundOneTravelTimeLater) {
  ToyBody toy(60);
  toy.scale_shapes(0.1);
  EngineLimits limits;
  limits.full_scale = 1, limits.inaudible = 0;
  ToyEngine engine({&toy}, limits);
  const double samples = 300;  // of travel: no interpolation
  const double far = samples * 343.2 / 48000;
  engine.listen({0, far, 0}, {0, 0, far});
  engine.strike(engine.spawn(0, {0, 0, 0}), {0.03, 0, 0.01}, 1, 0.001);
  const auto out = engine.render(400);
  const ToyBlow blow{{0.03, 0, 0.01}, 1, 0.001};
  const Vec3 places[2] = {{0, far, 0}, {0, 0, far}};
  for (int ear = 0; ear < 2; ++ear) {
    const auto expected = offline(toy.body(), places[ear], {blow}, 390 * kHop);
    float largest = 0, error = 0;
    for (int n = 0; n + 300 + kEngineLatency < 390 * kHop; ++n) {
      largest = std::max(largest, std::abs(expected[n]));
      error = std::max(error, std::abs(out[ear][n + 300 + kEngineLatency] - expected[n]));
    }
    EXPECT_GT(largest, 1e-5f);
    EXPECT_LT(error, 1e-6f * largest) << ear;
  }
}

}  // namespace
}  // namespace peal
