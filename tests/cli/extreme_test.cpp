// Valid but extreme scenes end in sound or in a sentence: never in a crash, a hang, a file with NaN
// or silence without a reason. PEAL_FUZZ="first count" lets the slow test run other scenes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "random_scene.h"
#include "sound_file.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

/// Empty when the outcome is one a user can live with, else what is wrong with it.
std::string complaint(const Json& scene, const Outcome& outcome, const std::filesystem::path& out) {
  if (outcome.late) return "it hangs";
  if (outcome.signal != 0) return "it crashed";
  if (outcome.code == 1) {
    const bool names_it = outcome.err.find("thing-") != std::string::npos ||
                          outcome.err.find("scene.json:/") != std::string::npos;
    if (!names_it) return "the message names neither an object nor a field";
    // The motion is kept, whatever happens to the sound: it need not be simulated again.
    if (std::filesystem::exists(out) &&
        names_in(out).size() > std::filesystem::exists(out / "motion.take"))
      return "it left files behind";
    return {};
  }
  if (outcome.code != 0) return "unexpected exit code";
  const Json report = Json::parse(read_bytes(out / "report.json"));
  for (const Json& listener : report["listeners"]) {
    const SoundFile sound = read_wav(out / std::string(listener["file"]));
    if (!sound.finite()) return "a sample is not finite";
    const auto frames = std::llround(double(scene["duration"]) * int(scene["output"]["rate"]));
    if (sound.frames != frames) return "the sound has the wrong length";
    if (sound.peak() == 0 && !listener.contains("silent_because"))
      return "silence without a reason";
  }
  return {};
}

/// Renders scene `number`; true when it became sound.
bool ends_well(std::uint64_t number, bool talk = false) {
  const Folder folder;
  const Json scene = random_scene(number);
  folder.file("scene.json", scene.dump());
  RunOptions options;
  options.seconds = 1000;
  options.cpu_seconds = 60;
  for (const Json& object : scene["objects"])
    if (!object.contains("radiation")) options.cpu_seconds += 400;
  options.folder = folder.path();
  const Outcome outcome =
      run({"render", "scene.json", "-q", "-o", "out", "--no-pictures"}, options);
  const std::string wrong = complaint(scene, outcome, folder / "out");
  EXPECT_EQ(wrong, "") << "scene " << number << ": " << outcome.all() << scene.dump();
  if (talk)
    std::cout << number << " code " << outcome.code << " " << outcome.cpu_seconds << " s "
              << outcome.megabytes << " MB " << wrong << " | " << outcome.err.substr(0, 500)
              << std::endl;
  return outcome.code == 0;
}

// Those that need less than a second each; about two thirds of them become sound.
constexpr int kSounds[] = {9, 16, 17, 20, 22, 29, 34, 36, 39, 49, 57, 67, 76, 77, 78, 81};
constexpr int kSentences[] = {2, 5, 18, 37, 41, 43, 63, 85};

class ExtremeScene : public testing::TestWithParam<int> {};

TEST_P(ExtremeScene, EndsInSoundOrInASentence) { ends_well(GetParam()); }

const auto number_of = [](const auto& info) { return std::to_string(info.param); };
INSTANTIATE_TEST_SUITE_P(Sound, ExtremeScene, testing::ValuesIn(kSounds), number_of);
INSTANTIATE_TEST_SUITE_P(Sentence, ExtremeScene, testing::ValuesIn(kSentences), number_of);

TEST(ExtremeScenesSlow, EndInSoundOrInASentence) {
  std::uint64_t first = 100, count = 60;
  const bool by_hand = std::getenv("PEAL_FUZZ") != nullptr;
  if (by_hand) std::istringstream(std::getenv("PEAL_FUZZ")) >> first >> count;
  std::uint64_t sounds = 0;
  for (std::uint64_t number = first; number < first + count; ++number)
    sounds += ends_well(number, by_hand);
  EXPECT_GT(sounds, count / 3) << "too few of these scenes are rendered";
}

}  // namespace
}  // namespace peal::test
