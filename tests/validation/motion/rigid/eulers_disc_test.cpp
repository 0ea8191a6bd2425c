// A disc that spins down. Thin, of radius a, rolling without slip, centre at rest, tilted by alpha:
// the place of touch goes around with Omega^2 = 4 g / (a sin alpha), and the spin is Omega sin
// alpha along the radius to it. Its energy is 1.5 m g a sin alpha, and a torque mu a m g against
// the spin takes it away: sqrt(alpha) falls by (2/3) mu sqrt(g / a) per second, which ends after
// 1.5 sqrt(alpha_0 a / g) / mu.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "rigid_bodies.h"

namespace peal {
namespace {

constexpr double kRadius = 0.02, kThickness = 2e-4, kDiscMass = 0.01, kGravity = 9.81;

double rate(double alpha) { return std::sqrt(4 * kGravity / (kRadius * std::sin(alpha))); }

RigidBodySetup spinning_disc(double alpha) {
  RigidBodySetup body;
  body.shape = CylinderShape{{0, 1, 0}, kRadius, kThickness};
  body.mass = kDiscMass;
  const double across = kDiscMass * kRadius * kRadius / 4;
  body.inertia_diagonal = {across, 2 * across, across};
  body.pose.rotation = Quat::from_axis_angle({0, 0, 1}, -alpha);  // lowest at +x
  body.pose.position = {0, kRadius * std::sin(alpha) + 0.5 * kThickness * std::cos(alpha), 0};
  body.spin = -rate(alpha) * std::sin(alpha) * rotate(body.pose.rotation, {1, 0, 0});
  body.restitution = 0.5;
  body.friction = 0.6;
  return body;
}

struct Wobble {
  double time, alpha, measured;  // [s], [rad], [rad/s] around
};

/// Means over whole turns of the axis.
std::vector<Wobble> wobbles(const PoseTrack& track) {
  std::vector<Wobble> out;
  double turned = 0, last = 0, begin = 0, sum = 0, weight = 0;
  bool first = true;
  for (const PoseKnot& knot : track.knots()) {
    const Vec3 axis = rotate(knot.pose.rotation, {0, 1, 0});
    const double azimuth = std::atan2(axis.z, axis.x);
    if (first) last = azimuth, begin = knot.time, first = false;
    turned += std::remainder(azimuth - last, 2 * kPi);
    last = azimuth;
    sum += std::asin(std::min(1.0, std::hypot(axis.x, axis.z))), weight += 1;
    if (std::abs(turned) < 2 * kPi || knot.time <= begin) continue;
    out.push_back(
        {0.5 * (begin + knot.time), sum / weight, std::abs(turned) / (knot.time - begin)});
    turned = sum = weight = 0, begin = knot.time;
  }
  return out;
}

}  // namespace

TEST(EulersDisc, GoesAroundFasterAndFasterUntilItLies) {
  RigidSetup setup;
  setup.edge_resistance = 0.01;
  const double alpha = 0.25;
  setup.bodies.push_back(spinning_disc(alpha));
  RigidMotion motion(setup);
  const double theory = 1.5 * std::sqrt(alpha * kRadius / kGravity) / setup.edge_resistance;
  const MotionBlock& block = motion.step(theory + 1);
  EXPECT_TRUE(block.impacts.empty());

  const std::vector<Wobble> turns = wobbles(motion.tracks()[0]);
  ASSERT_GT(turns.size(), 100u);
  double last = alpha, worst = 0, fastest = 0;
  for (const Wobble& w : turns) {
    if (w.alpha < 1e-4) break;  // two micrometres over its lowest place
    worst = std::max(worst, std::abs(w.measured / rate(w.alpha) - 1));
    EXPECT_NEAR(w.measured / rate(w.alpha), 1, 0.05) << w.time << " s";
    EXPECT_LT(w.alpha, last + 0.02 * alpha) << w.time << " s";  // it may nod a little
    last = w.alpha;
  }
  EXPECT_LT(last, 2e-4);
  for (const Wobble& w : turns) fastest = std::max(fastest, w.measured);
  fmt::print(
      "Euler's disc: rate within {:.2g}, up to {:.0f} rad/s, ends after {:.3f} of {:.3f} s\n",
      worst, fastest, turns.back().time, theory);
  EXPECT_GT(fastest, 4000);  // [rad/s]
  // Losses of the method shorten it by an eighth.
  EXPECT_NEAR(turns.back().time / theory, 1, 0.15);

  // Lies, and stays.
  const PoseKnot& end = motion.tracks()[0].knots().back();
  EXPECT_LT(1 - rotate(end.pose.rotation, {0, 1, 0}).y, 1e-10);
  EXPECT_EQ(norm(end.spin), 0);
}

// What sources are told: one contact with the weight on it, whose place runs along the rim at
// a Omega, faster and faster, and then rests.
TEST(EulersDisc, ItsContactRunsAlongTheRimAndEndsOnce) {
  RigidSetup setup;
  setup.edge_resistance = 0.02;
  setup.bodies.push_back(spinning_disc(0.1));
  RigidMotion motion(setup);
  const MotionBlock block = motion.step(2.5);
  const std::vector<Wobble> turns = wobbles(motion.tracks()[0]);
  int compared = 0, changes = 0;
  ContactState state = ContactState::roll;
  for (const ContactSample& c : block.contacts) {
    EXPECT_EQ(c.track, 0);
    EXPECT_FALSE(c.ends);
    // While it settles its weight leaps from place to place.
    changes += c.state != state && std::abs(c.time - turns.back().time) > 0.03;
    state = c.state;
    const auto turn =
        std::find_if(turns.begin(), turns.end(), [&](const Wobble& w) { return w.time > c.time; });
    if (c.state != ContactState::roll || turn == turns.end() || turn->alpha < 3e-3) continue;
    EXPECT_NEAR(norm(c.roll) / (kRadius * rate(turn->alpha)), 1, 0.15) << c.time;
    EXPECT_NEAR(c.normal_force, kDiscMass * kGravity, 0.15 * kDiscMass * kGravity) << c.time;
    ++compared;
  }
  EXPECT_GT(compared, 20);
  EXPECT_EQ(state, ContactState::rest);
  EXPECT_EQ(changes, 0);
}

}  // namespace peal
