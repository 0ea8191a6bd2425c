// Does the impulse of an event agree with what the poses show? Within an interval between frames
// the impulses on a body are its mass times the change of its velocity, which the mean velocities
// of the intervals before and after tell without any guess about contacts:
//   sum J / m = v(k + 1) - v(k - 1)  within  noise of the poses + gravity and lasting forces over
//                                            the time between.
// With events in the intervals around they do not, and only the size is judged: nothing becomes
// many times as fast within a frame as the frames show it. Frames k, k + 1 enclose interval k. SI
// units, world frame.
#pragma once
#include <vector>

#include "motion/motion.h"
#include "motion/rigid/rigid_setup.h"
#include "tools/import/events/pose_frames.h"

namespace peal {

/// Of a body over one interval, in poses alone.
struct MeasuredChange {
  Vec3 velocity;       // [m/s] change that impulses have made
  double error = 0;    // [m/s] of it
  double fastest = 0;  // [m/s] of the mean velocities around
};

/// An event that cannot have been so.
struct Contradiction {
  int body = 0;
  double time = 0;      // [s] of the event
  double impulse = 0;   // [N s] all events of the body in its interval, as a vector
  double momentum = 0;  // [N s] the change that the poses show
  Vec3 missing;         // [N s] on the body: what its events lack
};

class MomentumAudit {
 public:
  /// Keeps references to both. The poses are of the centres that fly.
  MomentumAudit(const RigidSetup& setup, const PoseFrames& frames)
      : setup_(setup), frames_(frames) {}

  MeasuredChange change(std::size_t body, std::size_t k) const;
  /// Whether the impulses [N s] of a body in interval k, summed up, agree with a change of velocity
  /// [m/s], by default that of the poses around.
  bool agrees(std::size_t body, std::size_t k, const Vec3& impulse) const {
    return agrees(body, k, impulse, change(body, k).velocity);
  }
  bool agrees(std::size_t body, std::size_t k, const Vec3& impulse, const Vec3& change) const;
  /// The largest change of velocity [m/s] that one event in interval k may give to any body, when
  /// the fastest of those it concerns is `fastest` [m/s].
  double possible(std::size_t k, double fastest) const;
  /// All contradictions, in order of time; `of` gets for each impact the number of its own, or -1.
  std::vector<Contradiction> look(const std::vector<Impact>& impacts, std::vector<int>& of) const;
  std::size_t interval_at(double time) const;

 private:
  bool moves(std::size_t body) const {
    return !setup_.bodies[body].fixed && setup_.bodies[body].path.empty();
  }
  Vec3 mean(std::size_t body, std::size_t k) const;

  const RigidSetup& setup_;
  const PoseFrames& frames_;
};

}  // namespace peal
