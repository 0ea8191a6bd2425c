// What holds nodes of a solid: clamps and pins, at rest or on their way. SI units.
#pragma once
#include <vector>

#include "motion/solids/scene_solid.h"

namespace peal {

class SolidHolds {
 public:
  SolidHolds() = default;
  /// Holds the nodes at once; stops where a box has none.
  SolidHolds(const ObjectSpec& object, const SceneSolid& solid);

  bool none() const { return moved_.empty(); }
  /// Between the two halves of a step that ends at `time` [s]: what is moved goes where it belongs.
  void move(ExplicitBody& body, double time) const;

 private:
  struct Moved {
    SolidHold hold;
    std::vector<int> nodes;
    std::vector<Vec3> own, directors;  // frame of the shape, at the start
  };
  Vec3 position_;
  Quat rotation_;
  std::vector<Moved> moved_;
};

}  // namespace peal
