// A crowd of grains that click: each collision is two accelerated balls in closed form
// (dsp/grains/grain_pair_sound.h), heard at its own place and time. Any number of them.
// Collisions of a stretch are first looked at in fixed chunks: how loud, where and when at each
// ear; then stretches of each ear's samples are filled, each by one thread, in the order of the
// collisions. So every sample is the same sum whatever the number of threads and the cut of time.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "dsp/grains/grain_pair_sound.h"
#include "emission/emitter.h"

namespace peal {

class GrainEmitter final : public BurstEmitter {
 public:
  /// @param threshold [Pa] collisions that stay below it at an ear are left out there
  GrainEmitter(std::string name, const Vec3& middle, double rate, double speed_of_sound,
               double threshold, int mechanism, int ears);

  /// @return its number. The same two kinds of balls collide often.
  int add_pair(const GrainBall& a, const GrainBall& b, const GrainPairSettings& settings);
  const GrainPairSound& pair(int number) const { return pairs_[static_cast<std::size_t>(number)]; }
  /// Collisions come in order of time.
  void add(int pair, const GrainBlow& blow) { waiting_.push_back({blow, pair}); }

  const std::string& name() const override { return name_; }
  MixShare share() const override { return share_; }
  double rate() const override { return rate_; }
  double lead() const override;
  const PoseTrack& track() const override { return track_; }
  bool emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
            std::span<float* const> out) override;
  EmitterReport report(double fastest_spin) const override;

  std::int64_t clicks() const { return clicks_; }
  std::int64_t culled() const { return culled_; }
  /// [Pa] at most, at any ear: the bounds of all that was left out, as if none overlapped in time.
  double loudest_culled() const { return loudest_culled_; }

 private:
  struct Waiting {
    GrainBlow blow;
    int pair = 0;
  };
  /// A collision at one ear; samples from first to last, counted from begin_. None: not heard.
  struct Heard {
    double time = 0;  // [s] of the collision, by travel time from the place where the ear will be
    Vec3 place;       // [m] of the ear
    std::int32_t first = 0, last = 0;
  };
  void sound(std::span<const Waiting> blows, std::span<const TimedEar* const> ears);
  void look(std::span<const Waiting> blows, const TimedEar& ear, std::span<const GrainStrength> how,
            std::span<Heard> out, double& loudest_culled) const;
  void fill(std::span<const Waiting> blows, std::span<const Heard> heard, std::int64_t first,
            std::span<float> samples) const;

  std::string name_;
  PoseTrack track_;
  double rate_, speed_of_sound_, threshold_;
  int around_;  // [samples] before the arrival that a click may touch
  MixShare share_;
  std::vector<GrainPairSound> pairs_;
  std::vector<Waiting> waiting_;
  std::vector<GrainStrength> strengths_;  // of the collisions of a turn
  std::vector<Heard> heard_;              // [ear][collision]
  std::int64_t clicks_ = 0, culled_ = 0;
  double loudest_culled_ = 0;
  bool started_ = false;
  std::int64_t begin_ = 0;                   // sample of the pending sound's begin
  std::vector<std::vector<float>> pending_;  // per ear
  std::int64_t sounding_until_ = 0;
};

}  // namespace peal
