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
  EXPECT_EQ(lines[1], "modes:  10 %, 45.0 s left");
  EXPECT_EQ(lines[9], "modes:  90 %, 5.0 s left");
  EXPECT_EQ(lines[10], "modes: done in 50.0 s");
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
                        "]  50 %, 5.0 s left");
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
