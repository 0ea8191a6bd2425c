// Pictures beside the sound files: they say what report.json says, and stems can be compared.
#include "support/rendered.h"
#include "unit/io/plot/bodies/png_pixels.h"

namespace peal {
namespace {

// Two microphones of one listener, 0.1 m and 1 m from a source: 20 dB apart, so the rms of the
// loudest channel is 3 dB above that of both.
const char* const kScene = R"({"peal": 1, "name": "near", "duration": 0.3,
  "output": {"stems": "objects"},
  "listeners": [{"name": "mics", "kind": "stereo", "position": [0, 0, 0.55], "spacing": 0.9,
                 "look": [1, 0, 0]}],
  "sources": [{"kind": "tone", "frequency": 1000, "position": [0, 0, 0]}]})";

TEST(Pictures, TheHeadingHasTheRmsOfTheReport) {
  const test::TemporaryFolder folder;
  RenderOptions options;
  options.folder = folder.path();
  options.quiet = true;
  const RenderReport report = render(test::scene_from(kScene), options);
  const ListenerReport& listener = report.listeners.at(0);
  const test::Sound sound = test::read_sound(listener.file);
  ASSERT_EQ(sound.channels.size(), 2u);
  // The pressure of the file, drawn again with the number of report.json and with another one.
  std::vector<float> samples;
  for (std::size_t i = 0; i < sound.channels[0].size(); ++i)
    for (const auto& channel : sound.channels)
      samples.push_back(static_cast<float>(channel[i] / listener.written.gain));
  SoundPictureOptions again;
  again.title = "near / mics";
  const auto heading = [&](double rms) {
    again.rms = rms;
    write_sound_picture(stream_of(samples, 2, sound.rate), folder.path() / "again.png", again);
    const PngPixels p(folder.path() / "again.png");
    return std::vector<std::uint32_t>(p.rgb.begin(), p.rgb.begin() + 60L * p.width);
  };
  const PngPixels p(listener.picture);
  const std::vector<std::uint32_t> shown(p.rgb.begin(), p.rgb.begin() + 60L * p.width);
  const double db = test::decibel(listener.rms_pa / kReferencePressure);
  EXPECT_TRUE(shown == heading(listener.rms_pa)) << db;
  EXPECT_FALSE(shown == heading(listener.rms_pa / std::sqrt(2.0)));
}

// Numbers at the right (colour bar) and at the left (pressure, frequency) of a picture.
bool same_scales(const PngPixels& a, const PngPixels& b) {
  for (int y = 60; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      if ((x < 90 || x > a.width - 130) && a.lightness(x, y) != b.lightness(x, y)) return false;
  return true;
}

// A loud tone and a bar that is struck very softly: each alone would have scales of its own.
TEST(Pictures, StemsHaveTheScalesOfTheWhole) {
  const test::TemporaryFolder folder;
  RenderOptions options;
  options.folder = folder.path();
  options.quiet = true;
  const Scene scene = test::scene_from(R"({"peal": 1, "name": "two", "duration": 0.2,
    "output": {"stems": "mechanisms"}, "quality": "draft",
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
    "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
                 "material": "steel", "position": [0, 0, 0], "static": true,
                 "radiation": "quick"}],
    "sources": [{"kind": "tone", "frequency": 1300, "position": [0, 0, 0]},
                {"kind": "strike", "object": "bar", "point": [0.1, 0.005, 0], "impulse": 1e-5}]})");
  render(scene, options);
  const PngPixels whole(folder.path() / "mic.png"), soft(folder.path() / "mic-strike.png");
  EXPECT_TRUE(same_scales(whole, soft));
  EXPECT_TRUE(same_scales(whole, PngPixels(folder.path() / "mic-tone.png")));
  EXPECT_FALSE(whole.rgb == soft.rgb);
  // A range that is given is that of all pictures, whatever they show.
  options.levels = LevelRange{-60, 30}, options.peak = 20.0;
  render(scene, options);
  const PngPixels other(folder.path() / "mic.png");
  EXPECT_FALSE(same_scales(whole, other));
  EXPECT_TRUE(same_scales(other, PngPixels(folder.path() / "mic-strike.png")));
}

}  // namespace
}  // namespace peal
