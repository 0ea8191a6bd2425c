#include "render/audience.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "listener/ears.h"

namespace peal {
namespace {

constexpr rlim_t kOtherFiles = 64;  // caches, results, libraries

/// Each recording is an open file; systems allow few at first, but more when asked.
void make_room_for_files(std::size_t recordings) {
  const rlim_t needed = recordings + kOtherFiles;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= needed) return;
  if (files.rlim_max != RLIM_INFINITY && files.rlim_max < needed)
    fail(
        "stems: {} recordings at once need {} open files, this system allows {}; choose stems of "
        "groups or mechanisms, or fewer listeners",
        recordings, needed, files.rlim_max);
  files.rlim_cur = needed;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace

Audience::Audience(const Scene& scene) : scene_(&scene) {
  for (const ListenerSpec& listener : scene.listeners) {
    const std::vector<TrackedEar> own = ears_of(listener, scene.air.speed_of_sound);
    first_.push_back(static_cast<int>(ears_.size()));
    count_.push_back(static_cast<int>(own.size()));
    ears_.insert(ears_.end(), own.begin(), own.end());
  }
}

void Audience::open(const std::filesystem::path& folder, int mixes) {
  make_room_for_files(static_cast<std::size_t>(mixes) * scene_->listeners.size());
  const double rate = scene_->output.rate;
  const auto frames = static_cast<std::int64_t>(std::llround(scene_->duration * rate));
  for (int mix = 0; mix < mixes; ++mix) {
    recorders_.emplace_back();
    for (std::size_t i = 0; i < scene_->listeners.size(); ++i)
      recorders_.back().push_back(
          std::make_unique<Recorder>(folder, rate, frames, first_[i], count_[i]));
  }
}

void Audience::record(Propagation& propagation, double until) {
  for (std::size_t mix = 0; mix < recorders_.size(); ++mix) {
    for (auto& [rate, bus] : propagation.buses(static_cast<int>(mix))) {
      std::vector<std::vector<float>> planar;
      bus.take(static_cast<std::int64_t>(std::ceil(until * rate - 1e-9)), planar);
      for (auto& recorder : recorders_[mix]) recorder->take(rate, planar);
    }
    for (auto& recorder : recorders_[mix]) recorder->spool_common();
  }
}

std::vector<std::vector<std::unique_ptr<Recorder>>> Audience::finish() {
  for (auto& of_mix : recorders_)
    for (auto& recorder : of_mix) recorder->finish();
  return std::move(recorders_);
}

}  // namespace peal
