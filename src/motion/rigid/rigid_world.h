// Rigid bodies under gravity with impacts at their true instants.
// One step [t0, t1]:
// 1. support: contacts that rest or slide at t0 push with constant forces over the step.
// 2. arcs: every body flies its exact arc under gravity and these forces.
// 3. events: first zeros of the distances, in order of time; each group of simultaneous touches is
//    solved at its own instant with the speeds at that instant, and the arcs restart there.
// 4. settle: what still approaches slowly at t1 is stopped without rebound; overlap is pushed out.
// 5. sleep: bodies that lie still together for a while become exactly still.
// Joints hold in 1 and in every group of 3 and 4; a string is a contact that pulls.
// Restitution is Newton's (of a pair: the smaller coefficient), friction Coulomb's (square root of
// the product). A rebound slower than |g| dt, whose flight is shorter than two steps, is not
// followed: such an impact takes restitution 0. Where Newton's rule with friction would create
// energy, the rebound is reduced until none is created.
#pragma once
#include <map>
#include <vector>

#include "motion/motion.h"
#include "motion/rigid/contact_follower.h"
#include "motion/rigid/impulse_solver.h"
#include "motion/rigid/narrow_phase.h"
#include "motion/rigid/rigid_arc.h"
#include "motion/rigid/rigid_setup.h"
#include "motion/rigid/slow_impacts.h"

namespace peal {

class RigidWorld {
 public:
  /// Keeps a reference to the setup.
  explicit RigidWorld(const RigidSetup& setup);

  /// From step n to step n + 1. Appends knots and what happens (each kind in order of time).
  void advance(long n, std::vector<PoseTrack>& tracks, MotionBlock& happened);

 private:
  struct Known {
    long version = -1;
    double time = 0;
    RigidState state;
  };
  struct Body {
    double inverse_mass = 0;
    RigidArc arc;
    long version = 0;        // of the arc, counts its changes
    mutable Known known[2];  // states asked for last
    mutable int next = 0;
    double slow_since = 0;  // [s]
    bool asleep = false;
    bool waiting = false;  // not yet released: neither moves nor touches
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
    std::vector<ContactGeometry> geometry;
    std::vector<double> closing;  // [m/s]
  };

  /// A point where a joint holds two bodies; a hinge has two.
  struct JointPoint {
    int a = 0, b = kFloor, id = 0;
    Vec3 local_a, local_b;
  };

  /// Reacts to forces now.
  bool free(int body) const {
    return body >= 0 && bodies_[body].inverse_mass > 0 && !bodies_[body].asleep &&
           !bodies_[body].waiting;
  }
  /// [s] of the last exchange; the start of its arc.
  double changed_at(int body) const { return free(body) ? bodies_[body].arc.time : -1e300; }
  bool animated(int body) const { return body >= 0 && !setup_.bodies[body].path.empty(); }
  bool moves(int body) const { return free(body) || animated(body); }
  /// Of the last pair of the setup that names both; none when there is none.
  const RigidPair* pair_of(int a, int b) const;
  double restitution(const ContactFeature& f) const;
  double friction(const ContactFeature& f) const;
  ContactGeometry contact_at(const ContactFeature& f, double time) const;
  ContactGeometry contact_of(const ContactFeature& f, const RigidState& a,
                             const RigidState& b) const;
  /// kFloor: at rest in the origin. Valid until two other times were asked for.
  const RigidState& state(int body, double time) const;
  RigidState animated_state(int body, double time) const;
  static void restart(Body& body, double time, const RigidState& state);
  double closing_speed(const ContactFeature& f, double time) const;
  SolverBody solver_body(int body, const RigidState& state, bool wake) const;
  SolverContact solver_contact(const JointPoint& joint, int slot_a, int slot_b, const RigidState& a,
                               const RigidState& b, double correct) const;
  void add_joints();
  void release(double t0);
  void find_contacts(const NarrowPhase::Watch& watch = {});
  void refuse_overlap(const ContactFeature& f) const;

  int parts(double t0) const;  // of this step: fast thin bodies must not pass through each other,
                               // and no body may turn far between two knots
  void part_step(double t0, double t1);
  void support(double t0, double t1);
  void follow(double t0, double t1, const std::vector<SolverContact>& contacts,
              const std::vector<const ContactFeature*>& kept,
              const std::vector<SolverBody>& solver_bodies);
  void resist_rolling(const ContactFeature& f, const SolverContact& c, const SolverBody& a,
                      const SolverBody& b, double dt);
  void play_events(double t1);
  Event next_event(const ContactFeature& f, const Event& last, double t1) const;
  void settle(double t1);
  void push_apart(double t1);
  void sleep(double t1);
  void calm(Body& body, RigidState state, int index, double t1);
  void check_sane(double t1) const;
  void exchange(const std::vector<int>& group, double time, bool rebound);
  Meeting meet(const std::vector<int>& group, double time, bool rebound) const;
  void limit_energy(Meeting& meeting);
  bool tell(const Meeting& meeting, const std::vector<int>& group, double time, double audible,
            bool rebound);
  std::vector<const JointPoint*> joints_of(std::vector<int>& members) const;
  void record_knots(double t1);

  const RigidSetup& setup_;
  NarrowPhase finder_;
  mutable Sweep sweep_;  // of the ways of a step
  ImpulseSolver solver_;
  std::vector<Body> bodies_;
  std::vector<ContactFeature> features_;
  std::vector<Event> events_;
  std::vector<Pose> poses_, start_poses_;
  std::vector<bool> present_;                       // released
  std::map<std::tuple<int, int, int>, Vec3> held_;  // supporting impulses of the last step
  double slow_ = 0;                                 // [m/s] |g| dt
  double part_ = 0;                                 // [s] length of this part of the step
  ContactFollower follower_;
  SlowImpacts slow_impacts_;
  std::vector<ContactFeature> strings_;
  std::vector<JointPoint> joints_;
  std::map<std::pair<int, int>, std::size_t> pairs_;  // last of the setup's with these two names
  std::vector<PoseTrack>* tracks_ = nullptr;
  MotionBlock* happened_ = nullptr;
};

}  // namespace peal
