// Everything in a scene that sounds. Source kinds ask its pools for emitters, or add emitters of
// their own; then it is placed among the tracks and prepared; then propagation listens.
#pragma once
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "emission/emitter.h"
#include "emission/emitter_pool.h"

namespace peal {

class Ensemble {
 public:
  /// The pool of a sort; made when it is first asked for. Pools are prepared in that order.
  template <class Pool>
  Pool& pool() {
    for (const auto& [type, known] : pools_)
      if (type == typeid(Pool)) return static_cast<Pool&>(*known);
    pools_.emplace_back(typeid(Pool), std::make_unique<Pool>());
    return static_cast<Pool&>(*pools_.back().second);
  }
  void add(std::unique_ptr<PointEmitter> emitter);
  void add(std::unique_ptr<BurstEmitter> emitter);
  void add(std::unique_ptr<SourceCloud> cloud);

  /// The number of a kind of source, the same for the same name.
  int mechanism(const std::string& kind);
  /// Emitters that several mechanisms push on get one more for each of them, for its stem.
  void split_mechanisms() { split_ = true; }
  bool splits_mechanisms() const { return split_; }

  /// Of everything that was asked for or added, in no particular order; also before prepare().
  std::vector<std::string> emitter_names() const;

  /// @param tracks one per object; must outlive the ensemble. @param ears how many listen.
  void place(const std::vector<PoseTrack>& tracks, int ears) { tracks_ = &tracks, ears_ = ears; }
  /// After place(): computes what the pools were asked for.
  void prepare(BodySounds& sounds, const PrepareWatch& watch = {});
  const PoseTrack& track(int object) const { return (*tracks_)[static_cast<std::size_t>(object)]; }
  int ears() const { return ears_; }

  /// All sources have pushed up to `until` [s].
  void advance(double until);
  std::vector<std::string> warnings() const;
  std::vector<Fact> facts() const;
  /// What sounds, in a fixed order: complete after prepare().
  const EmitterSet& emitters() const { return emitters_; }

 private:
  const std::vector<PoseTrack>* tracks_ = nullptr;
  int ears_ = 0;
  bool split_ = false;
  std::vector<std::string> mechanisms_;
  std::vector<std::pair<std::type_index, std::unique_ptr<EmitterPool>>> pools_;
  std::vector<std::unique_ptr<Emitter>> owned_;
  EmitterSet emitters_;
};

}  // namespace peal
