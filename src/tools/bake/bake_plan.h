// What has to be computed before the clicks of some scenes can be rendered: one unit per different
// body that needs a field (models/bake/click_method.h), with its cost.
// Enters: loaded scenes. Leaves: units, largest first; sentences about bodies that cannot be
// computed.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/wave/pulses/rigid_pulse.h"
#include "scene/scene.h"

namespace peal {

struct BakeUnit {
  std::string key;     // of the cache
  std::string object;  // the first that needs it
  std::string scene;   // its file
  int objects = 1;     // that share it, in all scenes
  std::shared_ptr<const TriangleMesh> surface;
  PulsePlan plan;
  double disk = 0;  // [bytes] estimate

  std::string name() const;  // "kitchen.json: object 'mug'"
};

struct BakePlan {
  std::vector<BakeUnit> units;        // largest first; equal for equal scenes in any order
  std::vector<std::string> failures;  // bodies that cannot be computed: scene, object, reason
  std::vector<std::string> warnings;
  int balls = 0, proxies = 0;  // objects that need no field
};

struct BakeOptions {
  std::optional<MeshLevel> quality;  // instead of what the scenes say
  double cell = 0;                   // [m] instead of the choice by quality; 0: choose
};

BakePlan plan_bake(const std::vector<Scene>& scenes, const BakeOptions& options);

/// [cell-steps per second] of this machine now, from a small body; a fraction of a second.
double measure_pulse_rate();

}  // namespace peal
