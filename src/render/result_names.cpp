#include "render/result_names.h"

#include <map>
#include <set>

#include "base/error.h"
#include "scene/mix.h"

namespace peal {
namespace {

std::string stem_suffix(const std::string& stem) { return stem.empty() ? "" : "-" + stem; }

std::set<std::string> stem_names(const Scene& scene, const Ensemble& ensemble) {
  std::set<std::string> stems;
  if (scene.output.stems == Stems::objects || scene.output.stems == Stems::groups) {
    const StemNames names(scene);
    for (const std::string& emitter : ensemble.emitter_names()) stems.insert(names.of(emitter));
  }
  if (scene.output.stems == Stems::mechanisms)
    for (const SourceSpec& source : scene.sources) stems.insert(source.kind);
  return stems;
}

}  // namespace

StemNames::StemNames(const Scene& scene) : scene_(&scene) {
  std::map<std::size_t, int> objects;  // by what declared them
  for (const ObjectSpec& object : scene.objects) ++objects[object.declared];
  for (const ObjectSpec& object : scene.objects) copied_.push_back(objects.at(object.declared) > 1);
}

std::string StemNames::of(const std::string& emitter) const {
  const int index = scene_->object_index(emitter);
  if (index < 0) return emitter;
  const bool together =
      scene_->output.stems == Stems::groups || copied_[static_cast<std::size_t>(index)];
  const std::string group = group_of(emitter);
  return together && !group.empty() ? group : emitter;
}

std::string sound_name(const Scene& scene, const ListenerSpec& listener, const std::string& stem) {
  return listener.name + stem_suffix(stem) +
         (scene.output.format == AudioFormat::flac ? ".flac" : ".wav");
}

std::string picture_name(const ListenerSpec& listener, const std::string& stem) {
  return listener.name + stem_suffix(stem) + ".png";
}

void check_result_names(const Scene& scene, const Ensemble& ensemble,
                        const std::vector<std::unique_ptr<Source>>& sources) {
  std::map<std::string, std::string> writers;  // of each file
  const auto take = [&](const std::string& file, const std::string& place, const std::string& who) {
    const auto [other, free] = writers.try_emplace(file, who);
    if (!free)
      fail("{}:{}: {} and {} would both be written to '{}'; rename one of them", scene.file, place,
           who, other->second, file);
  };
  const std::set<std::string> stems = stem_names(scene, ensemble);
  for (const ListenerSpec& listener : scene.listeners)
    for (const std::string& stem : stems)
      take(sound_name(scene, listener, stem), "/output/stems",
           fmt::format("stem '{}' of listener '{}'", stem, listener.name));
  for (std::size_t i = 0; i < scene.listeners.size(); ++i)
    take(sound_name(scene, scene.listeners[i], {}), fmt::format("/listeners/{}/name", i),
         fmt::format("the sound of listener '{}'", scene.listeners[i].name));
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (const std::string& file : sources[i]->result_names())
      take(file, i < scene.sources.size() ? scene.sources[i].path : "/sources",
           fmt::format("the record of source {}", i));
}

}  // namespace peal
