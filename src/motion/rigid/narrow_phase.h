// Who may touch whom at given poses, and where: bodies among each other and against the floor.
// Leaves features for contact_geometry.h, in a fixed order that depends on the poses alone.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "motion/rigid/body_pieces.h"
#include "motion/rigid/contact_geometry.h"
#include "motion/rigid/rigid_setup.h"
#include "motion/rigid/sweep.h"

namespace peal {

/// Closer than this counts as touching: resting contacts neither open nor chatter. [m]
inline constexpr double kContactDistance = 1e-5;

class NarrowPhase {
 public:
  explicit NarrowPhase(const RigidSetup& setup);
  /// Replaces `features` by those closer than kContactDistance (of a body with few corners near the
  /// floor: all corners).
  void find(const std::vector<Pose>& poses, std::vector<ContactFeature>& features) {
    find(poses, std::vector<bool>(bodies_.size(), true), features);
  }
  /// @param present bodies that can be touched at all
  /// @param watch sees each feature as soon as its pair is done; what it throws ends the search
  using Watch = std::function<void(const ContactFeature&)>;
  void find(const std::vector<Pose>& poses, const std::vector<bool>& present,
            std::vector<ContactFeature>& features, const Watch& watch = {});
  /// The same for one body against what cannot move.
  void find_alone(int body, const std::vector<Pose>& poses, const std::vector<bool>& present,
                  std::vector<ContactFeature>& features);
  /// How deep a body may get into another before their normals become doubtful [m].
  double margin(int body) const { return bodies_[body].shape->margin; }
  /// Of the surface from the centre of mass [m].
  double bounding_radius(int body) const { return bodies_[body].shape->bounding_radius; }
  /// Of the box around it from the centre of mass [m]: may_meet() looks no farther.
  double box_radius(int body) const { return bodies_[body].shape->box_radius; }
  /// False when the two are farther apart than `way` [m].
  bool may_meet(int a, const Pose& pose_a, int b, const Pose& pose_b, double way) const;

  /// The directions kept: a gap that rounding alone holds against kContactDistance is found or not
  /// with the same bits when they are the same.
  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.apart_);
  }

 private:
  struct Body {
    std::shared_ptr<const BodyPieces> shape;  // one for all bodies of a shape
    bool fixed = false;
  };
  void find_on_floor(int body, const Pose& pose, std::vector<ContactFeature>& features) const;
  void find_between(int a, int b, const std::vector<Pose>& poses,
                    std::vector<ContactFeature>& features);

  const RigidSetup& setup_;
  std::vector<Body> bodies_;
  std::set<std::pair<int, int>> never_;  // pairs that cannot touch: held together by a joint
  Sweep sweep_;
  // Directions along which two pieces were apart when last seen, in the frame of a: pieces that are
  // still apart there need no further test. Never changes what is found.
  std::unordered_map<std::uint64_t, Vec3> apart_;
};

}  // namespace peal
