// Where rods touch the floor and rigid bodies: points of a rod with the skin of its section around
// them, against the true surface of each body.
// Enters: rods at the end of a step, rigid bodies as they are then. Leaves: places of contact. SI.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "motion/rigid/rigid_world.h"
#include "physics/rods/elastic_rod.h"
#include "scene/scene.h"

namespace peal {

struct RodTouch {
  int rod = 0, point = 0;
  int body = kFloor;
  Vec3 normal;     // unit, from the body to the rod
  Vec3 arm;        // [m] from the point of the rod to its skin
  Vec3 place;      // [m] world, on the body
  double gap = 0;  // [m]
};

/// How far the skin of a section reaches from its middle along a direction, and where.
struct SectionReach {
  double reach = 0;  // [m]
  Vec3 arm;          // [m] the place on the skin, along the direction
};
SectionReach reach_of(const RodOutline& section, const Mat3& frame, const Vec3& direction);

class RodContacts {
 public:
  RodContacts(const Scene& scene, std::vector<int> objects);

  /// Which bodies may come near within the coming rigid step [t0, t1].
  void begin_step(const std::vector<const ElasticRod*>& rods, const RigidWorld& rigid, double t0,
                  double t1);
  /// At time `t`, the end of a rod step of `step` [s]. Touches have gap <= `within` [m].
  const std::vector<RodTouch>& find(const std::vector<const ElasticRod*>& rods,
                                    const RigidWorld& rigid, double t, double step, double within);

  /// Whether all bodies that may come near in this step are such.
  template <class Such>
  bool all_near(const Such& such) const {
    return std::all_of(near_.begin(), near_.end(),
                       [&](const Near& near) { return such(bodies_[near.body]); });
  }
  /// Nobody has looked for a while.
  void look_again() { wait_.assign(wait_.size(), 0); }

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.wait_);
  }

 private:
  struct Near {
    int rod = 0, body = 0;
    double radius = 0;  // [m] of the body around its centre
  };
  const RodShape& shape(int rod) const;
  int& wait(int rod, int point, int body);
  void touch_floor(int rod, const ElasticRod& r, double step, double within);
  void touch_body(const Near& near, const ElasticRod& r, const RigidState& state, double step,
                  double within);

  const Scene& scene_;
  std::vector<int> objects_;        // of the rods
  std::vector<int> bodies_;         // objects that are rigid
  std::vector<std::size_t> first_;  // point of each rod in wait_
  std::size_t points_ = 0;
  std::vector<double> radius_;  // [m] of each rigid object
  std::vector<Near> near_;
  std::vector<int> wait_;  // steps for which a point surely does not reach a body: [body][point]
  std::vector<RodTouch> touches_;
};

}  // namespace peal
