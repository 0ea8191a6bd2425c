// Steps of elastic rods: what is conserved, held, pushed, kept.
#include "physics/rods/rod_stepper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "rod_support.h"
#include "support/error_of.h"

namespace peal {
namespace {

/// Soft enough to swing widely at these steps.
RodStepSettings wide_steps() {
  RodStepSettings settings;
  settings.step = 1e-3;
  return settings;
}

Vec3 momentum_of(const ElasticRod& rod) {
  Vec3 out;
  for (int i = 0; i < rod.points(); ++i) out += rod.mass(i) * rod.velocity(i);
  return out;
}

ElasticRod spinning(bool closed) {
  ElasticRod rod = test::bent_rod(17, closed);
  for (int i = 0; i < rod.points(); ++i)
    rod.set_velocity(i, Vec3{1, 2, 3} + cross({2, -1, 3}, rod.point(i)));
  for (int j = 0; j < rod.edges(); ++j) rod.set_twist_rate(j, std::sin(j));
  return rod;
}

TEST(RodStepper, FreeFlightKeepsMomentum) {
  for (const bool closed : {false, true}) {
    ElasticRod rod = spinning(closed);
    RodStepper stepper(rod, wide_steps());
    const Vec3 before = momentum_of(rod);
    double swing = 0;
    for (int n = 0; n < 2000; ++n) {
      ASSERT_TRUE(stepper.step().good);
      swing = std::max(swing, rod.energy().elastic());
    }
    EXPECT_LT(norm(momentum_of(rod) - before), 1e-12 * norm(before));
    EXPECT_GT(swing, 0.01 * rod.energy().total());  // it did bend on its way
  }
}

TEST(RodStepper, FallsByGravityAlone) {
  ElasticRod rod = test::bent_rod(9, false);
  RodStepSettings settings = wide_steps();
  settings.gravity = {0, -9.81, 0};
  RodStepper stepper(rod, settings);
  const ElasticRod before = rod;
  for (int n = 0; n < 100; ++n) stepper.step();
  for (int i = 0; i < rod.points(); ++i) {
    EXPECT_NEAR(rod.point(i).y - before.point(i).y, -9.81 * 0.1 * 0.1 / 2, 1e-12);
    EXPECT_NEAR(rod.velocity(i).y, -0.981, 1e-12);
  }
}

TEST(RodStepper, HoldsWhatIsHeldAndMovesWhatIsMoved) {
  ElasticRod rod = test::bent_rod(12, false);
  RodStepSettings settings = wide_steps();
  settings.gravity = {0, -9.81, 0};
  RodStepper stepper(rod, settings);
  stepper.clamp(0);
  stepper.pin(11);
  const ElasticRod before = rod;
  for (int n = 1; n <= 200; ++n) {
    const double t = n * settings.step, w = 20;
    stepper.prescribe(11, before.point(11) + Vec3{0, 0.1 * std::sin(w * t), 0},
                      {0, 0.1 * w * std::cos(w * t), 0}, {0, -0.1 * w * w * std::sin(w * t), 0});
    ASSERT_TRUE(stepper.step().good);
    EXPECT_EQ(rod.point(0), before.point(0));
    EXPECT_EQ(rod.point(1), before.point(1));
    EXPECT_EQ(rod.twist(0), before.twist(0));
    EXPECT_EQ(rod.point(11).y, before.point(11).y + 0.1 * std::sin(w * t));
    EXPECT_EQ(rod.d1(0), rod.d1(0));
  }
  EXPECT_GT(norm(rod.point(5) - before.point(5)), 1e-3);
  EXPECT_NEAR(dot(rod.d1(0), before.d1(0)), 1, 1e-12);
  EXPECT_NE(error_of([&] { stepper.prescribe(5, {}, {}, {}); }).find("not pinned"),
            std::string::npos);
}

// A spring to ground on every point of a stiff short bar: a harmonic oscillator of the bar's mass,
// with the period of trapezoids, tan(w' h / 2) = w h / 2.
TEST(RodStepper, SpringsAndDampersSwingAtTheirFrequency) {
  ElasticRod rod = test::bent_rod(6, false);
  RodStepSettings settings = wide_steps();
  RodStepper stepper(rod, settings);
  const double w = 100, g = 4, offset = 1e-3;
  const ElasticRod before = rod;
  for (int i = 0; i < rod.points(); ++i) {
    const double m = rod.mass(i);
    stepper.add_spring(i, rod.point(i) - Vec3{offset, 0, 0}, w * w * m * Vec3{1, 1, 1},
                       g * m * Vec3{1, 1, 1});
  }
  // x'' + g x' + w^2 x = 0 by trapezoids: z = (1 + s h/2) / (1 - s h/2)
  const double h = settings.step, im = std::sqrt(w * w - g * g / 4);
  const std::complex<double> s(-g / 2, im), z = (1.0 + s * h / 2.0) / (1.0 - s * h / 2.0);
  const int steps = 400;
  for (int n = 0; n < steps; ++n) ASSERT_TRUE(stepper.step().good);
  // x(0) = offset, v(0) = 0
  const std::complex<double> c = offset * (1.0 - std::complex<double>(0, g / 2 / im)) / 2.0;
  const double expected = 2 * (c * std::pow(z, steps)).real();
  for (int i = 0; i < rod.points(); ++i) {
    EXPECT_NEAR(rod.point(i).x - before.point(i).x + offset, expected, 1e-9 * offset);
    EXPECT_NEAR(rod.point(i).y - before.point(i).y, 0, 1e-12);
  }
}

TEST(RodStepper, PushesAnswerByMobility) {
  for (const bool closed : {false, true}) {
    ElasticRod rod = spinning(closed);
    RodStepSettings settings = wide_steps();
    settings.viscous = 1e-4;
    RodStepper stepper(rod, settings);
    for (int n = 0; n < 5; ++n) stepper.step();
    stepper.predict();
    const Mat3 w = stepper.mobility(4);
    const int where[] = {4, 7, 15};
    Mat3 far[3], back;
    stepper.mobility(4, where, far);
    const int four[] = {4};
    stepper.mobility(7, four, std::span(&back, 1));
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        EXPECT_EQ(far[0](r, c), w(r, c));
        EXPECT_NEAR(w(r, c), w(c, r), 1e-12 * w(0, 0));
        EXPECT_NEAR(far[1](r, c), back(c, r), 1e-12 * w(0, 0));  // reciprocity
      }
    // Less than the point alone would move, more than the whole rod.
    EXPECT_LT(w(0, 0), 1 / rod.mass(4));
    const Vec3 p{0.02, -0.01, 0.03}, momentum = momentum_of(rod);
    Vec3 before[3];
    for (int k = 0; k < 3; ++k) before[k] = stepper.velocity(where[k]);
    stepper.push(4, p);
    stepper.apply();
    for (int k = 0; k < 3; ++k)
      EXPECT_LT(norm(stepper.velocity(where[k]) - before[k] - far[k] * p), 1e-12 * norm(w * p));
    EXPECT_LT(norm(momentum_of(rod) - momentum - p), 1e-12 * norm(p));
    const Vec3 kicked = stepper.velocity(4);
    ASSERT_TRUE(stepper.finish().good);
    EXPECT_LT(norm(stepper.velocity(4) - kicked), 0.02 * norm(w * p));  // it was small
    // Nothing is left for the next step.
    stepper.step();
    EXPECT_LT(norm(momentum_of(rod) - momentum - p), 1e-12 * norm(momentum));
  }
}

TEST(RodStepper, AllMobilitiesAtOnceAreThoseOneByOne) {
  for (const bool closed : {false, true}) {
    ElasticRod rod = spinning(closed);
    RodStepper stepper(rod, wide_steps());
    stepper.pin(3);
    stepper.hold_twist(8);
    stepper.step();
    stepper.predict();
    std::vector<Mat3> all(rod.points());
    stepper.mobilities(all);
    const double scale = all[10](0, 0);
    for (int i = 0; i < rod.points(); ++i) {
      const Mat3 one = stepper.mobility(i);
      for (int k = 0; k < 9; ++k)
        EXPECT_NEAR(all[i](k / 3, k % 3), one(k / 3, k % 3), 1e-12 * scale);
    }
    EXPECT_EQ(all[3](1, 1), 0);
    // On edges, with an arm: what a push there does to the velocity there; of rings over the seam.
    for (const int edge : {7, 8, closed ? rod.points() - 1 : 2}) {
      const Vec3 arm{0.01, 0.02, -0.005}, p{0.02, -0.01, 0.03};
      const Mat3 w = stepper.edge_mobility(edge, 0.3, arm);
      const Vec3 before = stepper.edge_velocity(edge, 0.3, arm);
      stepper.push_edge(edge, 0.3, arm, p);
      stepper.apply();
      const Vec3 got = stepper.edge_velocity(edge, 0.3, arm) - before;
      EXPECT_LT(norm(got - w * p), 1e-11 * norm(got)) << edge;
      EXPECT_GT(norm(got), 0);
    }
  }
}

// Springs on the floor and friction, all at once: afterwards each place obeys its own law, with
// velocities that are means of the step's beginning and end.
TEST(RodStepper, HoldsObeyTheirLawTogether) {
  for (const bool closed : {false, true})
    for (const double friction : {10.0, 0.3, 0.0}) {
      ElasticRod rod = spinning(closed);
      RodStepper stepper(rod, wide_steps());
      stepper.expect_holds();
      stepper.pin(3);
      stepper.step();
      stepper.predict();
      std::vector<RodHold> holds;
      for (const int point : {1, 4, 5, 6, 9, 15, 16}) {
        RodHold hold;
        hold.point = point, hold.edge = std::min(point, rod.edges() - 1);
        hold.normal = normalized(Vec3{0.1 * point, 1, -0.3});
        hold.lever = cross(rod.tangent(hold.edge), {0.01, -0.02, 0.004 * point});
        hold.velocity =
            0.5 * (stepper.start_velocity(point) + rod.velocity(point)) +
            0.5 * (stepper.start_twist_rate(hold.edge) + rod.twist_rate(hold.edge)) * hold.lever;
        hold.compliance = 0.3,
        hold.target = dot(hold.normal, hold.velocity) + (closed ? 8 : 2) + 0.4 * (point % 3);
        hold.friction = friction, hold.mobility = 0.1;
        holds.push_back(hold);
      }
      for (int n = 0; n < 60; ++n) stepper.settle(holds);  // each goes on from the last
      for (const RodHold& hold : holds) {
        stepper.push(hold.point, hold.impulse);
        stepper.push_twist(hold.edge, dot(hold.lever, hold.impulse));
      }
      stepper.apply();
      int pressing = 0, slipping = 0;
      double small = 1e-6;  // [m/s] beside what the impulses make of places of 1 kg
      for (const RodHold& hold : holds) small = std::max(small, 1e-5 * norm(hold.impulse));
      for (const RodHold& hold : holds) {
        const Vec3 u =
            0.5 * (stepper.start_velocity(hold.point) + rod.velocity(hold.point)) +
            0.5 * (stepper.start_twist_rate(hold.edge) + rod.twist_rate(hold.edge)) * hold.lever;
        const double n = dot(hold.normal, u), p = dot(hold.normal, hold.impulse);
        const Vec3 across = u - n * hold.normal, rub = hold.impulse - p * hold.normal;
        if (p == 0) {
          EXPECT_GT(n, hold.target - small);
          continue;
        }
        ++pressing;
        EXPECT_NEAR(p * hold.compliance, hold.target - n, small) << hold.point;
        EXPECT_LE(norm(rub), friction * p * (1 + 1e-9) + 1e-12);
        if (friction > 0 && norm(rub) < 0.999 * friction * p) {
          EXPECT_LT(norm(across), small) << hold.point;
        } else {
          ++slipping;
          EXPECT_NEAR(dot(rub, across), -friction * p * norm(across), small * friction * p + 1e-12);
        }
      }
      EXPECT_GT(pressing, 1);
      EXPECT_EQ(slipping > 0, friction < 1);
    }
}

// An impulse in one step is the same as a velocity given beforehand, for long.
TEST(RodStepper, AnImpulseIsAVelocityGiven) {
  RodStepSettings settings = wide_steps();
  settings.step = 1e-5;
  ElasticRod pushed = test::bent_rod(12, false), given = pushed;
  RodStepper first(pushed, settings), second(given, settings);
  const Vec3 p{1e-3, 2e-3, 0};
  given.set_velocity(5, p / given.mass(5));
  second.start();
  first.predict();
  first.push(5, p);
  first.finish();
  second.step();
  for (int n = 0; n < 200; ++n) first.step(), second.step();
  double scale = 0, worst = 0;
  for (int i = 0; i < pushed.points(); ++i) {
    scale = std::max(scale, norm(given.velocity(i)));
    worst = std::max(worst, norm(given.velocity(i) - pushed.velocity(i)));
  }
  EXPECT_LT(worst, 0.01 * scale);  // half a step apart: h/2 of the fastest motion
}

TEST(RodStepper, GoesOnWithTheSameBits) {
  for (const bool closed : {false, true}) {
    const auto make = [&](ElasticRod& rod) {
      RodStepSettings settings = wide_steps();
      settings.viscous = 1e-4;
      settings.gravity = {0, -9.81, 0};
      RodStepper stepper(rod, settings);
      stepper.pin(3);
      stepper.hold_twist(2);
      stepper.add_spring(7, {0, 1, 0}, {5, 5, 5}, {0.1, 0, 0});
      return stepper;
    };
    ElasticRod rod = spinning(closed), other = test::bent_rod(17, closed);
    RodStepper whole = make(rod), resumed = make(other);
    whole.set_force(9, {0, 0, 0.3});
    for (int n = 0; n < 50; ++n) whole.step();
    std::vector<std::byte> bytes, end, resumed_end;
    whole.save(bytes);
    std::span<const std::byte> in(bytes);
    resumed.load(in);
    EXPECT_TRUE(in.empty());
    for (int n = 0; n < 50; ++n) whole.step(), resumed.step();
    whole.save(end);
    resumed.save(resumed_end);
    EXPECT_TRUE(end == resumed_end);
    EXPECT_EQ(resumed.steps(), 100);
    EXPECT_FALSE(end == bytes);
    in = std::span(bytes).first(bytes.size() - 1);
    EXPECT_NE(error_of([&] { resumed.load(in); }).find("ends early"), std::string::npos);
  }
}

// What a step cannot solve in whole is solved in parts, with the same forces and supports: thrown
// apart faster than Newton's method can follow, it moves as with steps a hundred times as short.
TEST(RodStepper, TakesInPartsWhatItCannotInWhole) {
  const auto flight = [](double step, int steps, int& parts) {
    ElasticRod rod = test::bent_rod(17, false);
    RodStepSettings settings;
    settings.step = step;
    settings.drag = 20;
    RodStepper stepper(rod, settings);
    stepper.pin(0);
    for (int i = 4; i < rod.points(); ++i)
      rod.set_velocity(i, {0, 4000.0 * std::sin(2.0 * i), 4000.0 * std::cos(3.0 * i)});
    stepper.start();
    parts = 1;
    for (int n = 0; n < steps; ++n) {
      const RodStepReport report = stepper.step();
      EXPECT_TRUE(report.good) << n;
      parts = std::max(parts, report.parts);
    }
    EXPECT_EQ(norm(rod.velocity(0)), 0);
    return rod;
  };
  int coarse_parts = 0, fine_parts = 0;
  const ElasticRod coarse = flight(4e-3, 1, coarse_parts), fine = flight(1e-5, 400, fine_parts);
  EXPECT_GT(coarse_parts, 1);
  EXPECT_EQ(fine_parts, 1);
  EXPECT_TRUE(std::isfinite(coarse.energy().total()));
  Vec3 momentum;
  double mass = 0;
  for (int i = 0; i < fine.points(); ++i) {
    momentum += coarse.mass(i) * (coarse.velocity(i) - fine.velocity(i));
    mass += fine.mass(i);
  }
  EXPECT_LT(norm(momentum) / mass, 400);  // of 4000 m/s
}

TEST(RodStepper, SaysWhenAStepIsBad) {
  ElasticRod rod = test::bent_rod(9, false);
  RodStepper stepper(rod, wide_steps());
  stepper.set_force(4, {NAN, 0, 0});
  EXPECT_FALSE(stepper.step().good);
  ElasticRod other = test::bent_rod(9, false);
  RodStepSettings fixed = wide_steps();
  fixed.exactly = 2;
  RodStepper counted(other, fixed);
  EXPECT_TRUE(counted.step().good);
  counted.set_force(4, {NAN, 0, 0});
  EXPECT_FALSE(counted.step().good);
  EXPECT_NE(error_of([&] { stepper.pin(9); }).find("expected 0 to 8"), std::string::npos);
  RodStepSettings settings;
  settings.step = 0;
  EXPECT_NE(error_of([&] { RodStepper bad(rod, settings); }).find("step"), std::string::npos);
  settings = {};
  settings.viscous = -1;
  EXPECT_NE(error_of([&] { RodStepper bad(rod, settings); }).find("stiffness"), std::string::npos);
}

}  // namespace
}  // namespace peal
