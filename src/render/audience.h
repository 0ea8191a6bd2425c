// The listeners' microphones, and a recorder for each listener in each mix.
#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "listener/recorder.h"
#include "propagation/propagation.h"
#include "scene/scene.h"

namespace peal {

class Audience {
 public:
  explicit Audience(const Scene& scene);
  const std::vector<TrackedEar>& ears() const { return ears_; }

  /// Opens the recorders of all mixes. @param folder for what is recorded, until it is written.
  void open(const std::filesystem::path& folder, int mixes);
  /// Takes what is complete before `until` [s].
  void record(Propagation& propagation, double until);
  /// Ends all recordings. [mix][listener]
  std::vector<std::vector<std::unique_ptr<Recorder>>> finish();

 private:
  const Scene* scene_;
  std::vector<TrackedEar> ears_;
  std::vector<int> first_, count_;  // ears of each listener
  std::vector<std::vector<std::unique_ptr<Recorder>>> recorders_;
};

}  // namespace peal
