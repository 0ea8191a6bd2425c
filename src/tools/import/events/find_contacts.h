// Bodies that are carried, pushed or dragged, frame by frame => contact samples.
// Enters: poses, velocities and the mean force (without gravity) on every body over the time to the
// next frame. Leaves: one sample per touching pair and frame while something changes; the force of
// a body that several others carry is shared by least squares. SI units, world frame.
#pragma once
#include <map>
#include <vector>

#include "motion/contact_states.h"
#include "motion/rigid/narrow_phase.h"
#include "motion/rigid/rigid_arc.h"
#include "motion/rigid/rigid_setup.h"

namespace peal {

struct CarriedBody {
  bool flies = false;  // or was hit: no lasting contact
  bool still = false;
  RigidState state;
  Vec3 force;  // [N] mean over the time to the next frame
};

class ContactFinder {
 public:
  /// Keeps a reference to the setup.
  explicit ContactFinder(const RigidSetup& setup);
  void add(double time, double duration, const std::vector<CarriedBody>& bodies);
  /// All samples in order of time; open contacts end at `end`.
  std::vector<ContactSample> finish(double end);

 private:
  struct Pair {
    int a = 0, b = 0;
    Vec3 point_a, point_b;  // world, mean of the touching points
    Vec3 normal;
    int points = 0;
    double force = 0;  // [N] normal
  };
  struct Track {
    ContactStates states;
    ContactSample last;
    Vec3 point;  // [m] world
    double time = 0;
    bool seen = false;
  };
  std::vector<Pair> pairs(const std::vector<CarriedBody>& bodies);
  void share_forces(const std::vector<CarriedBody>& bodies, double duration,
                    std::vector<Pair>& pairs) const;
  void follow(double time, const std::vector<CarriedBody>& bodies, const Pair& pair);

  const RigidSetup& setup_;
  NarrowPhase finder_;
  std::vector<ContactFeature> features_;
  std::map<std::pair<int, int>, Track> tracks_;
  std::vector<ContactSample> samples_;
  bool all_still_ = false;
  int next_track_ = 0;
};

}  // namespace peal
