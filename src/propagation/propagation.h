// PROPAGATION: from everything that radiates to the pressure at every ear. The only stage that
// knows travel time. Emission is asked to run just far enough ahead; buses are filled up to a given
// time.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "emission/emitter.h"
#include "propagation/bus.h"
#include "propagation/cloud_paths.h"
#include "propagation/floor_image.h"
#include "propagation/gather.h"

namespace peal {

/// Where the sound of an emitter goes: to mixes, by their numbers, with one gain.
struct Sends {
  double gain = 1;
  std::vector<int> mixes = {0};
};

class Propagation {
 public:
  /// @param mixes how many there are: each has buses of its own. An emitter that is sent nowhere,
  /// or with gain 0, is not asked to sound.
  /// @param floor throws back what they send. Emitters then serve asked_ears() ears, the mirrored
  /// ones behind the others.
  Propagation(const EmitterSet& emitters, const std::vector<TrackedEar>& ears, int mixes,
              const std::function<Sends(const Emitter&)>& sends,
              const std::optional<FloorPlane>& floor = {});
  /// One mix of everything.
  Propagation(const EmitterSet& emitters, const std::vector<TrackedEar>& ears)
      : Propagation(emitters, ears, 1, [](const Emitter&) { return Sends{}; }) {}

  /// How many ears emitters are asked for.
  static int asked_ears(std::size_t ears, bool floor) {
    return static_cast<int>(floor ? 2 * ears : ears);
  }

  /// How far motion must be known before carry(until): emission runs ahead of hearing.
  double motion_needed(double until) const;
  /// Emits and carries; afterwards every bus is complete before `until` [s].
  void carry(double until);
  /// Motion before this time will not be asked for again.
  double oldest_needed() const;

  using Buses = std::map<double, Bus>;  // by rate
  /// Of a mix: one bus per internal rate of its emitters, one channel per ear.
  Buses& buses(int mix = 0) { return mixes_[static_cast<std::size_t>(mix)]; }

 private:
  struct PointRoute {
    PointEmitter* emitter;
    Sends sends;
    std::int64_t emitted;  // next emission sample
    std::vector<std::unique_ptr<GatherPath>> paths;
    std::vector<std::vector<float>> emission, arrival;  // per asked ear, of the current block
    std::vector<FloorPath> reflections;                 // per ear; none: no floor
  };
  struct BurstRoute {
    BurstEmitter* emitter;
    Sends sends;
    std::vector<std::vector<float>> arrival;  // per asked ear, of the current block
    std::vector<FloorPath> reflections;       // per ear; none: no floor
    bool heard = false;                       // whether there is anything but zeros in it
    bool rings_on = false;                    // the ground's filters may still hold something
  };
  struct CloudRoute {
    SourceCloud* emitter;
    Sends sends;
    std::int64_t emitted;  // next emission sample, a multiple of CloudBlock::kSamples
    CloudPaths paths;
    Bus future;                               // of all its elements, a channel per asked ear
    std::vector<std::vector<float>> arrival;  // per asked ear, of the current block
    std::vector<FloorPath> reflections;       // per ear; none: no floor
  };
  /// Those with which an emitter is heard, and buses for it; none: nobody hears it.
  std::optional<Sends> route(const Emitter& emitter,
                             const std::function<Sends(const Emitter&)>& sends);
  template <class Route>
  void add_reflections(Route& route);
  template <class Route>
  void reflect(Route& route, std::int64_t from) const;
  template <class Route>
  void sum(const Route& route);
  void carry_point(PointRoute& route, std::int64_t from, std::int64_t to);
  void carry_burst(BurstRoute& route, std::int64_t from, std::int64_t to);
  void carry_cloud(CloudRoute& route, std::int64_t from, std::int64_t to);

  std::size_t heard_ears_;  // the first of ears_; the others are their images
  std::optional<FloorPlane> floor_;
  std::map<double, GroundFilter> grounds_;  // by rate
  std::vector<std::unique_ptr<TrackedEar>> ears_;
  std::vector<const Ear*> ear_view_;
  std::vector<const TimedEar*> timed_ears_;
  std::vector<const TrackedEar*> tracked_ears_;
  std::vector<PointRoute> points_;
  std::vector<BurstRoute> bursts_;
  std::vector<CloudRoute> clouds_;
  std::vector<Buses> mixes_;
  std::map<double, std::int64_t> carried_;  // per rate: buses are complete before this sample
  CloudBlock block_;
};

}  // namespace peal
