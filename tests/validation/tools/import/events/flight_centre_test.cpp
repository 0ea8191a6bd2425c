// The point that flies, from poses in closed form: a parabola and a steady rotation about it, a
// rebound between two arcs. The importer is told poses of another point of the body.
#include "tools/import/events/flight_centre.h"

#include <gtest/gtest.h>

#include <cmath>

namespace peal {
namespace {

const Vec3 kGravity{0, -9.81, 0};

struct Arc {
  Vec3 place, velocity, spin;  // at its begin
  double begin;
};

struct Poses {
  std::vector<double> times;
  std::vector<Pose> poses;
};

double rounded(double x, double unit) { return std::round(x / unit) * unit; }

/// Poses of the point that lies `centre` before the one that flies; air brakes by `drag` [1/s].
Poses poses_of(const std::vector<Arc>& arcs, const Vec3& centre, double end, double rate,
               double unit = 1e-6, double drag = 0) {
  Poses out;
  for (int k = 0; k <= end * rate; ++k) {
    const double t = k / rate;
    Quat turn = Quat::from_axis_angle({1, 2, 0.5}, 0.7);
    Vec3 place;
    for (std::size_t i = 0; i < arcs.size() && arcs[i].begin <= t; ++i) {
      const double until = i + 1 < arcs.size() ? std::min(t, arcs[i + 1].begin) : t;
      const double s = until - arcs[i].begin;
      if (norm(arcs[i].spin) > 0)
        turn = Quat::from_axis_angle(arcs[i].spin, norm(arcs[i].spin) * s) * turn;
      // x'' = g - drag x'
      const double e = drag > 0 ? -std::expm1(-drag * s) / drag : s;
      const double fall = drag > 0 ? (s - e) / drag : 0.5 * s * s;
      place = arcs[i].place + e * arcs[i].velocity + fall * kGravity;
    }
    Vec3 p = place - rotate(turn, centre);
    for (int d = 0; d < 3; ++d) p[d] = rounded(p[d], unit);
    out.times.push_back(t);
    out.poses.push_back({p, turn});
  }
  return out;
}

FlightCentre found(const Poses& p, double bounding_radius = 0.08, double unit = 1e-6) {
  return flight_centre(p.times, p.poses, kGravity, bounding_radius, {0.5 * unit, 1e-7});
}

const std::vector<Arc> kBounce{{{0, 1, 0}, {0.5, 1, 0}, {3, 2, -1}, 0},
                               {{0.2, 0.5, 0}, {0.5, 1.5, 0.3}, {-4, 6, 2}, 0.4}};

TEST(FlightCentre, IsFoundInTwoArcsWithAReboundBetween) {
  const Vec3 centre{0.01, -0.05, 0.02};
  for (const double rate : {60., 240.}) {
    const FlightCentre f = found(poses_of(kBounce, centre, 0.8, rate));
    EXPECT_LT(norm(f.offset - centre), 1e-4) << rate;
    EXPECT_LT(f.error, 1e-4) << rate;
    EXPECT_GT(f.frames, 20) << rate;
  }
}

TEST(FlightCentre, AirThatBrakesDoesNotMoveIt) {
  const Vec3 centre{0.01, -0.05, 0.02};
  const FlightCentre f = found(poses_of(kBounce, centre, 0.8, 240, 1e-6, 0.05));
  EXPECT_LT(norm(f.offset - centre), 3e-4);
}

TEST(FlightCentre, IsThatOfThePosesWhenTheseFly) {
  for (const double rate : {24., 240., 1000.})
    for (const double unit : {1e-4, 1e-6})
      EXPECT_EQ(found(poses_of(kBounce, {}, 0.8, rate, unit), 0.08, unit).offset, Vec3{})
          << rate << " " << unit;
}

// A steady turn about one axis tells nothing along it.
TEST(FlightCentre, StaysWhereItIsAlongTheAxisOfRotation) {
  const std::vector<Arc> arcs{{{0, 1, 0}, {0, 2, 0}, {0, 0, 8}, 0}};
  const Vec3 axis = rotate_back(Quat::from_axis_angle({1, 2, 0.5}, 0.7), {0, 0, 1});
  const Vec3 across = normalized(cross(axis, {1, 0, 0}));
  const FlightCentre f = found(poses_of(arcs, 0.04 * across + 0.03 * axis, 0.5, 240));
  EXPECT_NEAR(dot(f.offset, across), 0.04, 1e-3);
  EXPECT_NEAR(dot(f.offset, axis), 0, 1e-3);
}

TEST(FlightCentre, WhatDoesNotFlyTellsNothing) {
  // A wheel that rolls, a pendulum and a plank that tips over: none of their points is free.
  Poses wheel, pendulum, plank;
  for (int k = 0; k <= 240; ++k) {
    const double t = k / 240.0, swing = 0.6 * std::cos(5 * t), tip = 0.02 * std::exp(4 * t);
    for (Poses* p : {&wheel, &pendulum, &plank}) p->times.push_back(t);
    wheel.poses.push_back({{0.7 * t, 0.05, 0}, Quat::from_axis_angle({0, 0, 1}, -0.7 * t / 0.05)});
    pendulum.poses.push_back({{0.4 * std::sin(swing), 1 - 0.4 * std::cos(swing), 0},
                              Quat::from_axis_angle({0, 0, 1}, swing)});
    plank.poses.push_back(
        {{-0.1 * std::sin(tip), 0.1 * std::cos(tip), 0}, Quat::from_axis_angle({0, 0, 1}, tip)});
  }
  for (const Poses* p : {&wheel, &pendulum, &plank})
    EXPECT_EQ(found(*p, 0.1).offset, Vec3{}) << (p == &wheel ? 0 : p == &pendulum ? 1 : 2);
}

}  // namespace
}  // namespace peal
