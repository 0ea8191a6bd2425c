// The time left while bodies ring longer than planned: a clock that counts cell-steps.
#include "physics/wave/transfer/transfer_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/progress.h"

namespace peal {
namespace {

constexpr double kSilent = 1e-5;

struct Found {
  double worst = 1;  // factor by which the time left was wrong, from 20 % to 95 %
  double ring = 1;   // factor of the ringing that was found
  double last = 0;   // part said at the end
};

/// Every field rings `rings` steps after its burst, dying out exponentially.
Found run(const std::vector<WorkGroup>& groups, double rings) {
  Found out;
  TimeLeft time_left;
  double now = 0, all = 0, part = 0;
  for (const WorkGroup& group : groups)
    all += group.cells * group.fields * (group.burst + rings) + group.besides;
  TransferWork work(groups, [&](double p) { part = p; });
  for (const WorkGroup& group : groups) {
    std::vector<TransferWork::FieldState> fields(static_cast<std::size_t>(group.fields));
    for (double n = 0; n <= group.burst + rings; n += 20) {
      const double after = std::max(0.0, n - group.burst);
      for (auto& field : fields)
        field = {n, n < group.burst + rings, std::exp(std::log(kSilent) * after / rings)};
      work.look(fields, kSilent);
      const double here = now + group.cells * group.fields * n;
      time_left.add(here, part);
      if (part < 0.2 || part > 0.95) continue;
      const double said = time_left.left().value_or(0), left = all - here;
      out.worst = std::max({out.worst, said / left, left / said});
    }
    now += group.cells * group.fields * (group.burst + rings) + group.besides;
    work.finish(fields);
    time_left.add(now, part);
  }
  out.ring = work.ring_factor(), out.last = part;
  return out;
}

TEST(TransferWork, AsPlanned) {
  const Found found = run({{1000, 6, 1000, 500, 8000, 0}, {500, 3, 600, 500, 4000, 1e5}}, 500);
  EXPECT_LT(found.worst, 1.2);
  EXPECT_EQ(found.last, 1);
}

// The air of a mug rings ten times as long as its walls let one expect.
TEST(TransferWork, BodiesThatRingOnAreNoticed) {
  const std::vector<WorkGroup> groups(4, {1000, 6, 1000, 500, 8000, 0});
  const Found found = run(groups, 5000);
  EXPECT_LT(found.worst, 2);
  EXPECT_NEAR(found.ring, 10, 0.1);
  EXPECT_EQ(found.last, 1);
}

TEST(TransferWork, BodiesThatAreSilentAtOnceAreNoticed) {
  const Found found = run(std::vector<WorkGroup>(4, {1000, 6, 1000, 2000, 8000, 0}), 100);
  EXPECT_LT(found.worst, 2);
  EXPECT_EQ(found.last, 1);
}

// Ringing after the bursts as it was counted in runs of a plate, a bowl, a mug and a wineglass.
TEST(TransferWork, ExpectsHollowsToRingAsLongAsTheyDid) {
  for (const auto& [enclosed, radii] : {std::pair(0.0, 4.7), std::pair(0.406, 5.8),
                                        std::pair(0.922, 208.0), std::pair(0.906, 206.0)}) {
    WorkGroup group;
    group.ring = 1, group.longest = 1e9, group.besides = 8;
    const WorkGroup expected = expected_work(group, enclosed, 10);
    EXPECT_LT(expected.ring, 1.5 * 10 * radii) << enclosed;
    EXPECT_GT(expected.ring, 10 * radii / 1.5) << enclosed;
    EXPECT_LT(expected.besides, group.besides);
  }
}

}  // namespace
}  // namespace peal
