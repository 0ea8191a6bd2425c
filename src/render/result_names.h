// Names of the files that a render writes, and whether two of them would be the same.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "emission/ensemble.h"
#include "scene/scene.h"
#include "sources/source.h"

namespace peal {

/// Which stem an emitter belongs to when stems are those of objects: each object has its own, and
/// copies of one object share theirs; with "groups" so do objects whose names differ by a number.
class StemNames {
 public:
  explicit StemNames(const Scene& scene);
  std::string of(const std::string& emitter) const;

 private:
  const Scene* scene_;
  std::vector<bool> copied_;  // by object: declared with copies
};

/// <listener>.wav, or <listener>-<stem>.wav; .flac when the scene says so.
std::string sound_name(const Scene& scene, const ListenerSpec& listener,
                       const std::string& stem = {});
std::string picture_name(const ListenerSpec& listener, const std::string& stem = {});

/// Before the long work: throws an Error that names both results that would be one file.
void check_result_names(const Scene& scene, const Ensemble& ensemble,
                        const std::vector<std::unique_ptr<Source>>& sources);

}  // namespace peal
