// Solver impulses of touching pairs, step by step => impacts, contact samples, summaries.
// The second half of import_contacts.h: knows bodies and steps, no file. SI units, world frame.
#pragma once
#include <map>
#include <vector>

#include "motion/contact_states.h"
#include "motion/rigid/rigid_setup.h"
#include "motion/rigid/slow_impacts.h"
#include "motion/take/take.h"

namespace peal {

/// One touching point in one step.
struct ContactPush {
  double time = 0;
  int a = 0, b = kFloor;
  Vec3 point, normal, impulse;  // on a
  double closing_speed = -1;    // [m/s] < 0: not told
};

class ContactStream {
 public:
  /// Keeps references to setup and tracks.
  ContactStream(const RigidSetup& setup, const std::vector<PoseTrack>& tracks, double step,
                double min_closing_speed);
  /// In order of time.
  void add(const ContactPush& push);
  void finish(Take& take, double end);

 private:
  struct Step {  // all points of a pair in one step
    double time = 0;
    Vec3 impulse, point, normal;
    double weight = 0, closing_speed = -1;
    int points = 0;
  };
  struct Window {  // of a track, averaged
    double begin = 0, impulse = 0, weight = 0;
    int steps = 0;
    Vec3 point, normal;
  };
  struct Pair {
    bool open = false, hitting = false, tracked = false;
    double last = 0;  // [s] of the last step
    Step step;
    Impact impact;
    double first = 0;  // [N s] normal impulse of the impact's first step
    int hits = 0;      // steps in it
    double usual = 0;  // [N s] normal impulse per step of the track
    Window window;
    ContactStates states;
    ContactSample told;
  };
  void end_step(int a, int b, Pair& pair);
  void end_impact(Pair& pair);
  void end_contact(int a, int b, Pair& pair);
  void end_window(int a, int b, Pair& pair);
  void close_old(double time);
  bool falls(int body, double time) const;
  double closing_speed(int a, int b, const Step& step) const;
  double inverse_mass(int a, int b, const Step& step) const;
  PoseKnot state(int body, double time) const;
  Vec3 velocity(int body, const Vec3& point, double time) const;

  const RigidSetup& setup_;
  const std::vector<PoseTrack>& tracks_;
  double step_, slowest_;
  std::map<std::pair<int, int>, Pair> pairs_;
  SlowImpacts slow_;
  std::vector<Impact> impacts_;
  std::vector<ContactSample> samples_;
  int next_track_ = 0;
  double swept_ = -1e300;  // [s] of the last look for contacts that ended
};

}  // namespace peal
