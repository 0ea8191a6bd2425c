// What `peal render` leaves behind: sounds, pictures and the report.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

TEST(Render, WritesSoundPictureAndReport) {
  const Folder folder;
  const Rendering r = render_in(folder, tone_scene(), {});
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  EXPECT_EQ(names_in(folder / "out"),
            (std::vector<std::string>{"mic.png", "mic.wav", "report.json"}));
  EXPECT_EQ(read_bytes(folder / "out/mic.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(r.sounds[0].rate, 48000);
  EXPECT_EQ(r.sounds[0].channels, 1);
  EXPECT_EQ(r.sounds[0].frames, 4800);

  const Json& report = r.report;
  EXPECT_EQ(report["scene"], "tone");
  EXPECT_EQ(report["file"], "scene.json");
  EXPECT_EQ(report["scene_hash"].get<std::string>().size(), 32u);
  EXPECT_EQ(report["seed"], 1);
  EXPECT_EQ(report["duration_s"], 0.1);
  EXPECT_EQ(report["impacts"], 0);
  EXPECT_EQ(report["moving_but_silent"], Json::array());
  EXPECT_EQ(report["warnings"], Json::array());
  for (const char* stage : {"prepare", "modes", "motion", "sound", "write", "total"})
    EXPECT_GE(report["seconds"].at(stage), 0) << stage;
  const Json& mic = report["listeners"][0];
  EXPECT_EQ(mic["file"], "mic.wav");
  EXPECT_EQ(mic["picture"], "mic.png");
  EXPECT_EQ(mic["frames"], 4800);
  EXPECT_EQ(mic["rate_hz"], 48000);
  EXPECT_EQ(mic["level"], "calibrated");
  EXPECT_EQ(mic["sample_value_per_pascal"], 1);
  EXPECT_FALSE(mic.contains("silent_because"));
  // V = 0.01 m/s, a = 0.02 m, r = 1 m: p = rho c V x / sqrt(1 + x^2) a/r, x = 2 pi f a / c.
  EXPECT_NEAR(mic["peak_pa"].get<double>(), 0.0284, 0.0003);
  EXPECT_NEAR(mic["peak_db_spl"].get<double>(), 63.05, 0.1);
  EXPECT_NEAR(mic["rms_db_spl"].get<double>(), 59.9, 0.3);

  const std::vector<std::string> said = lines_of(r.outcome.out);
  ASSERT_EQ(said.size(), 3u) << r.outcome.out;
  EXPECT_TRUE(said[0].starts_with("out/mic.wav  0.1 s, 1 channel, 48000 Hz, peak 63")) << said[0];
  EXPECT_EQ(said[1], "out/mic.png");
  EXPECT_EQ(said[2], "out/report.json");
}

// One number, whoever says it: the report, the picture's title, and the samples of the file.
TEST(Render, TheLevelIsThatOfAllChannels) {
  Json scene = tone_scene();
  scene["listeners"] = Json::parse(
      R"([{"name": "mic", "kind": "stereo", "position": [0.5, 0, 0], "spacing": 0.6}])");
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  double squares = 0;
  for (const float p : r.sounds[0].samples) squares += static_cast<double>(p) * p;
  const double rms = std::sqrt(squares / static_cast<double>(r.sounds[0].samples.size()));
  EXPECT_NEAR(r.report["listeners"][0]["rms_db_spl"].get<double>(), 20 * std::log10(rms / 20e-6),
              0.01);
}

TEST(Render, TheFolderIsNamedAfterTheScene) {
  const Folder folder;
  folder.file("anything.json", tone_scene().dump());
  RunOptions there;
  there.folder = folder.path();
  EXPECT_EQ(run({"render", "anything.json", "-q", "--no-pictures"}, there).code, 0);
  EXPECT_EQ(names_in(folder / "out/tone"), (std::vector<std::string>{"mic.wav", "report.json"}));
}

TEST(Render, SeveralListenersEachGetAFile) {
  Json scene = tone_scene();
  scene["output"] = {{"rate", 44100}};
  scene["listeners"] = Json::parse(R"([{"name": "near", "kind": "mono", "position": [0, 0, 0.5]},
                                       {"name": "pair", "kind": "stereo", "position": [0, 0, 1],
                                        "spacing": 1},
                                       {"name": "far", "kind": "mono", "position": [0, 0, 2]}])");
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  ASSERT_EQ(r.sounds.size(), 3u);
  for (const SoundFile& sound : r.sounds) {
    EXPECT_EQ(sound.rate, 44100);
    EXPECT_EQ(sound.frames, 4410);
  }
  EXPECT_EQ(r.sounds[1].channels, 2);
  EXPECT_NEAR(r.sounds[0].peak() / r.sounds[2].peak(), 4, 0.02) << "1/r";
  for (std::int64_t n = 0; n < 4410; ++n)
    ASSERT_EQ(r.sounds[1].samples[2 * n], r.sounds[1].samples[2 * n + 1]) << "the tone is in front";
}

TEST(Render, FlacHasTwentyFourBitsAndRefusesToClip) {
  Json scene = tone_scene();
  scene["output"] = {{"rate", 44100}, {"format", "flac"}};
  scene["listeners"][0]["kind"] = "stereo";
  const Folder folder;
  const Rendering r = render_in(folder, scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  const SoundFile head = read_flac_head(folder / "out/mic.flac");
  EXPECT_EQ(head.rate, 44100);
  EXPECT_EQ(head.channels, 2);
  EXPECT_EQ(head.bits, 24);
  EXPECT_EQ(head.frames, 4410);

  scene["output"]["full_scale"] = 0.01;
  const Folder other;
  const Rendering loud = render_in(other, scene);
  EXPECT_EQ(loud.outcome.code, 1);
  EXPECT_NE(loud.outcome.err.find("raise the full scale"), std::string::npos) << loud.outcome.err;
  EXPECT_EQ(names_in(other / "out"), std::vector<std::string>{});
}

TEST(Render, TwiceTheFullScaleHalvesTheSamples) {
  Json scene = tone_scene();
  const Rendering one = render(scene);
  scene["output"] = {{"full_scale", 2}};
  const Rendering two = render(scene);
  ASSERT_EQ(one.sounds.size(), 1u);
  ASSERT_EQ(two.sounds.size(), 1u);
  ASSERT_EQ(one.sounds[0].frames, two.sounds[0].frames);
  EXPECT_GT(one.sounds[0].peak(), 0.02);
  for (std::size_t n = 0; n < one.sounds[0].samples.size(); ++n)
    ASSERT_EQ(one.sounds[0].samples[n], 2 * two.sounds[0].samples[n]) << n;
  EXPECT_EQ(two.report["listeners"][0]["sample_value_per_pascal"], 0.5);
  EXPECT_EQ(two.report["listeners"][0]["peak_pa"], one.report["listeners"][0]["peak_pa"]);
}

TEST(Render, NormalisingReachesItsPeakAndIsOnRecord) {
  Json scene = tone_scene();
  scene["output"] = {{"level", "normalised"}, {"peak_dbfs", -6}};
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  const double wanted = std::pow(10, -6 / 20.0);
  EXPECT_NEAR(r.sounds[0].peak(), wanted, 1e-6);
  const Json& mic = r.report["listeners"][0];
  EXPECT_EQ(mic["level"], "normalised");
  const double gain = mic["sample_value_per_pascal"];
  EXPECT_NEAR(gain * mic["peak_pa"].get<double>(), wanted, 1e-6);
  const std::string note = mic["calibration"];
  EXPECT_NE(note.find("(normalised to -6 dBFS)"), std::string::npos) << note;
  EXPECT_NE(r.sounds[0].comment.find(note), std::string::npos) << "the file itself says it too";
}

TEST(Render, SamplesBeyondFullScaleAreKeptAndCounted) {
  Json scene = tone_scene();
  scene["output"] = {{"full_scale", 0.01}};
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0);
  EXPECT_GT(r.sounds[0].peak(), 2);
  EXPECT_GT(r.report["listeners"][0]["samples_beyond_full_scale"], 1000);
}

TEST(Render, GainsOfTheMixAreDecibels) {
  const Rendering plain = render(struck_scene());
  ASSERT_EQ(plain.outcome.code, 0) << plain.outcome.all();
  Json scene = struck_scene();
  scene["mix"]["gain_db"] = 20;
  const Rendering all = render(scene);
  EXPECT_NEAR(all.sounds[0].peak() / plain.sounds[0].peak(), 10, 1e-4);

  // left + right = both, with each of them muted in turn and then 20 dB down.
  scene = struck_scene();
  scene["mix"]["objects"] = {{"right", {{"mute", true}}}};
  const Rendering left = render(scene);
  scene["mix"]["objects"] = {{"left", {{"mute", true}}}};
  const Rendering right = render(scene);
  scene["mix"]["objects"] = {{"right", {{"gain_db", -20}}}};
  const Rendering quiet = render(scene);
  const double peak = plain.sounds[0].peak();
  EXPECT_GT(left.sounds[0].peak(), 0.1 * peak);
  EXPECT_GT(right.sounds[0].peak(), 0.1 * peak);
  for (std::size_t n = 0; n < plain.sounds[0].samples.size(); ++n) {
    const double l = left.sounds[0].samples[n], r = right.sounds[0].samples[n];
    ASSERT_NEAR(plain.sounds[0].samples[n], l + r, 1e-5 * peak) << n;
    ASSERT_NEAR(quiet.sounds[0].samples[n], l + 0.1 * r, 1e-5 * peak) << n;
  }
  EXPECT_EQ(left.report["objects"][1]["silent_because"],
            "it is muted in the mix, or another object is solo");
  EXPECT_FALSE(left.report["objects"][0].contains("silent_because"));
}

TEST(Render, SilenceIsExplained) {
  Json scene = struck_scene();
  scene["mix"]["objects"] = {{"left", {{"mute", true}}}, {"right", {{"mute", true}}}};
  const Rendering muted = render(scene);
  ASSERT_EQ(muted.outcome.code, 0);
  EXPECT_EQ(muted.sounds[0].peak(), 0);
  EXPECT_EQ(muted.report["listeners"][0]["peak_db_spl"], nullptr);
  EXPECT_EQ(
      muted.outcome.err,
      "note: listener 'mic' hears nothing: no object makes a sound; each of them has its own "
      "reason in `objects`\n"
      "note: object 'left' makes no sound: it is muted in the mix, or another object is solo\n"
      "note: object 'right' makes no sound: it is muted in the mix, or another object is solo\n");
  scene = tone_scene();
  scene["listeners"][0]["position"] = {0, 0, 300};
  EXPECT_EQ(render(scene).outcome.err,
            "note: listener 'mic' hears nothing: no sound arrives before the end of the scene, "
            "0.1 s\n");
}

TEST(Render, AMovingThingThatMakesNoSoundIsReportedWithItsReason) {
  const Json scene = Json::parse(R"({
    "peal": 1, "name": "pearl", "duration": 0.1,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.1, 0.2]}],
    "objects": [{"name": "pearl", "shape": {"kind": "sphere", "radius": 0.001},
                 "material": "steel", "position": [0, 0.011, 0]}],
    "motion": {"floor": {}},
    "sources": [{"kind": "impact"}]})");
  const Rendering r = render(scene);
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  ASSERT_EQ(r.report["moving_but_silent"].size(), 1u) << r.report;
  const Json& pearl = r.report["moving_but_silent"][0];
  EXPECT_EQ(pearl["name"], "pearl");
  const std::string reason = pearl["because"];
  EXPECT_TRUE(reason.starts_with("its lowest mode, ")) << reason;
  EXPECT_TRUE(reason.ends_with(" Hz, lies above max_frequency, 20000 Hz")) << reason;
  EXPECT_GT(r.report["objects"][0]["lowest_mode_hz"], 1e6);
  EXPECT_GT(r.report["impacts"], 0) << "it did hit the floor";
  EXPECT_NE(r.outcome.err.find("note: object 'pearl' moves but makes no sound: " + reason),
            std::string::npos)
      << r.outcome.err;
}

TEST(Render, ThreadsAndBlocksDoNotChangeTheSamples) {
  const Folder folder;
  const Rendering first = render_in(folder, struck_scene());
  ASSERT_EQ(first.outcome.code, 0);
  const std::string bytes = read_bytes(folder / "out/mic.wav");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"-j", "1"}, {"-j", "3"}, {"--block", "0.0031"}}) {
    std::vector<std::string> arguments{"-q", "--no-pictures"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_EQ(render_in(folder, struck_scene(), arguments).outcome.code, 0);
    EXPECT_TRUE(bytes == read_bytes(folder / "out/mic.wav")) << more[0] << " " << more[1];
  }
}

}  // namespace
}  // namespace peal::test
