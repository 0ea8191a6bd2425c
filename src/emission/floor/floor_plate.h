// The sound of a floor that is a plate: wherever something hits it, it gives way and sends
//   p(R, t) = -rho0 F(t - R/c) / (2 pi R r)
// into the air above (r [kg/m^2] its mass per area, F > 0 presses down), the same in all
// directions, and the opposite into the air below. Endless plate below coincidence
// (physics/contact/plate_impact.h): the pressure is the history of the force. The plate is its own
// baffle, so it has no image in itself.
#pragma once
#include <string>
#include <vector>

#include "base/constants.h"
#include "dsp/modal/force_samples.h"
#include "emission/emitter.h"

namespace peal {

struct FloorBlow {
  double time = 0;     // [s] of first touch
  Vec3 place;          // [m] world, on the floor
  double impulse = 0;  // [N s] downward
  ForceTimes force;    // [s]
};

class FloorPlate final : public BurstEmitter {
 public:
  /// @param height [m] of the floor; @param strength |p| R / F [Pa m/N].
  FloorPlate(std::string name, double height, double strength, const MixShare& share);

  /// Blows may come in any order, but not later than their sound is asked for.
  void add(const FloorBlow& blow);
  int blows() const { return count_; }

  const std::string& name() const override { return name_; }
  MixShare share() const override { return share_; }
  EmitterReport report(double fastest_spin) const override;
  double rate() const override { return 48000; }
  double lead() const override;
  bool mirrored_by_floor() const override { return false; }
  const PoseTrack& track() const override { return track_; }
  bool emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
            std::span<float* const> out) override;

 private:
  struct Waiting {
    FloorBlow blow;
    int order = 0;
  };
  static bool after(const Waiting& a, const Waiting& b);
  void sound(const FloorBlow& blow, std::span<const TimedEar* const> ears);

  std::string name_;
  double height_, strength_;
  MixShare share_;
  PoseTrack track_;
  int count_ = 0;
  std::vector<Waiting> waiting_;  // a heap, earliest first
  bool started_ = false;
  std::int64_t begin_ = 0;                   // sample of pending_[ear][0]
  std::vector<std::vector<float>> pending_;  // per ear: sound not yet asked for
  std::vector<float> force_;
};

}  // namespace peal
