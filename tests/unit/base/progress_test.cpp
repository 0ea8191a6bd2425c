#include "base/progress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace peal {
namespace {

// A stream in memory and a clock set by hand.
struct Stage {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  double now = 100;

  ~Stage() {
    std::fclose(out);
    std::free(text);
  }
  ProgressOptions options(bool terminal) {
    ProgressOptions result;
    result.out = out;
    result.terminal = terminal;
    result.clock = [this] { return now; };
    return result;
  }
  std::string printed() {
    std::fflush(out);
    return {text, size};
  }
  std::vector<std::string> lines() {
    std::vector<std::string> result;
    std::istringstream in(printed());
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
  }
};

TEST(Progress, PlainLinesAtTenthsWithTimeLeft) {
  Stage stage;
  {
    Progress progress("modes", 100, stage.options(false));
    for (int i = 0; i < 100; ++i) stage.now += 0.5, progress.tick();
  }
  const auto lines = stage.lines();
  ASSERT_EQ(lines.size(), 11u) << stage.printed();
  EXPECT_EQ(lines[0], "modes: started");
  EXPECT_EQ(lines[1], "modes:  10 %, 45 s left");
  EXPECT_EQ(lines[9], "modes:  90 %, 5 s left");
  EXPECT_EQ(lines[10], "modes: done in 50.0 s");
}

/// The largest factor by which the time left was wrong from `from` to 95 %, for work whose steps
/// take these seconds each.
double worst_factor(const std::vector<double>& seconds, double from) {
  TimeLeft time_left;
  double all = 0, now = 0, worst = 1;
  for (const double s : seconds) all += s;
  for (std::size_t i = 0; i + 1 < seconds.size(); ++i) {
    now += seconds[i];
    const double part = static_cast<double>(i + 1) / static_cast<double>(seconds.size());
    time_left.add(now, part);
    if (part < from || part > 0.95) continue;
    const double said = time_left.left().value_or(0), true_left = all - now;
    worst = std::max({worst, said / true_left, true_left / said});
  }
  return worst;
}

// The pace since the start alone is wrong by factors of 2.3 and 2.5 for two of these.
TEST(TimeLeft, FollowsWorkThatGetsSlowerAndWorkThatGetsFaster) {
  std::vector<double> slower, faster, uneven;
  for (int i = 0; i < 400; ++i) {
    slower.push_back(0.1 * std::exp(0.0032 * i));  // 3.6 times as slow at the end
    faster.push_back(0.1 * std::exp(-0.0038 * i));
    uneven.push_back(i % 7 == 0 ? 3 : 0.1);
  }
  EXPECT_LT(worst_factor(faster, 0.2), 2);
  EXPECT_LT(worst_factor(slower, 0.2), 2);
  EXPECT_LT(worst_factor(uneven, 0.2), 1.5);
  std::vector<double> two_paces(400, 0.1);  // the first two fifths go four times as fast
  for (int i = 0; i < 160; ++i) two_paces[i] /= 4;
  EXPECT_LT(worst_factor(two_paces, 0.5), 2);
}

// Modes that a motion needs are made before its first step: counted as pace of the motion, they
// made 14 s of what was left 36 s.
TEST(TimeLeft, PreparationBeforeTheFirstNewsIsNoPace) {
  std::vector<double> seconds(100, 0.15);
  seconds[0] = 9.6;
  EXPECT_LT(worst_factor(seconds, 0.2), 1.01);  // 4.2 with it
}

// Half of what was planned turns out to be a quarter of what there is: 10 s were a quarter.
TEST(TimeLeft, MoreToDoThanThoughtMeansMoreTimeNotAStop) {
  TimeLeft time_left;
  for (int i = 1; i <= 10; ++i) time_left.add(i, 0.05 * i);
  EXPECT_NEAR(*time_left.left(), 10, 0.01);
  time_left.add(10, 0.25);
  EXPECT_NEAR(*time_left.left(), 30, 0.01);
  for (int i = 11; i <= 20; ++i) time_left.add(i, 0.025 * i);
  EXPECT_NEAR(*time_left.left(), 20, 0.01);
}

TEST(Progress, MoreToDoThanThoughtGoesIntoTheTimeLeft) {
  Stage stage;
  Progress progress("transfer", 1000, stage.options(false));
  for (int i = 1; i <= 5; ++i) stage.now += 2, progress.set(100 * i);
  EXPECT_EQ(stage.lines().back(), "transfer:  50 %, 10 s left");
  progress.set(250);  // 10 s were a quarter
  for (int i = 1; i <= 14; ++i) stage.now += 2, progress.set(250 + 25 * 2 * i);
  // 38 s for 95 %: percent were never taken back.
  EXPECT_EQ(stage.lines().back(), "transfer:  90 %, 4 s left") << stage.printed();
}

// What is said is no more exact than what is known.
TEST(Progress, SaysNothingTooEarlyAndSecondsAtTheEnd) {
  Stage stage;
  Progress progress("impacts", 100, stage.options(true));
  const auto shown = [&] {
    const std::string text = stage.printed();
    return text.substr(text.rfind(']') + 1);
  };
  stage.now += 1.9, progress.set(20);
  EXPECT_EQ(shown(), "  20 %");
  stage.now += 0.6, progress.set(25);
  EXPECT_EQ(shown(), "  25 %, 9 s left");
  stage.now += 5.5, progress.set(80);
  EXPECT_EQ(shown(), "  80 %, seconds left");
}

TEST(Progress, FastWorkPrintsTwoLines) {
  Stage stage;
  {
    Progress progress("fast", 1000, stage.options(false));
    for (int i = 0; i < 1000; ++i) stage.now += 1e-4, progress.tick();
  }
  EXPECT_EQ(stage.lines(), (std::vector<std::string>{"fast: started", "fast: done in 0.1 s"}));
}

TEST(Progress, SlowWorkGetsALineAboutEveryTenSeconds) {
  Stage stage;
  {
    Progress progress("slow", 10000, stage.options(false));
    for (int i = 0; i < 1000; ++i) stage.now += 1, progress.tick();  // a tenth in 1000 s
    EXPECT_EQ(stage.lines().size(), 1u + 10u) << stage.printed();    // one for each percent
    EXPECT_EQ(stage.lines().back(), "slow:  10 %, 2:30:00 left");
  }
}

TEST(Progress, TerminalRedrawsOneLine) {
  Stage stage;
  {
    Progress progress("render", 10, stage.options(true));
    for (int i = 0; i < 5; ++i) stage.now += 1, progress.tick();
    const std::string text = stage.printed();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const std::string last = text.substr(text.rfind('\r'));
    EXPECT_EQ(last, "\r\x1b[2Krender [" + std::string(20, '#') + std::string(20, '.') +
                        "]  50 %, 5 s left");
    stage.now += 0.01, progress.tick();
    EXPECT_EQ(stage.printed(), text) << "redrawn too soon";
  }
  EXPECT_TRUE(stage.printed().ends_with("\r\x1b[2Krender: done in 5.0 s\n"));
}

TEST(Progress, OddInputNeverPrintsNonsense) {
  Stage stage;
  {
    Progress unknown("unknown", 0, stage.options(false));
    stage.now -= 50;  // a clock that went back
    unknown.tick();
    Progress more("more", 2, stage.options(false));
    stage.now += 20;
    more.tick(5);
    more.finish();
    more.tick();
    more.finish();
    Progress back("back", 100, stage.options(true));
    stage.now -= 5;
    back.set(40);
    back.set(20);
  }
  const std::string text = stage.printed();
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
  EXPECT_EQ(text.find('-'), std::string::npos) << text;
  EXPECT_NE(text.find("more: done in 20.0 s\n"), std::string::npos) << text;
}

TEST(Progress, ExceptionSaysHowFarItCame) {
  Stage stage;
  try {
    Progress progress("bake", 4, stage.options(false));
    stage.now += 2, progress.tick();
    throw std::runtime_error("out of memory");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(stage.lines().back(), "bake: stopped at 25 % after 2.0 s");
}

TEST(Progress, QuietPrintsNothing) {
  Stage stage;
  ProgressOptions options = stage.options(true);
  options.quiet = true;
  { Progress("x", 10, options).tick(); }
  EXPECT_EQ(stage.printed(), "");
}

TEST(Progress, ManyThreadsTick) {
  Stage stage;
  {
    Progress progress("threads", 4000, stage.options(false));
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) progress.tick();
      });
    for (auto& thread : threads) thread.join();
  }
  EXPECT_EQ(stage.lines().back(), "threads: done in 0.0 s");
}

TEST(Progress, Durations) {
  EXPECT_EQ(format_duration(0.04), "0.0 s");
  EXPECT_EQ(format_duration(59.94), "59.9 s");
  EXPECT_EQ(format_duration(59.96), "1:00");
  EXPECT_EQ(format_duration(3599.7), "1:00:00");
  EXPECT_EQ(format_duration(-3), "0.0 s");
  EXPECT_EQ(format_duration(NAN), "0.0 s");
  EXPECT_EQ(format_duration(std::numeric_limits<double>::infinity()), "0.0 s");
}

}  // namespace
}  // namespace peal
