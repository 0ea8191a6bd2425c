// Forces of bodies that stay in touch => contact tracks: one per pair, with few samples, classified
// with hysteresis into rest, slide and roll. SI units.
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "motion/contact_states.h"
#include "motion/motion.h"

namespace peal {

class ContactFollower {
 public:
  /// One touching point during a part of a step.
  struct Hold {
    int body_a = 0, body_b = kFloor;
    double normal_force = 0;  // [N]
    Vec3 place, normal;       // world
    Vec3 slip, roll;          // [m/s] world
  };

  /// A point that carries force now.
  void hold(const Hold& hold);
  /// The pair lies still; nothing is computed for it.
  void keep(int body_a, int body_b);
  /// After all holds and keeps of the part [time, end). Appends samples at `time`. Pairs with a
  /// paused body wait.
  void finish(double time, double end, const std::vector<Pose>& poses,
              const std::vector<bool>& paused, std::vector<ContactSample>& out);

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.pairs_, self.tracks_);
  }
  /// False when it follows a body that is not one of so many.
  bool fits(int bodies) const;

 private:
  static constexpr double kNever = -1e300;
  struct Pair {
    bool held = false, kept = false, asleep = false, open = false;
    int track = -1;
    double since = 0, last_held = kNever;  // [s]
    double force = 0;                      // sums over the points of this part
    double strongest = 0;                  // [N] of them, and where it is
    Vec3 strong_place;
    Vec3 place, normal, slip, roll;
    // Force and speed of rolling, averaged: a sample holds until the next one, and the blow of a
    // rim that slaps down must not be stretched to it.
    double mean_force = 0, mean_roll = 0;
    ContactStates states;
    ContactSample told;  // the last sample
  };
  bool worth_telling(const Pair& pair, const ContactSample& now) const;

  std::map<std::pair<int, int>, Pair> pairs_;
  int tracks_ = 0;
};

}  // namespace peal
