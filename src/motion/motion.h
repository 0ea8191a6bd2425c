// Handover MOTION -> EMISSION: who moves, who touches.
// Motion is a stream of blocks in time order. What happens inside a solver (sub-steps, coupling)
// stays there; what leaves is sampled poses and events with their own exact times. SI units, world
// frame unless said otherwise.
#pragma once
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "base/vec.h"

namespace peal {

class StateReader;  // base/state_bytes.h
class StateWriter;

inline constexpr int kFloor = -1;  // body index of the immovable ground

/// An exchange of momentum between two bodies.
struct Impact {
  double time = 0;           // [s] first touch, finer than the simulation step
  int body_a = 0;            // index into the scene's objects
  int body_b = kFloor;       // index, or kFloor
  Vec3 point_a, point_b;     // [m] touching points in the body frames (floor: world frame)
  Vec3 normal;               // world, unit, from b towards a
  Vec3 impulse;              // [N s] world, received by a; b receives the opposite
  double closing_speed = 0;  // [m/s] along the normal just before touch, > 0
  double lost_energy = 0;    // [J] kinetic energy that the normal impulse takes out: all there is
                             // for the modes; nothing after a perfectly elastic rebound
  double confidence = 1;     // 0..1; below 1 when it was found in poses, not simulated
};

/// What bodies do that stay in touch. An impact is an Impact, not a state.
enum class ContactState { rest = 0, slide = 1, roll = 2 };

/// Two bodies in touch, from `time` to the next sample of the same track.
struct ContactSample {
  int track = 0;  // counts the contacts of a take; a pair that parts and meets again gets a new one
  int body_a = 0, body_b = kFloor;  // as in Impact
  double time = 0;                  // [s]
  ContactState state = ContactState::rest;
  bool ends = false;        // the bodies part here; nothing else of this sample counts
  double normal_force = 0;  // [N] all touching points of the pair together, >= 0
  Vec3 point_a, point_b;    // [m] where it acts, in the body frames (floor: world frame)
  Vec3 normal;              // world, unit, from b towards a
  Vec3 slip;                // [m/s] world, of a's surface against b's, tangential
  Vec3 roll;                // [m/s] world, with which the place of touch wanders over the surfaces
};

/// Impacts too slow to be told one by one, of one pair in one window of time.
struct ImpactSummary {
  double begin = 0, end = 0;        // [s]
  int body_a = 0, body_b = kFloor;  // as in Impact
  int count = 0;
  double impulse = 0;        // [N s] sum of the normal parts
  double closing_speed = 0;  // [m/s] largest
};

struct MotionBlock {
  double begin = 0, end = 0;             // [s] [begin, end)
  std::vector<Impact> impacts;           // first touch inside the block, sorted by time
  std::vector<ContactSample> contacts;   // inside the block, sorted by time
  std::vector<ImpactSummary> summaries;  // that end inside the block
};

class Motion {
 public:
  virtual ~Motion() = default;
  /// Continues to `until` [s]. Afterwards tracks() cover at least [.., until].
  virtual const MotionBlock& step(double until) = 0;
  /// One track per object of the scene, valid until the next step.
  virtual const std::vector<PoseTrack>& tracks() const = 0;
  /// Poses before `time` will not be asked for again.
  virtual void forget_before(double time) = 0;

  /// Everything that decides how it goes on, between two steps. Small when what is not needed was
  /// forgotten.
  virtual void save(StateWriter& out) const = 0;
  /// Into a motion that was made in the same way and has not stepped: it goes on from there, with
  /// the same bits as the one that was saved. Stops when the state is not of such a motion; then
  /// this one is of no use any more.
  virtual void load(StateReader& in) = 0;
};

}  // namespace peal
