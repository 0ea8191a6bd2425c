// Small scenes that render within a fraction of a second.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "program.h"
#include "sound_file.h"

namespace peal::test {

using Json = nlohmann::json;

/// A pulsating sphere one metre from a microphone: needs no modes.
inline Json tone_scene() {
  return Json::parse(R"({
    "peal": 1, "name": "tone", "duration": 0.1,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0, 1]}],
    "sources": [{"kind": "tone", "frequency": 1000, "position": [0, 0, 0]}]
  })");
}

/// Two equal bars lie on either side of a microphone and are struck in different ways.
inline Json struck_scene() {
  return Json::parse(R"({
    "peal": 1, "name": "struck", "duration": 0.05,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
    "objects": [
      {"name": "left", "shape": {"kind": "bar", "size": [0.15, 0.02, 0.03]},
       "material": "aluminium", "position": [-0.3, 0, 0], "static": true, "max_modes": 4},
      {"name": "right", "shape": {"kind": "bar", "size": [0.15, 0.02, 0.03]},
       "material": "aluminium", "position": [0.3, 0, 0], "static": true, "max_modes": 4}
    ],
    "sources": [
      {"kind": "strike", "object": "left", "point": [0.07, 0.01, 0], "time": 0.001},
      {"kind": "strike", "object": "right", "point": [0.03, 0.01, 0], "time": 0.004}
    ]
  })");
}

struct Rendering {
  Outcome outcome;
  Json report;
  std::vector<SoundFile> sounds;  // of WAV files
};

/// Renders into the folder `out` of `folder`; reads back everything when it succeeded.
inline Rendering render_in(const Folder& folder, const Json& scene,
                           const std::vector<std::string>& more = {"-q", "--no-pictures"}) {
  folder.file("scene.json", scene.dump());
  RunOptions options;
  options.folder = folder.path();
  std::vector<std::string> arguments{"render", "scene.json", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  Rendering result{run(arguments, options), {}, {}};
  if (result.outcome.code != 0) return result;
  result.report = Json::parse(read_bytes(folder / "out/report.json"));
  for (const Json& listener : result.report["listeners"])
    if (listener["format"] == "wav")
      result.sounds.push_back(read_wav(folder / ("out/" + std::string(listener["file"]))));
  return result;
}

inline Rendering render(const Json& scene) { return render_in(Folder(), scene); }

}  // namespace peal::test
