// What the emitters of a scene say about themselves, gathered object by object.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emission/emitter.h"
#include "render/motion_watch.h"
#include "scene/scene.h"

namespace peal {

struct ObjectReport {
  std::string name;
  bool moves = false;
  std::vector<Fact> facts;     // of all its emitters
  std::string silent_because;  // empty when it sounds

  /// A whole number among the facts; 0 when nobody tells it.
  std::int64_t count(std::string_view fact) const;
};

struct SceneReport {
  std::vector<ObjectReport> objects;
  std::vector<std::string> warnings;
  bool silent = true;  // whatever could sound did not, each for its own reason
};

SceneReport report_of(const Scene& scene, const EmitterSet& emitters, const MotionWatch& watch);

}  // namespace peal
