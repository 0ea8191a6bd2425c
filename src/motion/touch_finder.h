// Who may touch whom at given poses, and where: bodies among each other and against the floor.
// Leaves features for touch.h, in a fixed order that depends on the poses alone.
#pragma once
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "motion/rigid_setup.h"
#include "motion/touch.h"

namespace peal {

/// Closer than this counts as touching: resting contacts neither open nor chatter. [m]
inline constexpr double kTouchDistance = 1e-5;

class TouchFinder {
 public:
  explicit TouchFinder(const RigidSetup& setup);
  /// Replaces `features` by those closer than kTouchDistance (of a body with few corners near the
  /// floor: all corners).
  void find(const std::vector<Pose>& poses, std::vector<TouchFeature>& features) {
    find(poses, std::vector<bool>(bodies_.size(), true), features);
  }
  /// @param present bodies that can be touched at all
  void find(const std::vector<Pose>& poses, const std::vector<bool>& present,
            std::vector<TouchFeature>& features);
  /// How deep a body may get into another before their normals become doubtful [m].
  double margin(int body) const { return bodies_[body].margin; }
  /// Of the surface from the centre of mass [m].
  double reach(int body) const { return bodies_[body].reach; }
  /// False when the two are farther apart than `way` [m].
  bool may_meet(int a, const Pose& pose_a, int b, const Pose& pose_b, double way) const;

 private:
  struct BodyPieces {
    std::vector<ConvexPiece> pieces;
    Bounds box;         // body frame
    double reach = 0;   // [m] of the surface from the centre of mass
    double margin = 0;  // [m] least of the pieces
    bool fixed = false;
  };
  void find_on_floor(int body, const Pose& pose, std::vector<TouchFeature>& features) const;
  void find_between(int a, int b, const std::vector<Pose>& poses,
                    std::vector<TouchFeature>& features);

  const RigidSetup& setup_;
  std::vector<BodyPieces> bodies_;
  std::set<std::pair<int, int>> never_;  // pairs that cannot touch: held together by a joint
  std::vector<int> order_;               // bodies by the low end of their range along x
  std::vector<double> low_x_, high_x_;
  // Directions along which two pieces were apart when last seen, in the frame of a: pieces that are
  // still apart there need no further test. Never changes what is found.
  std::unordered_map<std::uint64_t, Vec3> apart_;
};

}  // namespace peal
