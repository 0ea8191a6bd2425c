#include "scene/mix.h"

#include <cmath>

namespace peal {
namespace {

double factor(double decibels) { return std::pow(10, decibels / 20); }

/// Adds up the sliders of one sort that belong to one thing.
class Sliders {
 public:
  void see(const MixLevel& level, bool mine) {
    any_solo_ = any_solo_ || level.solo;
    if (!mine) return;
    decibels_ += level.gain_db;
    muted_ = muted_ || level.mute;
    solo_ = solo_ || level.solo;
  }
  double gain() const { return muted_ || (any_solo_ && !solo_) ? 0 : factor(decibels_); }

 private:
  double decibels_ = 0;
  bool muted_ = false, solo_ = false, any_solo_ = false;
};

bool matches(const std::string& entry, const std::string& name) {
  return !entry.empty() && (entry == name || entry == group_of(name));
}

bool is_object(const Scene& scene, const std::string& name) {
  return scene.object_index(name) >= 0;
}

}  // namespace

std::string group_of(const std::string& object) {
  const std::size_t digits = object.find_last_not_of("0123456789");
  if (digits == std::string::npos || digits + 1 == object.size() || object[digits] != '.')
    return {};
  return object.substr(0, digits);
}

double master_gain(const Scene& scene) { return factor(scene.mix.gain_db); }

double object_gain(const Scene& scene, const std::string& object) {
  if (!is_object(scene, object)) return 1;
  Sliders sliders;
  for (const auto& [name, level] : scene.mix.objects) sliders.see(level, matches(name, object));
  return sliders.gain();
}

double pair_gain(const Scene& scene, int object_a, int object_b) {
  const std::string &a = scene.objects.at(object_a).name,
                    b = object_b < 0 ? kFloorName : scene.objects.at(object_b).name;
  // The ground is no object: an object that is called floor is named by its own entries as well.
  Sliders sliders;
  for (const PairMix& pair : scene.mix.pairs)
    sliders.see(pair, (matches(pair.a, a) && matches(pair.b, b)) ||
                          (matches(pair.a, b) && matches(pair.b, a)));
  return sliders.gain();
}

double mechanism_gain(const Scene& scene, const std::string& kind) {
  Sliders sliders;
  for (const auto& [name, level] : scene.mix.mechanisms) sliders.see(level, name == kind);
  return sliders.gain();
}

}  // namespace peal
