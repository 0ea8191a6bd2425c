// What a render says about itself: report.json beside the sound.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/plot/sound_picture.h"
#include "listener/audio_file.h"
#include "render/object_report.h"

namespace peal {

struct ListenerReport {
  std::string name;
  std::filesystem::path file, picture;
  int channels = 0;
  double rate = 0;  // [Hz]
  std::string level;
  WrittenAudio written;
  double rms_pa = 0;               // over all samples of all channels, as the picture has it
  SoundScale scale;                // of the picture
  std::string silent_because;      // empty when there is anything to hear
  std::vector<std::string> stems;  // file names
};

struct StageTime {
  std::string stage;
  double seconds = 0;
};

/// What the floor does to sound (render/ground.h).
struct FloorReport {
  double height = 0;  // [m]
  std::string material, kind;
  double reflection = 1;
  std::string covering, reflection_is;  // in words
};

struct RenderReport {
  std::string scene, file, scene_hash;
  std::uint64_t seed = 0;
  double duration = 0;  // [s]
  int threads = 1;
  std::vector<ListenerReport> listeners;
  std::vector<ObjectReport> objects;
  std::int64_t impacts = 0;
  std::string motion;  // "simulated", or the take that was played
  std::vector<StageTime> stages;
  std::vector<std::string> warnings;
  std::optional<FloorReport> floor;
  std::vector<Fact> facts = {};  // about all objects together
};

std::string peal_version();
/// The text of report.json. Moving objects that make no sound are listed with the reason.
std::string to_json(const RenderReport& report);

}  // namespace peal
