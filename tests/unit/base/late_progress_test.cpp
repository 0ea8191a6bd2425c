// Work that is mostly done at once speaks only when it is late, and never when it shall be quiet: a
// busy machine must not change what a quiet program prints.
#include "base/late_progress.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace peal {
namespace {

/// What work of `duration` seconds prints to a log.
std::string printed(double duration, bool quiet) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = ::open_memstream(&text, &size);
  double now = 100;  // [s]
  {
    LateProgress progress(
        "impacts", 2,
        {.quiet = quiet, .out = out, .terminal = false, .clock = [&] { return now; }});
    for (int k = 1; k <= 10; ++k) {
      now = 100 + duration * k / 10;
      progress.set(k / 10.0);
    }
    progress.finish();
  }
  std::fclose(out);
  const std::string all(text, size);
  std::free(text);
  return all;
}

TEST(LateProgress, ShortWorkSaysNothing) { EXPECT_EQ(printed(1.9, false), ""); }

TEST(LateProgress, LateWorkSaysHowFarItIs) {
  const std::string text = printed(40, false);
  EXPECT_TRUE(text.starts_with("impacts: started\n")) << text;
  EXPECT_NE(text.find("impacts:  50 %"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(" s\n")) << text;
}

TEST(LateProgress, QuietWorkSaysNothingHoweverLongItTakes) { EXPECT_EQ(printed(1e5, true), ""); }

}  // namespace
}  // namespace peal
