#include "emission/ensemble.h"

#include <algorithm>

namespace peal {

void Ensemble::add(std::unique_ptr<PointEmitter> emitter) {
  emitters_.points.push_back(emitter.get());
  owned_.push_back(std::move(emitter));
}

void Ensemble::add(std::unique_ptr<BurstEmitter> emitter) {
  emitters_.bursts.push_back(emitter.get());
  owned_.push_back(std::move(emitter));
}

void Ensemble::add(std::unique_ptr<SourceCloud> cloud) {
  emitters_.clouds.push_back(cloud.get());
  owned_.push_back(std::move(cloud));
}

int Ensemble::mechanism(const std::string& kind) {
  const auto known = std::find(mechanisms_.begin(), mechanisms_.end(), kind);
  if (known != mechanisms_.end()) return static_cast<int>(known - mechanisms_.begin());
  mechanisms_.push_back(kind);
  return static_cast<int>(mechanisms_.size()) - 1;
}

std::vector<std::string> Ensemble::emitter_names() const {
  std::vector<std::string> names;
  for (const auto& [type, pool] : pools_)
    for (std::string& name : pool->names()) names.push_back(std::move(name));
  for (const auto& emitter : owned_) names.push_back(emitter->name());
  return names;
}

void Ensemble::prepare(BodySounds& sounds, const PrepareWatch& watch) {
  for (const auto& [type, pool] : pools_) pool->prepare(sounds, *this, watch);
}

void Ensemble::advance(double until) {
  for (const auto& [type, pool] : pools_) pool->advance(until);
}

std::vector<Fact> Ensemble::facts() const {
  std::vector<Fact> all;
  for (const auto& [type, pool] : pools_)
    for (Fact& fact : pool->facts()) all.push_back(std::move(fact));
  return all;
}

std::vector<std::string> Ensemble::warnings() const {
  std::vector<std::string> lines;
  for (const auto& [type, pool] : pools_)
    for (std::string& line : pool->warnings()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace peal
