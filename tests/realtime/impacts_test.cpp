// Impacts in the engine are those of the coupled solution: energy, restitution, passivity.
#include <gtest/gtest.h>

#include "dsp/impact/impact_response.h"
#include "realtime/toy_world.h"

namespace peal {
namespace {

/// [J] in the modes of an object, right after the last hop.
double energy(ToyEngine& engine, int object, const PlayBody& body) {
  std::vector<float> swing(body.modes());
  const int slot = object % 65536;
  const int count = engine.core().mode_amplitudes(slot, swing.data(), body.modes());
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double a = double(swing[i]) * body.poles[i].im;
    sum += a * a / 2;
  }
  return sum;
}

/// Of one body's modes and place, as the offline renderer asks for it (sources/blow_response.cpp).
struct Workspace {
  Workspace(const PlayBody& body, const Vec3& point, const Vec3& normal)
      : ladder(body.poles, 48000, true),
        chi(ladder.padded()),
        re(ladder.padded()),
        im(ladder.padded()) {
    EXPECT_TRUE(nearest_place(body.surface, point, place));
    project(body, place, normal, chi.data());
  }
  SurfacePlace place;
  ImpactLadder ladder;
  AlignedVector<double> chi, re, im;
};

/// Two boards meet at the same point of both; b is turned over by its normal.
ImpactResponse coupled(const PlayBody& a, const PlayBody* b, const Vec3& point,
                       const PlayMaterial& ground, double speed) {
  Workspace of_a(a, point, {0, 1, 0});
  ImpactPair pair;
  pair.body[0] = {&of_a.ladder, of_a.re.data(), of_a.im.data()};
  pair.chi[0] = of_a.chi.data();
  pair.mobility = mobility(a.mass, a.inertia, of_a.place.position, {0, 1, 0});
  double radius = contact_radius(a, of_a.place),
         modulus = reduced(a.material.modulus, ground.modulus);
  double restitution = std::min(a.material.restitution, ground.restitution);
  std::unique_ptr<Workspace> of_b;
  if (b) {
    of_b = std::make_unique<Workspace>(*b, point, Vec3{0, -1, 0});
    pair.body[1] = {&of_b->ladder, of_b->re.data(), of_b->im.data()};
    pair.chi[1] = of_b->chi.data();
    pair.mobility += mobility(b->mass, b->inertia, of_b->place.position, {0, 1, 0});
    radius = reduced(radius, contact_radius(*b, of_b->place));
    modulus = reduced(a.material.modulus, b->material.modulus);
    restitution = std::min(a.material.restitution, b->material.restitution);
  }
  pair.speed = speed;
  pair.spring = {hertz_contact({radius, 1 / pair.mobility, modulus}, speed).stiffness,
                 rolling_loss(restitution, speed)};
  const auto group = std::make_unique<ImpactGroup>();
  ImpactResponse out = impact_response(*group, pair, longest_impact(pair));
  EXPECT_GT(out.modes[0], 0);
  return out;
}

EngineLimits quiet_limits() {
  EngineLimits limits;
  limits.full_scale = 1e4, limits.inaudible = 1e-12, limits.max_modes = 100000;
  return limits;
}

/// Of both bodies after an impact of `two` bodies or one and the ground, over that of the coupled
/// solution.
struct Ratio {
  double a, b;
  ImpactResponse wanted;
};
Ratio energy_ratio(double shapes, double modulus, double restitution, bool two, double delay) {
  // Decay 1e-6: what a blow leaves is still there when the test looks.
  ToyBody a(200, 150, 1e-6), b(60, 700, 1e-6);
  for (ToyBody* toy : {&a, &b}) {
    toy->scale_shapes(shapes);
    toy->body().material = {modulus, restitution, 0.4, 2e-6};
  }
  ToyEngine engine({&a, &b}, quiet_limits());
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int first = engine.spawn(0, {0, 0, 0}), second = engine.spawn(1, {0, 0, 0});
  EngineImpact impact;
  impact.a = first, impact.b = two ? second : kGround;
  impact.point = {0.03, 0, 0.01}, impact.closing_speed = 0.7, impact.delay = delay / 48000;
  engine.game().impact(impact);
  engine.render(40);
  const ImpactResponse wanted =
      coupled(a.body(), two ? &b.body() : nullptr, {0.03, 0, 0.01}, engine.ground(), 0.7);
  return {energy(engine, first, a.body()) / wanted.modes[0],
          two ? energy(engine, second, b.body()) / wanted.modes[1] : 1, wanted};
}

TEST(EngineImpacts, LeaveTheEnergyOfTheCoupledSolution) {
  for (const double modulus : {1e8, 7e9, 7e10})
    for (const double restitution : {0.3, 0.9, 1.0})
      for (const double shapes : {0.03, 0.2})
        for (const bool two : {false, true}) {
          const Ratio r = energy_ratio(shapes, modulus, restitution, two, 10.4);
          EXPECT_NEAR(r.a, 1, 0.01) << modulus << " " << restitution << " " << shapes << two;
          EXPECT_NEAR(r.b, 1, 0.01) << modulus << " " << restitution << " " << shapes << two;
        }
}

// Thin bodies stay together for thirty contact times, in up to some twenty contacts: sub-steps grow
// longer meanwhile, and half a decibel may be lost between two bodies.
TEST(EngineImpacts, OfThinBodiesAreWithinHalfADecibel) {
  for (const double restitution : {0.3, 0.9, 1.0})
    for (const bool two : {false, true}) {
      const Ratio r = energy_ratio(1, 7e10, restitution, two, 10);
      EXPECT_GT(r.wanted.duration, 3e-3);
      EXPECT_NEAR(r.a, 1, two ? 0.02 : 0.01) << restitution << two;
      EXPECT_NEAR(r.b, 1, 0.11) << restitution;
    }
}

// A rebound that loses nothing to heat still leaves what the modes have taken.
TEST(EngineImpacts, OfElasticBodiesRing) {
  const Ratio r = energy_ratio(0.2, 7e10, 1, true, 0);
  EXPECT_GT(r.wanted.modes[0] + r.wanted.modes[1], 0.01 * r.wanted.kinetic);
  EXPECT_NEAR(r.wanted.heat / r.wanted.kinetic, 0, 1e-3);
  EXPECT_NEAR(r.a, 1, 0.01);
}

// Told the impulse alone, the engine finds the speed that brings it.
TEST(EngineImpacts, FindTheSpeedOfAnImpulse) {
  for (const double shapes : {0.03, 0.2, 1.0}) {
    ToyBody toy(60, 400, 1e-6);
    toy.scale_shapes(shapes);
    double left[2];
    for (const bool told : {false, true}) {
      ToyEngine engine({&toy}, quiet_limits());
      engine.listen({0, 1, 0}, {0, 1, 0});
      EngineImpact impact;
      impact.a = engine.spawn(0, {0, 0, 0}), impact.point = {0.03, 0, 0.01};
      impact.closing_speed = 0.7;
      if (told) {
        impact.closing_speed = -1;
        impact.impulse =
            coupled(toy.body(), nullptr, {0.03, 0, 0.01}, engine.ground(), 0.7).impulse;
      }
      engine.game().impact(impact);
      engine.render(40);
      left[told] = energy(engine, impact.a, toy.body());
    }
    EXPECT_NEAR(left[1] / left[0], 1, 0.05) << shapes;  // of the speed 2 %
  }
}

// A bar that lands flat: both places at once, solved as one blow of one rigid body that does not
// turn. Its motion is that of the centre, m v^2 / 2.
TEST(EngineImpacts, OfOneInstantBringTheEnergyOfOneBody) {
  ToyBody toy(60, 400, 1e-6);
  toy.body().material.restitution = 1;
  ToyEngine engine({&toy}, quiet_limits());
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int object = engine.spawn(0, {0, 0, 0});
  for (const double x : {-0.09, 0.09}) engine.strike(object, {x, 0, 0}, 0.7);
  engine.render(40);
  EXPECT_EQ(engine.counts().impacts, 2);
  const double brought = 0.5 * toy.body().mass * 0.7 * 0.7;
  const double left = energy(engine, object, toy.body());
  EXPECT_LT(left, brought);
  EXPECT_GT(left, 0.1 * brought);
}

// Bursts of blows on bodies that ring, overlapping each other, alone and together; when each burst
// is over the modes have at most what they had before and what its bodies brought. Nothing decays.
TEST(EngineImpacts, NeverMakeEnergy) {
  for (const double shapes : {0.1, 1.0}) {
    ToyBody a(24, 300, 1e-6), b(17, 900, 1e-6);
    for (ToyBody* toy : {&a, &b}) {
      toy->scale_shapes(shapes);
      toy->body().material.restitution = 1;
    }
    const PlayBody* bodies[2] = {&a.body(), &b.body()};
    EngineLimits limits = quiet_limits();
    limits.ears = 0, limits.max_objects = 2;
    ToyEngine engine({&a, &b}, limits);
    engine.listen({0, 1, 0}, {0, 1, 0});
    const int objects[2] = {engine.spawn(0, {0, 0, 0}), engine.spawn(1, {0, 0, 0})};
    unsigned random = 3;
    const auto draw = [&](unsigned n) {
      random = random * 1664525u + 1013904223u;
      return static_cast<int>((random >> 8) % n);
    };
    const auto strike = [&] {
      EngineImpact impact;
      const int which = draw(3);
      impact.a = which == 1 ? objects[1] : objects[0];
      impact.b = which == 2 ? objects[1] : kGround;
      impact.point = {-0.09 + 0.006 * draw(30), 0, -0.04 + 0.004 * draw(20)};
      impact.closing_speed = 0.02 + 0.02 * draw(50);
      impact.delay = draw(300) / 48000.0;
      engine.game().impact(impact);
      SurfacePlace place;
      EXPECT_TRUE(nearest_place(a.body().surface,
                                {impact.point[0], impact.point[1], impact.point[2]}, place));
      double w = 0;
      for (int k = 0; k < 2; ++k)
        if (which == 2 || which == k)
          w += mobility(bodies[k]->mass, bodies[k]->inertia, place.position, {0, 1, 0});
      return 0.5 * impact.closing_speed * impact.closing_speed / w;
    };
    double before = 0, nearest = 0;
    int struck = 0;
    while (struck < 50'000) {
      double brought = 0;
      for (int n = 1 + draw(4); n > 0; --n, ++struck) brought += strike();
      engine.take_events();
      for (int hop = 0; hop < 24; ++hop) engine.core().render_hop();  // 5 and the longest blow
      double now = 0;
      for (int k = 0; k < 2; ++k) now += energy(engine, objects[k], *bodies[k]);
      ASSERT_LT(now, before + brought) << struck;
      nearest = std::max(nearest, (now - before) / brought);
      before = now;
    }
    EXPECT_EQ(engine.counts().impacts, struck);
    EXPECT_GT(nearest, 0.05);  // or nothing was tried
  }
}

}  // namespace
}  // namespace peal
