// Samples beyond full scale are said on the console, for sound files, stems and movies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "scenes.h"

namespace peal::test {
namespace {

std::int64_t beyond(const SoundFile& sound) {
  std::int64_t count = 0;
  for (const float s : sound.samples) count += std::abs(s) > 1;
  return count;
}

Json loud_tone(double gain_db) {
  Json scene = tone_scene();
  scene["sources"][0]["fade"] = 0;
  scene["mix"] = {{"gain_db", gain_db}};
  return scene;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FullScale, CountListenerAndDecibelsAreSaidAndReported) {
  const Rendering r = render(loud_tone(60));
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  const std::int64_t count = beyond(r.sounds[0]);
  const double over = 20 * std::log10(r.sounds[0].peak());
  ASSERT_GT(over, 6);
  // A sine of amplitude A is beyond 1 for 1 - 2 asin(1/A) / pi of the time.
  SoundFile steady = r.sounds[0];
  steady.samples.erase(steady.samples.begin(), steady.samples.begin() + 2400);
  EXPECT_NEAR(beyond(steady), (1 - 2 * std::asin(1 / steady.peak()) / 3.14159265) * 2400, 48);
  const std::string line =
      fmt::format("listener 'mic': {} samples of mic.wav pass full scale, 1 Pa, by up to {:.1f} dB",
                  count, over);
  EXPECT_TRUE(has(r.outcome.err, "warning: " + line)) << r.outcome.err;
  EXPECT_TRUE(has(r.outcome.err, "normalised")) << r.outcome.err;
  EXPECT_TRUE(has(r.report["warnings"].dump(), line)) << r.report["warnings"];
  EXPECT_NEAR(r.report["listeners"][0]["beyond_full_scale_db"].get<double>(), over, 1e-4);
  // The way out that it names is one.
  const std::size_t place = r.outcome.err.find("\"full_scale\" of ") + 16;
  Json scene = loud_tone(60);
  scene["output"] = {{"full_scale", std::stod(r.outcome.err.substr(place))}};
  const Rendering again = render(scene);
  EXPECT_EQ(again.outcome.err, "");
  EXPECT_GT(again.sounds[0].peak(), 0.98);
}

TEST(FullScale, NothingIsSaidBelowIt) {
  const Rendering quiet = render(loud_tone(-20));
  EXPECT_LT(quiet.sounds.at(0).peak(), 1);
  EXPECT_EQ(quiet.outcome.err, "");
  Json scene = loud_tone(60);
  scene["output"] = {{"level", "normalised"}, {"peak_dbfs", 0}};
  EXPECT_EQ(render(scene).outcome.err, "");
  scene["output"] = {{"format", "flac"}};
  EXPECT_EQ(render(scene).outcome.code, 1);
}

TEST(FullScale, StemsCount) {
  const Folder folder;
  Json scene = struck_scene();
  scene["mix"] = {{"gain_db", 80}};
  scene["output"] = {{"stems", "objects"}};
  const Rendering r = render_in(folder, scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  const std::int64_t left = beyond(read_wav(folder / "out/mic-left.wav"));
  const std::int64_t right = beyond(read_wav(folder / "out/mic-right.wav"));
  ASSERT_GT(left, 0);
  ASSERT_GT(right, 0);
  EXPECT_TRUE(
      has(r.outcome.err,
          fmt::format("listener 'mic': {} samples in 2 stems pass full scale", left + right)))
      << r.outcome.err;
}

TEST(FullScale, TheMovieIsNamed) {
  if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no ffmpeg";
  const Folder folder;
  std::filesystem::create_directories(folder / "pictures");
  ASSERT_EQ(
      std::system(fmt::format("ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=24 "
                              "-frames:v 2 '{}/pictures/f_%04d.png'",
                              folder.path().string())
                      .c_str()),
      0);
  const Rendering r =
      render_in(folder, loud_tone(60), {"-q", "--no-pictures", "--video", "pictures"});
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  EXPECT_TRUE(has(r.outcome.err, "warning: out/mic.mp4: its sound passes full scale by"))
      << r.outcome.err;
}

}  // namespace
}  // namespace peal::test
