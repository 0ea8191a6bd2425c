// The mix as factors [1]: gains in dB added up, mute and solo. Objects, pairs and mechanisms are
// three sorts of sliders, each with its own solo: as soon as one of a sort is solo, those of that
// sort which are not are silent. Mute wins over solo. Names of objects also match as members of
// their group. The whole gain of a sound is master x object x pair x mechanism.
#pragma once
#include <string>

#include "scene/scene.h"

namespace peal {

inline constexpr const char* kFloorName = "floor";

/// "coin" for "coin.007": all before the last '.' when only digits follow; otherwise empty.
std::string group_of(const std::string& object);

/// mix.gain_db.
double master_gain(const Scene& scene);
/// 1 for a name that is no object of the scene: it is not of this sort.
double object_gain(const Scene& scene, const std::string& object);
/// @param object_b index, or -1: the floor
double pair_gain(const Scene& scene, int object_a, int object_b);
/// @param kind of a source: "impact", "strike" ...
double mechanism_gain(const Scene& scene, const std::string& kind);

}  // namespace peal
