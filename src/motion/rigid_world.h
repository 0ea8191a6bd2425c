// Rigid bodies under gravity with impacts at their true instants.
// One step [t0, t1]:
// 1. support: contacts that rest or slide at t0 push with constant forces over the step.
// 2. arcs: every body flies its exact arc under gravity and these forces.
// 3. events: first zeros of the distances, in order of time; each group of simultaneous touches is
//    solved at its own instant with the speeds at that instant, and the arcs restart there.
// 4. settle: what still approaches slowly at t1 is stopped without rebound; overlap is pushed out.
// 5. sleep: bodies that lie still together for a while become exactly still.
// Restitution is Newton's (of a pair: the smaller coefficient), friction Coulomb's (square root of
// the product). A rebound slower than |g| dt, whose flight is shorter than two steps, is not
// followed: such an impact takes restitution 0. Where Newton's rule with friction would create
// energy, the rebound is reduced until none is created.
#pragma once
#include <map>
#include <vector>

#include "motion/impulse_solver.h"
#include "motion/motion.h"
#include "motion/rigid_arc.h"
#include "motion/rigid_setup.h"
#include "motion/touch_finder.h"

namespace peal {

class RigidWorld {
 public:
  /// Keeps a reference to the setup.
  explicit RigidWorld(const RigidSetup& setup);

  /// From step n to step n + 1. Appends knots and impacts (times within the step, in order).
  void advance(long n, std::vector<PoseTrack>& tracks, std::vector<Impact>& impacts);

 private:
  struct Body {
    double inverse_mass = 0;
    RigidArc arc;
    double slow_since = 0;  // [s]
    bool asleep = false;
  };
  struct Event {
    bool pending = false;
    double time = 0;
    int count = 0;  // events of this feature in this step
  };
  struct Meeting {
    std::vector<int> members;  // bodies, sorted
    std::vector<RigidState> states;
    std::vector<SolverBody> before, after;
    std::vector<SolverContact> contacts;  // between members, one per feature of the group
    std::vector<Touch> touches;
    std::vector<double> closing;  // [m/s]
  };

  bool moves(int body) const {
    return body >= 0 && bodies_[body].inverse_mass > 0 && !bodies_[body].asleep;
  }
  double restitution(const TouchFeature& f) const;
  double friction(const TouchFeature& f) const;
  Touch touch_at(const TouchFeature& f, double time) const;
  Touch touch_of(const TouchFeature& f, const RigidState& a, const RigidState& b) const;
  RigidState state(int body, double time) const;  // kFloor: at rest in the origin
  double closing_speed(const TouchFeature& f, double time) const;
  SolverBody solver_body(int body, const RigidState& state, bool wake) const;

  int parts() const;  // of this step: fast thin bodies must not pass through each other, and no
                      // body may turn far between two knots
  void part_step(double t0, double t1);
  void support(double t0, double t1);
  void resist_rolling(const TouchFeature& f, const SolverContact& c, const SolverBody& a,
                      const SolverBody& b, double dt);
  void play_events(double t1);
  Event next_event(const TouchFeature& f, const Event& last, double t1) const;
  void settle(double t1);
  void push_apart(double t1);
  void sleep(double t1);
  void check_sane(double t1) const;
  void exchange(const std::vector<int>& group, double time, bool rebound);
  Meeting meet(const std::vector<int>& group, double time, bool rebound) const;
  void limit_energy(Meeting& meeting);
  bool tell(const Meeting& meeting, const std::vector<int>& group, double time, double audible);
  void record_knots(double t1);

  const RigidSetup& setup_;
  TouchFinder finder_;
  ImpulseSolver solver_;
  std::vector<Body> bodies_;
  std::vector<TouchFeature> features_;
  std::vector<Event> events_;
  std::vector<Pose> poses_;
  std::map<std::tuple<int, int, int>, Vec3> held_;  // supporting impulses of the last step
  double slow_ = 0;                                 // [m/s] |g| dt
  std::vector<PoseTrack>* tracks_ = nullptr;
  std::vector<Impact>* impacts_ = nullptr;
};

}  // namespace peal
