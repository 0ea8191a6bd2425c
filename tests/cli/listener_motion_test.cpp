// Listeners that turn, and listeners in step with the picture, against closed forms; sound as long
// as the picture.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdlib>

#include "scenes.h"
#include "small_gltf.h"

namespace peal::test {
namespace {

constexpr double kPi = 3.14159265358979323846, kSound = 343.2;

std::vector<double> channel(const SoundFile& sound, int which) {
  std::vector<double> out;
  for (std::size_t i = static_cast<std::size_t>(which); i < sound.samples.size();
       i += static_cast<std::size_t>(sound.channels))
    out.push_back(sound.samples[i]);
  return out;
}

/// Amplitude and phase of a frequency between two times, Hann window.
std::complex<double> component(const std::vector<double>& x, double frequency, double from,
                               double to, double rate = 48000) {
  std::complex<double> sum = 0;
  double weights = 0;
  for (auto n = static_cast<std::size_t>(from * rate); n < to * rate && n < x.size(); ++n) {
    const double u = (static_cast<double>(n) / rate - from) / (to - from);
    const double weight = 0.5 - 0.5 * std::cos(2 * kPi * u);
    sum += weight * x[n] * std::polar(1.0, -2 * kPi * frequency * static_cast<double>(n) / rate);
    weights += weight;
  }
  return 2.0 * sum / weights;
}

/// By how much the left ear hears earlier than the right one [s]: less than half a period.
double lead_of_left(const SoundFile& sound, double frequency, double from, double to) {
  const auto left = component(channel(sound, 0), frequency, from, to);
  const auto right = component(channel(sound, 1), frequency, from, to);
  return std::arg(left / right) / (2 * kPi * frequency);
}

Json stereo_scene(const Json& source_position, double duration) {
  Json scene = tone_scene();
  scene["duration"] = duration;
  scene["listeners"] = {{{"name", "ears"}, {"position", {0, 0, 0}}, {"spacing", 0.17}}};
  scene["sources"][0]["frequency"] = 500;
  scene["sources"][0]["position"] = source_position;
  return scene;
}

// A small source to the left at 2 m: its sound reaches the left ear 0.17 m / c earlier, at 1.915 m.
void expect_left(const SoundFile& sound, double from, double to, int side) {
  EXPECT_NEAR(lead_of_left(sound, 500, from, to), side * 0.17 / kSound, 2e-6);
  const double left = std::abs(component(channel(sound, 0), 500, from, to));
  const double right = std::abs(component(channel(sound, 1), 500, from, to));
  EXPECT_NEAR(left / right, std::pow(2.085 / 1.915, side), 0.003);
}

TEST(TurningListener, WhatWasLeftIsRightAfterHalfATurn) {
  Json scene = stereo_scene({-2, 0, 0}, 1);
  scene["listeners"][0]["path"] = {{{"time", 0.3}, {"position", {0, 0, 0}}},
                                   {{"time", 0.6}, {"position", {0, 0, 0}}, {"look", {0, 0, 1}}}};
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  expect_left(r.sounds[0], 0.1, 0.28, 1);
  expect_left(r.sounds[0], 0.7, 0.98, -1);
}

// The same with the listener that a panning camera becomes.
TEST(TurningListener, APanningCameraTurnsItsListener) {
  const Folder folder;
  SmallGltf gltf;
  gltf.add_camera([](double time) { return kPi * std::clamp((time - 0.1) / 0.2, 0.0, 1.0); });
  gltf.write(folder);
  RunOptions there;
  there.folder = folder.path();
  const Outcome import = run({"import", "shot.gltf", "--floor", "-o", "shot"}, there);
  ASSERT_EQ(import.code, 0) << import.all();
  EXPECT_EQ(import.err.find("turns"), std::string::npos) << import.err;
  const Json listeners = Json::parse(read_bytes(folder / "shot/scene.json"))["listeners"];
  ASSERT_EQ(listeners.size(), 1u);
  EXPECT_LE(listeners[0]["path"].size(), 4u) << listeners;  // steady motion needs few keyframes
  Json scene = stereo_scene({-2, 0, 0}, 0.6);
  scene["listeners"] = listeners;
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  expect_left(r.sounds[0], 0.02, 0.1, 1);
  expect_left(r.sounds[0], 0.32, 0.58, -1);
}

double onset(const std::vector<double>& x) {
  double most = 0;
  for (const double v : x) most = std::max(most, std::abs(v));
  std::size_t n = 0;
  while (n < x.size() && std::abs(x[n]) < 0.02 * most) ++n;
  return static_cast<double>(n) / 48000;
}

TEST(TravelTime, WithoutItAFarSourceIsInStepAndAsLoud) {
  const double far = 0.5 * kSound;  // half a second away
  Json scene = tone_scene();
  scene["duration"] = 1;
  scene["listeners"][0]["position"] = {0, 0, far};
  const Rendering late = render(scene);
  scene["listeners"][0]["travel_time"] = false;
  const Rendering now = render(scene);
  ASSERT_EQ(now.outcome.code, 0) << now.outcome.all();
  const auto a = channel(late.sounds[0], 0), b = channel(now.sounds[0], 0);
  EXPECT_NEAR(onset(a) - onset(b), 0.5, 1e-4);
  EXPECT_LT(onset(b), 0.005);
  const double level = std::abs(component(a, 1000, 0.7, 0.95));
  EXPECT_NEAR(std::abs(component(b, 1000, 0.7, 0.95)) / level, 1, 1e-3);
  // By the command line as well.
  const Folder folder;
  scene["listeners"][0].erase("travel_time");
  const Rendering flag = render_in(folder, scene, {"-q", "--no-pictures", "--no-travel-time"});
  EXPECT_EQ(flag.sounds.at(0).samples, now.sounds[0].samples);
}

TEST(TravelTime, WithoutItTheEarsStillHearOneAfterTheOther) {
  Json scene = stereo_scene({-200, 0, 0}, 0.6);
  scene["listeners"][0]["travel_time"] = false;
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  EXPECT_NEAR(lead_of_left(r.sounds[0], 500, 0.2, 0.5), 0.17 / kSound, 2e-6);
  EXPECT_LT(onset(channel(r.sounds[0], 0)), 0.005);
}

// 30 m/s towards the microphone: f / (1 - v / c) with travel time, f without.
TEST(TravelTime, WithoutItThereIsNoDopplerShift) {
  Json scene = tone_scene();
  scene["duration"] = 1;
  scene["sources"][0]["position"] = {0, 0, -100};
  scene["sources"][0]["velocity"] = {0, 0, 30};
  const auto turns = [](const Rendering& r, double frequency) {
    const auto x = channel(r.sounds.at(0), 0);
    const double early = std::arg(component(x, frequency, 0.45, 0.55));
    const double later = std::arg(component(x, frequency, 0.47, 0.57));
    return std::remainder(later - early, 2 * kPi) / (2 * kPi * 0.02);  // [Hz] beside it
  };
  const double shifted = 1000 / (1 - 30 / kSound);
  EXPECT_NEAR(turns(render(scene), shifted), 0, 0.05);
  scene["listeners"][0]["travel_time"] = false;
  EXPECT_NEAR(turns(render(scene), 1000), 0, 0.05);
}

class Trim : public testing::Test {
 protected:
  Outcome peal(const std::vector<std::string>& arguments) {
    RunOptions there;
    there.folder = folder_.path();
    return run(arguments, there);
  }
  void import_shot() {
    SmallGltf gltf;
    gltf.write(folder_);
    const Outcome outcome = peal({"import", "shot.gltf", "--floor", "-o", "shot"});
    ASSERT_EQ(outcome.code, 0) << outcome.all();
  }
  std::int64_t frames() { return read_wav(folder_ / "out/ear.wav").frames; }
  std::vector<std::string> render(std::vector<std::string> more) {
    more.insert(more.begin(), {"render", "shot/scene.json", "-o", "out", "--quality", "draft", "-q",
                               "--no-pictures", "--no-motion"});
    return more;
  }
  Folder folder_;
};

TEST_F(Trim, SoundIsAsLongAsThePicturesOfTheMotion) {
  import_shot();  // 31 frames at 60 per second
  ASSERT_EQ(peal(render({})).code, 0);
  EXPECT_EQ(frames(), 72000);  // 0.5 s and a second to ring
  ASSERT_EQ(peal(render({"--trim", "--fps", "60"})).code, 0);
  EXPECT_EQ(frames(), 31 * 48000 / 60);
  ASSERT_EQ(peal(render({"--trim"})).code, 0);  // 24 per second: pictures 0 to 12
  EXPECT_EQ(frames(), 13 * 48000 / 24);
  const Folder other;
  const Rendering simulated = render_in(other, tone_scene(), {"-q", "--no-pictures", "--trim"});
  EXPECT_EQ(simulated.outcome.code, 1);
  EXPECT_NE(simulated.outcome.err.find("--video"), std::string::npos) << simulated.outcome.err;
}

TEST_F(Trim, MovieAndSoundAreEquallyLong) {
  if (std::system("ffmpeg -version > /dev/null 2>&1 && ffprobe -version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no ffmpeg";
  import_shot();
  const auto ffmpeg = [&](const std::string& words) {
    return std::system(fmt::format("cd '{}' && ffmpeg -nostdin -v error -f lavfi -i "
                                   "testsrc=size=64x48:rate=30 {}",
                                   folder_.path().string(), words)
                           .c_str());
  };
  std::filesystem::create_directories(folder_ / "pictures");
  ASSERT_EQ(ffmpeg("-frames:v 20 pictures/f_%04d.png"), 0);
  ASSERT_EQ(ffmpeg("-frames:v 25 -c:v libx264 -pix_fmt yuv420p movie.mp4"), 0);
  ASSERT_EQ(ffmpeg("-frames:v 25 -c:v libx264 -pix_fmt yuv420p movie.mkv"), 0);
  struct Picture {
    const char *name, *fps;
    int frames;
  };
  for (const Picture& picture : {Picture{"pictures", "30", 20}, Picture{"movie.mp4", "24", 25},
                                 Picture{"movie.mkv", "24", 25}}) {
    const Outcome outcome = peal(render({"--trim", "--video", picture.name, "--fps", picture.fps}));
    ASSERT_EQ(outcome.code, 0) << outcome.all();
    EXPECT_NEAR(frames(), picture.frames * 48000 / 30, 1) << picture.name;
    ASSERT_EQ(std::system(fmt::format("cd '{}' && ffprobe -v error -of json -show_streams "
                                      "out/ear.mp4 > streams.json",
                                      folder_.path().string())
                              .c_str()),
              0);
    for (const Json& stream : Json::parse(read_bytes(folder_ / "streams.json"))["streams"])
      EXPECT_NEAR(std::stod(stream["duration"].get<std::string>()), picture.frames / 30.0,
                  stream["codec_type"] == "audio" ? 1024.0 / 48000 : 1e-3)  // AAC: whole blocks
          << picture.name;
  }
}

}  // namespace
}  // namespace peal::test
