#include "render/object_report.h"

#include <algorithm>

#include "scene/mix.h"

namespace peal {
namespace {

/// Whole numbers of the same name are added up; of other facts the first one stays.
void add_fact(std::vector<Fact>& facts, const Fact& fact) {
  const auto known = std::find_if(facts.begin(), facts.end(),
                                  [&](const Fact& other) { return other.name == fact.name; });
  if (known == facts.end())
    facts.push_back(fact);
  else if (std::holds_alternative<std::int64_t>(known->value) &&
           std::holds_alternative<std::int64_t>(fact.value))
    std::get<std::int64_t>(known->value) += std::get<std::int64_t>(fact.value);
}

/// What the emitters of one object told.
struct Told {
  int emitters = 0, sounding = 0;
  std::string reason;  // for silence, of the first that gave one
};

std::string silence_of(const Scene& scene, const ObjectSpec& object, const Told& told) {
  if (told.emitters == 0)
    return object.sound == ObjectSound::none ? "its sound is \"none\"" : "no source makes it sound";
  if (told.sounding == 0) return told.reason;
  return object_gain(scene, object.name) == 0 ? "it is muted in the mix, or another object is solo"
                                              : "";
}

}  // namespace

std::int64_t ObjectReport::count(std::string_view fact) const {
  for (const Fact& known : facts)
    if (known.name == fact)
      if (const auto* number = std::get_if<std::int64_t>(&known.value)) return *number;
  return 0;
}

SceneReport report_of(const Scene& scene, const EmitterSet& emitters, const MotionWatch& watch) {
  SceneReport out;
  std::vector<Told> told(scene.objects.size());
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    out.objects.push_back({object.name, watch.moved(i), {}, {}});
    const double mass = object.geometry->solid.mass * scene.material(object.material).density;
    if (watch.moved(i) && mass > 0) out.objects.back().facts.push_back({"mass_kg", mass});
  }
  emitters.for_each([&](const Emitter& emitter) {
    if (!emitter.share().in_mix) return;  // another one tells it
    const bool owned = emitter.object() >= 0;
    const auto object = static_cast<std::size_t>(std::max(emitter.object(), 0));
    EmitterReport report = emitter.report(owned ? watch.fastest_spin(object) : 0);
    for (std::string& line : report.warnings) out.warnings.push_back(std::move(line));
    if (!owned) {
      out.silent = out.silent && !report.silent_because.empty();
      return;
    }
    for (const Fact& fact : report.facts) add_fact(out.objects[object].facts, fact);
    ++told[object].emitters;
    told[object].sounding += report.silent_because.empty();
    if (told[object].reason.empty()) told[object].reason = report.silent_because;
  });
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    out.objects[i].silent_because = silence_of(scene, scene.objects[i], told[i]);
    if (told[i].emitters > 0) out.silent = out.silent && !out.objects[i].silent_because.empty();
  }
  return out;
}

}  // namespace peal
