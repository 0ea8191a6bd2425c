// Looks at the motion as it passes: stops what sound cannot follow (faster than sound), remembers
// who moved and who turned too fast to be exact.
#pragma once
#include <vector>

#include "motion/motion.h"
#include "scene/scene.h"

namespace peal {

class MotionWatch {
 public:
  MotionWatch(const Scene& scene, const Motion& motion);

  /// After every step and before anything is forgotten. Throws an Error that names the object.
  void look(const Motion& motion);

  bool moved(std::size_t object) const { return objects_[object].moved; }
  double fastest_spin(std::size_t object) const { return objects_[object].spin; }  // [rad/s]

 private:
  struct Watched {
    Vec3 start;            // [m]
    double seen = -1e300;  // [s] knots up to here were looked at
    double spin = 0;       // [rad/s] the fastest
    bool moved = false;
  };
  void check(std::size_t object, const PoseKnot& knot) const;

  const Scene* scene_;
  std::vector<Watched> objects_;
};

}  // namespace peal
