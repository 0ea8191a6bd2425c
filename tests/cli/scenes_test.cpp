// The scenes that come with the program: each passes `peal check`, and its first 0.28 s sound as
// soon as things have touched, not before.
#include "scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace peal::test {
namespace {

constexpr double kDuration = 0.28;  // [s]

std::vector<std::string> shipped_scenes() {
  std::vector<std::string> out;
  for (const std::string& name : names_in(PEAL_SOURCE_DIR "/scenes"))
    if (name.ends_with(".json")) out.push_back(name.substr(0, name.size() - 5));
  return out;
}

Json load(const std::string& name) {
  return Json::parse(read_bytes(PEAL_SOURCE_DIR "/scenes/" + name + ".json"));
}

/// [s] of the first impact in events.csv; negative when there is none.
double first_impact(const std::string& events) {
  for (const std::string& line : lines_of(events))
    if (line.find(",impact,") != std::string::npos) return std::stod(line);
  return -1;
}

class ShippedScenes : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(ShippedScenes, SayWhatToListenFor) {
  const Json scene = load(GetParam());
  EXPECT_EQ(scene.at("name"), GetParam());
  EXPECT_FALSE(scene.at("comment").get<std::string>().empty());
  EXPECT_LE(scene.at("duration").get<double>(), 6);
  const Outcome checked = run({"check", PEAL_SOURCE_DIR "/scenes/" + GetParam() + ".json"});
  EXPECT_EQ(checked.code, 0) << checked.all();
}

TEST_P(ShippedScenes, SoundOnceThingsHaveTouched) {
  Json scene = load(GetParam());
  scene["duration"] = kDuration;
  for (Json& object : scene["objects"]) object["max_modes"] = 6;
  const Folder folder;
  const Rendering rendered =
      render_in(folder, scene, {"-q", "--no-pictures", "--quality", "draft"});
  ASSERT_EQ(rendered.outcome.code, 0) << rendered.outcome.all();
  EXPECT_EQ(rendered.report.at("warnings"), Json::array());
  ASSERT_EQ(rendered.sounds.size(), 1u);
  const SoundFile& sound = rendered.sounds[0];
  EXPECT_EQ(sound.channels, 2);
  EXPECT_EQ(sound.frames, std::lround(kDuration * 48000));

  const double touch = first_impact(read_bytes(folder / "out/events.csv"));
  double heard = -1;  // [s]
  for (std::size_t n = 0; n < sound.samples.size() && heard < 0; ++n)
    if (sound.samples[n] != 0) heard = static_cast<double>(n / 2) / 48000;
  fmt::print("first impact {:.4f} s, first sound {:.4f} s\n", touch, heard);
  if (touch < 0 || touch >= kDuration) {
    EXPECT_LT(heard, 0);
  } else if (touch < kDuration - 0.02) {  // the way to the ears takes a few milliseconds
    ASSERT_GE(heard, 0);
    EXPECT_LT(heard, touch + 0.02);
    EXPECT_GT(heard, touch - 0.001);  // resampling begins a little early
    EXPECT_GT(rendered.report["listeners"][0]["peak_db_spl"].get<double>(), 50);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScenes, testing::ValuesIn(shipped_scenes()),
                         [](const auto& scene) { return scene.param; });

}  // namespace peal::test
