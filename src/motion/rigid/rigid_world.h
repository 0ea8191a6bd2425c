// Rigid bodies under gravity with impacts at their true instants.
// One step [t0, t1]:
// 1. support: contacts that rest or slide at t0 push with constant forces over the step.
// 2. arcs: every body flies its exact arc under gravity and these forces.
// 3. events: first zeros of the distances, in order of time; each group of simultaneous touches is
//    solved at its own instant with the speeds at that instant, and the arcs restart there.
// 4. settle: what still approaches slowly at t1 is stopped without rebound; overlap is pushed out.
// 5. sleep: bodies that lie still together for a while become exactly still.
// Joints hold in 1 and in every group of 3 and 4; a string is a contact that pulls.
// A coin that spins down turns its place of touch around faster and faster. When nothing else is
// near, it goes through the step alone, in as many parts as its wobble needs.
// Restitution is Newton's (of a pair: the smaller coefficient), friction Coulomb's (square root of
// the product). A rebound slower than |g| dt, whose flight is shorter than two steps, is not
// followed: such an impact takes restitution 0. Where Newton's rule with friction would create
// energy, the rebound is reduced until none is created.
// Other worlds see the bodies by state() and side() and push() on them; a push is an event of 3.
#pragma once
#include <map>
#include <optional>
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

  /// [s] where it stands: the end of the last step, the beginning of the coming one.
  double time() const { return time_; }
  /// Of a body (kFloor: at rest in the origin) at a time not before the last step began: in the
  /// last step as it was, at an instant of change after it; later as it will be if the forces of
  /// the last step go on and nothing acts but the pushes given so far. Joints are not in that.
  RigidState state(int body, double time) const;
  /// What a contact needs to know of it then: mobility (none when it cannot be pushed), velocity.
  SolverBody side(int body, double time) const;
  /// An impulse [N s] at a point [m] of the world acts on a body at its instant, which is not
  /// before time() (an Error); one of a later step waits for it. Pushes at one instant act in the
  /// order in which they were given. The body flies on from there, wakes when it slept, and passes
  /// on what it rests on or is held by; its track gets knots before and after. False, and nothing
  /// happens: what is fixed, animated, not yet released, or the floor.
  bool push(int body, double time, const Vec3& impulse, const Vec3& point);

  /// Everything that decides the coming steps (Motion::save, Motion::load).
  void save(StateWriter& out) const;
  void load(StateReader& in);

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
    bool waiting = false;        // not yet released: neither moves nor touches
    std::vector<RigidArc> past;  // of the last step, those that ended before its end
    // The arc after all pushes that wait; empty when nobody has asked since they changed.
    mutable std::optional<RigidArc> ahead;

    template <class Self, class Archive>
    static void state_fields(Self& self, Archive& archive) {
      archive(self.arc, self.slow_since, self.asleep, self.waiting, self.past);
    }
  };
  struct OuterPush {
    int body = 0;
    double time = 0;
    Vec3 impulse, point;
  };
  /// At most, by the pushes of a step: [m/s] and [rad/s].
  struct Gain {
    double speed = 0, spin = 0;
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
    int pushed = -1;              // member that something outside pushes,
    Vec3 turn;                    // [N m s] and by which angular impulse
  };

  /// A point where a joint holds two bodies; a hinge has two.
  struct JointPoint {
    int a = 0, b = kFloor, id = 0;
    Vec3 local_a, local_b;
  };

  /// Reacts to forces now.
  bool free(int body) const {
    return body >= 0 && bodies_[body].inverse_mass > 0 && !bodies_[body].asleep &&
           !bodies_[body].waiting && !paused_[body];
  }
  /// Another part of the bodies goes through the step now.
  bool paused(int body) const { return body >= 0 && paused_[body]; }
  /// [s] of the last exchange; the start of its arc.
  double changed_at(int body) const { return free(body) ? bodies_[body].arc.time : -1e300; }
  bool animated(int body) const { return body >= 0 && !setup_.bodies[body].path.empty(); }
  bool moves(int body) const { return free(body) || animated(body); }
  /// Of the last pair of the setup that names both; none when there is none.
  const RigidPair* pair_of(int a, int b) const;
  double restitution(const ContactFeature& f) const;
  double rebound(const ContactFeature& f, const ContactGeometry& t, const RigidState& a,
                 const RigidState& b, double closing) const;
  double friction(const ContactFeature& f) const;
  ContactGeometry contact_at(const ContactFeature& f, double time) const;
  ContactGeometry contact_of(const ContactFeature& f, const RigidState& a,
                             const RigidState& b) const;
  /// On the present arc. kFloor: at rest in the origin. Valid until two other times were asked for.
  const RigidState& arc_state(int body, double time) const;
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

  /// [rad/s] with which a rim's place of touch goes around its body; 0 when it rocks or lies flat.
  /// Its rim is nowhere higher than what is rough.
  static bool lies_flat(const ContactFeature& f, const Pose& pose, const Vec3& normal);
  double wobble_rate(const ContactFeature& f, double time) const;
  /// Bodies that wobble faster than the step can follow while nothing free is near them.
  struct Loner {
    int body = 0, parts = 1;
  };
  std::vector<Loner> loners(double t0) const;
  void advance_apart(const std::vector<Loner>& alone, double t0, double t1);
  void run_parts(int count, double t0, double t1);
  int parts(double t0) const;  // of this step: fast thin bodies must not pass through each other,
                               // and no body may turn far between two knots
  void part_step(double t0, double t1);
  void support(double t0, double t1);
  Vec3 roll_of(const ContactFeature& f, const RigidState& a, const RigidState& b,
               const SolverContact& c, const Vec3& arm_rate_a, const Vec3& arm_rate_b) const;
  void follow(double t0, double t1, const std::vector<SolverContact>& contacts,
              const std::vector<const ContactFeature*>& kept, const std::vector<Vec3>& rolls,
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
  Meeting meet(const std::vector<int>& group, double time, bool rebound,
               std::vector<int> members = {}) const;
  void conclude(const Meeting& meeting, double time, bool knots);
  void limit_energy(Meeting& meeting);
  bool tell(const Meeting& meeting, const std::vector<int>& group, double time, double audible,
            bool rebound);
  std::vector<const JointPoint*> joints_of(std::vector<int>& members) const;
  void record_knots(double t1);

  int checked(int body) const;
  bool can_be_pushed(int body) const;
  RigidArc coming_arc(int body) const;
  RigidArc pushed(RigidArc arc, const OuterPush& push) const;
  void expect_pushes(double t1);
  void choose_pushes(double from, double to);
  void foresee_pushes(double t1);
  bool touches_on(int body, double time) const;
  double receive(const OuterPush& push);
  void renew_events(double time, double t1);
  template <class Self, class Archive>
  static void walk(Self& self, Archive& archive);

  const RigidSetup& setup_;
  NarrowPhase finder_;
  mutable Sweep sweep_;  // of the ways of a step
  ImpulseSolver solver_;
  std::vector<Body> bodies_;
  std::vector<ContactFeature> features_;
  std::vector<Event> events_;
  std::vector<Pose> poses_, start_poses_;
  std::vector<bool> present_;                       // released
  std::vector<int> active_;                         // bodies that go through this part of the step
  std::vector<bool> paused_;                        // of those that can move: the others
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
  double since_ = 0, time_ = 0;     // [s] of the last step
  std::vector<OuterPush> waiting_;  // in the order in which they will act
  std::vector<OuterPush> due_;      // in this part of the step
  std::size_t next_due_ = 0;
  std::vector<Gain> gains_;               // of bodies, in this step
  std::vector<ContactFeature> carrying_;  // where bodies touched when this part began
};

}  // namespace peal
