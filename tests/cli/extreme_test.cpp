// Valid but extreme scenes end in sound or in a sentence: never in a crash, a hang, a file with NaN
// or silence without a reason. PEAL_FUZZ="first count" runs other scenes than the usual ones.
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
    if (std::filesystem::exists(out) && !names_in(out).empty()) return "it left files behind";
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

TEST(ExtremeScenes, EndInSoundOrInASentence) {
  std::uint64_t first = 1, count = 24;
  const bool by_hand = std::getenv("PEAL_FUZZ") != nullptr;
  if (by_hand) std::istringstream(std::getenv("PEAL_FUZZ")) >> first >> count;
  int sounds = 0;
  for (std::uint64_t number = first; number < first + count; ++number) {
    const Folder folder;
    const Json scene = random_scene(number);
    folder.file("scene.json", scene.dump());
    RunOptions options;
    options.seconds = 1000;
    options.cpu_seconds = 60;
    options.folder = folder.path();
    const Outcome outcome =
        run({"render", "scene.json", "-q", "-o", "out", "--no-pictures"}, options);
    const std::string wrong = complaint(scene, outcome, folder / "out");
    EXPECT_EQ(wrong, "") << "scene " << number << ": " << outcome.all() << scene.dump();
    sounds += outcome.code == 0;
    if (by_hand)
      std::cout << number << " code " << outcome.code << " " << outcome.cpu_seconds << " s "
                << outcome.megabytes << " MB " << wrong << " | " << outcome.err.substr(0, 500) << "\n"
                << std::flush;
  }
  EXPECT_GT(sounds, static_cast<int>(count) / 4) << "too few of these scenes are rendered";
}

}  // namespace
}  // namespace peal::test
