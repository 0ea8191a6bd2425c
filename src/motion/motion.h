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
};

struct MotionBlock {
  double begin = 0, end = 0;    // [s] [begin, end)
  std::vector<Impact> impacts;  // first touch inside the block, sorted by time
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
};

}  // namespace peal
