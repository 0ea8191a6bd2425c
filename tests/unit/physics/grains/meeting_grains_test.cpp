#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "physics/grains/drop_times.h"
#include "physics/grains/grain_flight.h"

namespace peal {
namespace {

// Whoever is first by the whole calculation is among those that are kept, in the same order, and
// whoever is at rest is kept; most others are not.
TEST(MeetingGrains, KeepTheFirst) {
  const double radius = 0.001, now = 0.3;
  const Vec3 g{0, -9.81, 0};
  int looked_at = 0, kept_in_all = 0, met = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    KeyedRng rng(4, 0, trial);
    const auto within = [&](double a) {
      return Vec3{rng.uniform(-a, a), rng.uniform(-a, a), rng.uniform(-a, a)};
    };
    const int count = 1 + int(rng.bits() % 40);
    std::vector<GrainFlight> flights(count);
    std::vector<std::int32_t> near;
    for (int i = 0; i < count; ++i) {
      GrainFlight& f = flights[i];
      f.t = now - rng.uniform(0, 0.002), f.v = within(1);
      Vec3 apart = within(0.006);
      if (norm(apart) < 2.0001 * radius) apart = 2.0001 * radius * normalized(apart, {1, 0, 0});
      const double dt = now - f.t;
      f.x = apart - dt * f.v - (0.5 * dt * dt) * g;
      if (rng.uniform() < 0.1) f.state = GrainState::rests;
      near.push_back(i);
    }
    GrainView view{-1, {0, 0, 0}, within(1), g, now, 2 * radius, 1e6};
    int first = -1;
    double best = 1e6;
    for (int i = 0; i < count; ++i) {
      const GrainFlight& f = flights[i];
      if (f.state != GrainState::flies) continue;
      const double dt = now - f.t;
      const Vec3 r = view.x - f.x - dt * f.v - (0.5 * dt * dt) * g, v = view.v - f.v - dt * g;
      const double b = dot(r, v), c = dot(r, r) - 4 * radius * radius, d = b * b - dot(v, v) * c;
      if (b < 0 && d >= 0 && c / (-b + std::sqrt(d)) < best)
        best = c / (-b + std::sqrt(d)), first = i;
    }
    near.resize(meeting_grains(flights.data(), view, near.data(), count, true));
    looked_at += count, kept_in_all += int(near.size()), met += first >= 0;
    if (first >= 0) {
      EXPECT_TRUE(std::count(near.begin(), near.end(), first)) << trial;
    }
    for (int i = 0; i < count; ++i)
      if (flights[i].state == GrainState::rests) {
        EXPECT_TRUE(std::count(near.begin(), near.end(), i)) << trial;
      }
    EXPECT_TRUE(std::is_sorted(near.begin(), near.end()));
    // Nobody before `best`: nobody who flies is needed any more.
    view.earlier = 0.5 * best;
    std::vector<std::int32_t> again(count);
    for (int i = 0; i < count; ++i) again[i] = i;
    again.resize(meeting_grains(flights.data(), view, again.data(), count, true));
    EXPECT_LE(again.size(), near.size()) << trial;
  }
  EXPECT_GT(met, 1000);
  EXPECT_LE(kept_in_all, looked_at);
}

}  // namespace
}  // namespace peal
