// What a scene does to a rod by hand: blows (half-sine forces), plucks (a point is taken along,
// then let go), supports that move. Acts on the RodStepper before each of its steps. SI units.
#pragma once
#include <vector>

#include "physics/rods/rod_stepper.h"
#include "scene/scene.h"

namespace peal {

class RodExcitation {
 public:
  /// After the supports are there. Both must outlive it. Throws an Error about what cannot be.
  RodExcitation(const ObjectSpec& object, const ElasticRod& rod, RodStepper& stepper);

  /// Before the step that ends at `time` [s].
  void act(double time);

  /// [s] Nothing is done afterwards.
  double busy_until() const;

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.pushing_, self.taken_, self.from_, self.speed_, self.bend_, self.held_with_,
            self.since_);
  }

 private:
  struct Blow {
    double begin, duration;  // [s]
    Vec3 impulse;            // [N s]
    int point;               // the force is shared by this one and the next
    double next;             // the share of the next
  };
  struct Pluck {
    double begin, end, slip;  // [s]
    int point;
    Vec3 offset;  // [m]
  };
  struct Moved {
    std::vector<RodOffset> path;
    std::vector<int> points;
    std::vector<Vec3> home;  // [m]
  };
  void add_blows(const ObjectSpec& object);
  void add_plucks(const ObjectSpec& object);
  void add_paths(const ObjectSpec& object);
  void strike(double time);
  void pluck(double time);

  const ElasticRod& rod_;
  RodStepper& stepper_;
  double step_;
  std::vector<Blow> blows_;  // by their beginnings
  double longest_ = 0;       // [s] of the blows
  std::vector<int> forced_;  // points that may feel a force
  std::vector<Vec3> force_;  // of all points [N]
  bool pushing_ = true;      // some force was not 0 in the last step
  std::vector<Pluck> plucks_;
  std::vector<Moved> moved_;
  // State of the plucks: free, holding or slipping; where they took their points, which moved with
  // this velocity and acceleration; with what force they held them at last.
  enum Grip : int { kFree, kHolding, kSlipping };
  std::vector<int> taken_;
  std::vector<Vec3> from_, speed_, bend_, held_with_;
  std::vector<double> since_;  // [s]
};

/// Comes to rest at 0 from 0 between u = 0 and 1: what begins with a velocity of 1 (or, `bent`, an
/// acceleration of 1) and no acceleration (velocity). Value and two derivatives.
struct SoftStop {
  SoftStop(double u, bool bent);
  double place, rate, bend;
};

/// From rest at 0 to rest at 1 without a jump of the acceleration: value and two derivatives.
struct SoftRamp {
  explicit SoftRamp(double u);
  double place, rate, bend;
};

}  // namespace peal
