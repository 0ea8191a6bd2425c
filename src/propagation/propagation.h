// PROPAGATION: from everything that radiates to the pressure at every ear. The only stage that
// knows travel time. Emission is asked to run just far enough ahead; buses are filled up to a given
// time.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emission/ensemble.h"
#include "propagation/bus.h"
#include "propagation/gather.h"

namespace peal {

class Propagation {
 public:
  /// @param gain of an emitter by its name (0: not heard).
  Propagation(Ensemble& ensemble, const std::vector<TrackedEar>& ears,
              const std::function<double(const std::string&)>& gain);

  /// How far motion must be known before carry(until): emission runs ahead of hearing.
  double motion_needed(double until) const;
  /// Emits and carries; afterwards every bus is complete before `until` [s].
  void carry(double until);
  /// Motion before this time will not be asked for again.
  double oldest_needed() const;

  /// One bus per internal rate, one channel per ear.
  std::map<double, Bus>& buses() { return buses_; }

 private:
  struct PointRoute {
    PointEmitter* emitter;
    float gain;
    std::int64_t emitted;  // next emission sample
    std::vector<std::unique_ptr<GatherPath>> paths;
    std::vector<std::vector<float>> emission, arrival;  // per ear, of the current block
  };
  struct BurstRoute {
    BurstEmitter* emitter;
    float gain;
    std::vector<std::vector<float>> arrival;  // per ear, of the current block
    bool heard = false;                       // whether there is anything but zeros in it
  };
  struct CloudRoute {
    SourceCloud* cloud;
    float gain;
    std::int64_t emitted;
  };
  void carry_point(PointRoute& route, std::int64_t from, std::int64_t to);
  void carry_burst(BurstRoute& route, std::int64_t from, std::int64_t to);
  void carry_cloud(CloudRoute& route, std::int64_t to);

  std::vector<std::unique_ptr<TrackedEar>> ears_;
  std::vector<const Ear*> ear_view_;
  std::vector<const TimedEar*> timed_ears_;
  std::vector<PointRoute> points_;
  std::vector<BurstRoute> bursts_;
  std::vector<CloudRoute> clouds_;
  std::map<double, Bus> buses_;
  std::map<double, std::int64_t> carried_;  // per rate: buses are complete before this sample
  CloudFrame frame_;
};

}  // namespace peal
