// Handover EMISSION -> PROPAGATION: what radiates, as seen by its own clock.
//
// A PointEmitter is a compact field around a moving centre. Asked for a stretch of *emission time*,
// it answers with the pressure [Pa] that an ear will receive one direct travel time |x - centre|/c
// later: strength, directivity and distance are the emitter's, travel time is propagation's. Any
// phase relative to the centre (the near side of a body is heard early) is in the emitter's
// samples. A SourceCloud is an extended body: many small monopoles and dipoles, each with its own
// travel time, scattered by propagation. A BurstEmitter makes short sounds now and then, each so
// short that its travel time is one number: it is asked for a stretch of *arrival time*.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "base/vec.h"
#include "emission/cloud_block.h"
#include "emission/emitter_report.h"

namespace peal {

/// Where an ear will be when sound that leaves now arrives; supplied by propagation.
class Ear {
 public:
  virtual ~Ear() = default;
  /// World position [m] at the arrival of what is emitted from `from` at `emission_time`.
  virtual Vec3 at_arrival(double emission_time, const Vec3& from) const = 0;
};

/// An ear that also says when.
class TimedEar : public Ear {
 public:
  /// [s] Arrival of what is emitted from `from` at `emission_time`.
  virtual double arrival_of(double emission_time, const Vec3& from) const = 0;
  /// When and where, for less than both questions.
  struct Arrival {
    double time = 0;  // [s]
    Vec3 place;       // [m] world, of the ear
  };
  virtual Arrival arrival(double emission_time, const Vec3& from) const {
    return {arrival_of(emission_time, from), at_arrival(emission_time, from)};
  }
  /// Where it is, when it never moves and hears by travel time; else null.
  virtual const Vec3* still_place() const { return nullptr; }
};

/// A stretch of emission time: sample n belongs to n / rate seconds, 0 being the scene's start.
struct Stretch {
  std::int64_t first = 0;
  int count = 0;
};

/// Which part of the mix an emitter is, for stems.
struct MixShare {
  int mechanism = -1;  // Ensemble::mechanism(): the only one that makes it sound; -1: several do
  bool in_mix = true;  // false: its sound is in the mix by another emitter, it is for stems alone
};

class Emitter {
 public:
  virtual ~Emitter() = default;
  virtual const std::string& name() const = 0;
  /// Of the scene, that it belongs to; none: -1.
  virtual int object() const { return -1; }
  virtual MixShare share() const { return {}; }
  /// After the last sample. @param fastest_spin [rad/s] of its object.
  virtual EmitterReport report(double fastest_spin) const {
    (void)fastest_spin;
    return {};
  }
  /// [Hz] of its samples; one bus per rate.
  virtual double rate() const = 0;
  /// [s] An event at time t is heard from emission time t - lead() on: emission up to T needs
  /// motion up to T + lead(), and starts at -lead().
  virtual double lead() const { return 0; }
  /// [s] How long after an event it may still sound.
  virtual double tail() const { return 0; }
  /// Whether it is heard a second time by way of the scene's floor. False when its pressure holds
  /// the floor's part already, as that of the floor itself does.
  virtual bool mirrored_by_floor() const { return true; }
};

class PointEmitter : public Emitter {
 public:
  virtual const PoseTrack& track() const = 0;
  /// Adds to out[ear][0 .. count). Stretches come in order, without gaps or overlaps, in any
  /// lengths: the samples must not depend on how time is cut.
  virtual void emit(const Stretch& stretch, std::span<const Ear* const> ears,
                    std::span<float* const> out) = 0;
};

/// Short sounds of a body, each of which leaves it at one instant as far as its way is concerned:
/// no Doppler shift within it. Silence between them costs nothing.
class BurstEmitter : public Emitter {
 public:
  /// Where it is, for the way of its reflection.
  virtual const PoseTrack& track() const = 0;
  /// Adds to out[ear][0 .. count) what arrives in a stretch of the ears' time; the rest as in
  /// PointEmitter. @return false when nothing but silence arrives; out is then as it was.
  virtual bool emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
                    std::span<float* const> out) = 0;
};

class SourceCloud : public Emitter {
 public:
  /// Its middle, for the way of its reflection.
  virtual const PoseTrack& track() const = 0;
  /// Fills the block of emission samples [first, first + CloudBlock::kSamples) and the places at
  /// its end: motion must be known that far. Blocks come in order, each once.
  virtual void emit(std::int64_t first, CloudBlock& block) = 0;
};

/// All that radiates, in a fixed order: what propagation sees of emission.
struct EmitterSet {
  std::vector<PointEmitter*> points;
  std::vector<BurstEmitter*> bursts;
  std::vector<SourceCloud*> clouds;

  /// f(Emitter&) for each.
  template <class Function>
  void for_each(Function f) const {
    for (PointEmitter* emitter : points) f(static_cast<Emitter&>(*emitter));
    for (BurstEmitter* emitter : bursts) f(static_cast<Emitter&>(*emitter));
    for (SourceCloud* emitter : clouds) f(static_cast<Emitter&>(*emitter));
  }
};

}  // namespace peal
