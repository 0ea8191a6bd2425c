#include "physics/grains/event_calendar.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"

namespace peal {
namespace {

// Against an ordered set, with times of very different scales, ties and grains without events.
TEST(EventCalendar, IsAlwaysTheEarliest) {
  const int count = 300;
  EventCalendar calendar;
  calendar.resize(count);
  std::set<std::pair<double, int>> set;
  std::vector<double> times(count, kNever);
  const auto put = [&](int grain, double t) {
    set.erase({times[grain], grain});
    times[grain] = t;
    if (t < kNever) set.insert({t, grain});
    calendar.set(grain, t);
  };
  EXPECT_EQ(calendar.first(), -1);
  KeyedRng rng(1, 2, 3);
  double now = 0;
  for (int i = 0; i < count; ++i) put(i, rng.uniform());
  for (int step = 0; step < 100000; ++step) {
    const int first = calendar.first();
    if (set.empty()) {
      ASSERT_EQ(first, -1);
      now += 1;
    } else {
      ASSERT_EQ(first, set.begin()->second) << step;
      now = set.begin()->first;
      EXPECT_EQ(calendar.time(first), now);
    }
    const double scale = std::pow(10.0, rng.uniform(-9, step % 1000 == 0 ? 6 : -1));
    const double ahead = step % 7 == 0 ? 0 : scale * rng.uniform();
    put(first < 0 ? 0 : first, step % 50 == 0 ? kNever : now + ahead);
    put(int(rng.bits() % count), now + scale);
  }
}

// Events years ahead of the calendar come in their turn, also when the calendar is never made anew.
TEST(EventCalendar, RemembersWhatIsFarAhead) {
  const int count = 64;
  EventCalendar calendar;
  calendar.resize(count);
  for (int i = 0; i < count; ++i) calendar.set(i, 1e-3 * (i + 1));
  calendar.resize(count);  // bins as wide as these events demand
  for (int i = 1; i < count; ++i) calendar.set(i, 0.35 * i);
  double last = 0;
  int far_ahead = 0;
  for (int step = 0; step < 1400; ++step) {
    const int first = calendar.first();
    ASSERT_GE(calendar.time(first), last) << step;
    last = calendar.time(first);
    far_ahead += first > 0;
    calendar.set(first, first > 0 ? kNever : last + 0.01);
  }
  EXPECT_EQ(far_ahead, int(last / 0.35));
}

}  // namespace
}  // namespace peal
