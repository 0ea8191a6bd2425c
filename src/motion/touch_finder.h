// Who may touch whom at given poses: bars, spheres and hulls among each other (Bullet's broad phase
// and its tests of bars and hulls) and against the floor. Leaves features for touch.h, in a fixed
// order. Bullet works in centimetres here: in metres it loses small bodies.
#pragma once
#include <memory>
#include <vector>

#include "motion/rigid_setup.h"
#include "motion/touch.h"

namespace peal {

/// Closer than this counts as touching: resting contacts neither open nor chatter. [m]
inline constexpr double kTouchDistance = 1e-5;

class TouchFinder {
 public:
  explicit TouchFinder(const RigidSetup& setup);
  ~TouchFinder();
  /// Replaces `features` by those closer than kTouchDistance (a bar near the floor: all its
  /// corners; a hull: its lowest ones, at most kFloorCorners that lie far apart).
  void find(const std::vector<Pose>& poses, std::vector<TouchFeature>& features);

 private:
  struct Bullet;
  const RigidSetup& setup_;
  std::unique_ptr<Bullet> bullet_;
};

}  // namespace peal
