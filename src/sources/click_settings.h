// What the source kind `click` can be told, and what that means for an object: used by the source
// itself and by baking, so that what is baked is what a render looks for.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/bake/click_method.h"
#include "physics/contact/force_profile.h"
#include "scene/scene.h"

namespace peal {

enum class FloorBalls { mirrored, coupled };
enum class FieldChoice { automatic, baked, proxy };

struct ClickSourceSettings {
  std::vector<std::string> objects;  // empty: all
  ForceProfile profile = ForceProfile::half_sine;
  FieldChoice method = FieldChoice::automatic;
  FloorBalls floor_balls = FloorBalls::mirrored;
};

/// The click of one object.
struct ObjectClick {
  ClickMethod method = ClickMethod::field;
  MeshLevel level = MeshLevel::normal;
  double max_frequency = 20000;  // [Hz] of the object, or the band of the output if that is wider
  bool may_be_proxy = false;     // a field that cannot be computed is replaced, with a warning
};

/// Names of objects or of their groups; no names: all.
bool is_named(const std::string& object, const std::vector<std::string>& names);

/// None for objects that do not click: static, animated, silent. Whether it is named is another
/// question: copies share the answer to this one.
/// @param quality instead of what scene and object say.
std::optional<ObjectClick> click_of(const Scene& scene, const ObjectSpec& object,
                                    const ClickSourceSettings& settings,
                                    std::optional<MeshLevel> quality = {});

}  // namespace peal
