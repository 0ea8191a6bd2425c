// Who the grains of a scene are: numbered crowd by crowd, each of a kind. Worlds and sources agree
// on it without asking each other.
#pragma once
#include <string>
#include <vector>

#include "scene/scene.h"

namespace peal {

struct RosterKind {
  int crowd = 0;         // index into Scene::grains
  double radius = 1e-3;  // [m]
};

struct GrainRoster {
  explicit GrainRoster(const Scene& scene);

  std::vector<RosterKind> kinds;
  std::vector<int> first;    // grain of each crowd; one more: how many there are
  std::vector<int> kind_of;  // by grain

  int crowd_of(int grain) const { return kinds[kind_of[grain]].crowd; }
};

}  // namespace peal
