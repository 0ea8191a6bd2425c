// Stems: one more pass over the same take for each object, group of objects or kind of source.
// Leaves: <listener>-<stem>.wav, with the gain of the listener's own file, so that they add up to
// it, and a picture with its scales.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "render/pass.h"
#include "render/report.h"

namespace peal {

/// The gain of an emitter by its name: master and object of the scene's mix.
double mix_gain(const Scene& scene, const std::string& emitter);

/// A scene in which only one stem is heard, and its name.
struct Stem {
  std::string name;  // unique, part of a file name
  Scene scene;
  std::function<double(const std::string&)> gain;
};

/// Each object has its own stem; copies of one object share theirs.
std::vector<Stem> stems_of(const Scene& scene, const Ensemble& ensemble);

struct StemsRequest {
  const Scene* scene;
  const RenderOptions* options;
  const Ensemble* ensemble;  // of the whole: who sounds
  std::shared_ptr<const Take> take;
};

/// Adds the files to the listeners of the report, which are there already.
void write_stems(const StemsRequest& request, BodySounds& sounds, PassTimes& times,
                 RenderReport& report);

}  // namespace peal
