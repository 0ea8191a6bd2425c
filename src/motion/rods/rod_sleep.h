// When the rods of a scene may pause: nothing moves so that anybody could hear or see it, nothing
// is going to excite them, nothing that moves or rings is near. Their whole state then stays as it
// is, springs and all, and goes on from there when a body comes near. Enter: rods after each step,
// SI.
//
// Quiet is a step in which all points of all rods together, as if in phase, make less than kQuiet a
// decimetre away (dipoles of rod_radiation.h, turning sections taken for points at their rims).
// What swings at half the rate of the steps, where stretching ends up that is too fast for them, is
// no sound: accelerations count as (1, 2, 1)/4, their changes as (1, 0, -1)/2.
#pragma once
#include <cstdint>
#include <vector>

#include "physics/rods/rod_stepper.h"
#include "scene/scene.h"

namespace peal {

class RodSleep {
 public:
  static constexpr double kQuiet = 2e-5;    // [Pa] at kNear: what nobody hears
  static constexpr double kNear = 0.1;      // [m]
  static constexpr double kHighest = 20e3;  // [Hz]
  static constexpr double kSlow = 3e-4;     // [m/s] that no point exceeds
  static constexpr double kAfter = 0.05;    // [s] of quiet

  RodSleep(const Scene& scene, double rate);
  /// @param busy_until [s] until then somebody acts on it
  void add(const ElasticRod& rod, const RodStepper& stepper, double busy_until);

  bool asleep() const { return asleep_; }
  /// After the step that ends at `time` [s].
  void look(double time);
  /// Something comes near.
  void wake() { asleep_ = false, quiet_ = 0; }

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.quiet_, self.asleep_);
    for (auto& rod : self.rods_) archive(rod);
  }

 private:
  struct Rod {
    const ElasticRod* rod;
    const RodStepper* stepper;
    double near, far;                // [Pa] per length and acceleration, and its change
    double rim;                      // [m] of the section
    std::vector<Vec3> last, before;  // accelerations of the steps before
    std::vector<double> turned, turned_before;

    template <class Self, class Archive>
    static void state_fields(Self& self, Archive& archive) {
      archive(self.last, self.before, self.turned, self.turned_before);
    }
  };
  /// [Pa]; infinite where a point moves.
  static double loudness(Rod& rod);

  bool may_ = true, asleep_ = false;
  double rate_, near_, far_, busy_until_ = -1e300;
  std::int64_t quiet_ = 0;  // [steps]
  std::vector<Rod> rods_;
};

}  // namespace peal
