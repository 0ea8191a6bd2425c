// Moves an ElasticRod through time: Newmark's rule with beta = 1/4, gamma = 1/2 (trapezoids), its
// equations solved by Newton's method with the full stiffness. Loads, supports and gravity enter;
// positions, velocities and accelerations of the rod leave. SI units.
//
//   M a = f - dE/dq - alpha M v - viscous part, each strain with beta times its rate added
//   x1 = x0 + h/2 (v0 + v1), v1 = v0 + h/2 (a0 + a1) + what impulses give
//
// A contact solver works between predict() and finish(): predict() moves to the end of the step as
// if nothing touched; velocity() there, mobility() = dv/dp and push() speak of that end. An impulse
// p acts on the velocity, (M + h/2 C + h^2/4 K) dv = p with the matrix that the step has factored,
// x follows by h/2 dv, and a stays free of it: nothing leaks into the next step.
//
// A step that cannot be solved is taken again from its beginning, in 2, 4, ... 64 parts, forces and
// supports going on evenly within it; a contact solver then speaks of the end of the last part.
//
// Nothing is allocated after set-up, and nothing throws while stepping.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/rods/kept_factor.h"
#include "physics/rods/rod_matrix.h"

namespace peal {

struct RodStepSettings {
  double step = 1.0 / 88200;  // [s]
  double drag = 0;            // alpha: damping in proportion to mass [1/s]
  double viscous = 0;         // beta: damping in proportion to stiffness, Kelvin-Voigt [s]
  Vec3 gravity;               // [m/s^2]
  /// Iterations of Newton's method: as many as the residual asks for, at least one. Once the
  /// residual is below the tolerance times the inertial forces, or will be by its own decline, they
  /// end; a factor, of an earlier step too, is used again where that is enough (kept_factor.h).
  double tolerance = 1e-7;
  int most_iterations = 10;  // then the step is bad
  int exactly = 0;           // > 0: that many, each with a factor of its own, whatever is left
};

struct RodStepReport {
  int iterations = 0, factors = 0;
  int parts = 1;               // of the step, where one in whole could not be solved
  double first = 0, last = 0;  // residual before the first and at the last measurement [N]
  bool good = true;            // false: not finite, or the residual did not fall
};

/// A place of a rod that presses on something fixed, for RodStepper::settle(). Means over the step.
struct RodHold {
  int point = 0, edge = 0;
  Vec3 lever;             // [m] of the edge's twist
  Vec3 normal;            // unit
  Vec3 velocity;          // [m/s] if nothing pushes
  double target = 0;      // [m/s] the normal force is (target - u_N) / compliance
  double compliance = 0;  // [1/kg]
  double friction = 0;
  double mobility = 0;  // [1/kg] of the place alone, about
  double grip = 0;      // [kg] friction over sliding speed, of the last step; 0: it sticks
  Vec3 impulse;         // [N s] the result; before, where to begin
  bool open = false;    // nothing presses
};

class RodStepper {
 public:
  /// The rod must outlive the stepper.
  RodStepper(ElasticRod& rod, const RodStepSettings& settings);

  // Set-up. Supports hold what they find.
  void pin(int point);
  void hold_twist(int edge);
  /// A pin that is not there yet: seize() and let_go() make it come and go.
  void prepare_pin(int point);
  /// Both ends of an edge and its twist: the wall is in the middle of the edge.
  void clamp(int edge);
  /// Force -stiffness (x - anchor) - damping v, along the axes [N/m], [N s/m].
  void add_spring(int point, const Vec3& anchor, const Vec3& stiffness, const Vec3& damping = {});
  /// Makes the acceleration fit positions, velocities and loads. Call before the first step and
  /// after changing them by hand.
  void start() noexcept;

  // For the end of the step that comes next.
  void set_force(int point, const Vec3& force) noexcept;  // [N], beside gravity
  void set_torque(int edge, double torque) noexcept;      // about the edge [N m]
  void set_gravity(const Vec3& gravity) noexcept;
  /// Of a prepared pin, between steps: held where it is; free.
  void seize(int point) noexcept;
  void let_go(int point) noexcept;
  /// What a held point is held with, at the end of the last step [N].
  Vec3 reaction(int point) const noexcept;
  /// Moves a pinned point, a held twist.
  void prescribe(int point, const Vec3& position, const Vec3& velocity, const Vec3& acceleration);
  void prescribe_twist(int edge, double angle, double rate, double acceleration);

  RodStepReport step() noexcept {
    predict();
    return finish();
  }

  RodStepReport predict() noexcept;
  Vec3 velocity(int point) const noexcept { return rod_.velocity(point); }
  /// dv_i/dp_i at the end of the step [1/kg].
  Mat3 mobility(int point) noexcept;
  /// out[k] = dv_at[k] / dp_point.
  void mobility(int point, std::span<const int> at, std::span<Mat3> out) noexcept;
  /// mobility() of all points at once, in O(points): for many contacts on one rod.
  void mobilities(std::span<Mat3> out) noexcept;
  /// Of all points and twists, for many places between points: what the solver takes a point to
  /// give way by alone, with half of what its two neighbours add, so that a push on the middle of
  /// an edge moves it by what it does. @param twists [1/(kg m^2)], as many as points
  void place_mobilities(std::span<Mat3> points, std::span<double> twists) noexcept;
  /// A place on an edge: `along` from 0 to 1 between its points, `arm` from there to the skin [m].
  /// It moves with the points and the twist; edge_mobility() needs mobilities() of the same step.
  Vec3 edge_velocity(int edge, double along, const Vec3& arm) const noexcept;
  Mat3 edge_mobility(int edge, double along, const Vec3& arm) const noexcept;
  void push_edge(int edge, double along, const Vec3& arm, const Vec3& impulse) noexcept;
  /// Impulses [N s], [N m s]; they count from apply() on.
  void push(int point, const Vec3& impulse) noexcept;
  void push_twist(int edge, double impulse) noexcept;
  void apply() noexcept;
  /// Impulses of all that the rod presses on at once, by the factor of the step with their
  /// compliances in it and supposing who presses, sticks or slips how fast, until it fits: where a
  /// contact solver may begin. Its velocities are means of the step's beginning and end. Call
  /// expect_holds() once before.
  void settle(std::span<RodHold> holds) noexcept;
  void expect_holds();
  /// The step is done: residual of what was pushed corrected, frames accepted.
  RodStepReport finish() noexcept;

  /// (v1 - v0) / h of the last step, impulses and all: at the middle of the step.
  Vec3 mean_acceleration(int point) const noexcept;
  /// Of another length from now on (after a bad one: load what was saved, halve it).
  void set_step(double seconds);
  /// As the step began.
  Vec3 start_point(int point) const noexcept { return started(kRodX, point); }
  Vec3 start_velocity(int point) const noexcept { return started(kRodV, point); }
  double start_twist_rate(int edge) const noexcept { return start_at(kRodV + 3, edge); }
  std::int64_t steps() const { return steps_; }
  const RodStepSettings& settings() const { return settings_; }

  /// Rod, loads, supports' targets and count of steps; between steps. load() into a stepper with
  /// the same set-up goes on with the same bits.
  void save(std::vector<std::byte>& out) const;
  void load(std::span<const std::byte>& in);

 private:
  struct Support {
    int point, unknown;
    double target[3];  // x, v, a at the end of the step
    bool held = true;
    double reaction = 0;  // [N]
    double aim[3] = {};   // target at the end of the present part
  };
  struct Spring {
    int point;
    Vec3 anchor, stiffness, damping;
  };
  void hold(int point, int unknown);
  bool attempt() noexcept;
  bool in_parts() noexcept;
  void keep_start() noexcept;
  void back_to_start() noexcept;
  void aim(double part) noexcept;
  void add_hold(const RodHold& hold) noexcept;
  bool judge(RodHold& hold) const noexcept;
  Support* find_support(int point, int unknown) noexcept;
  void add_supports() noexcept;
  void factor() noexcept;
  void sharpen() noexcept;
  void forget() noexcept;
  void assemble(const RodRates& of_step) noexcept;
  void add_thick() noexcept;
  void factor_masses() noexcept;
  void measure() noexcept;
  void improve() noexcept;
  void refresh() noexcept;
  double noise() const noexcept;
  double* at(int channel, int i) const noexcept {
    return rod_.view().base + channel * rod_.view().stride + kRodPad + i;
  }
  RodRates rates() const noexcept;
  double start_at(int channel, int i) const noexcept {
    return start_[static_cast<std::size_t>(channel * rod_.view().stride + kRodPad + i)];
  }
  Vec3 started(int channel, int i) const noexcept {
    return {start_at(channel, i), start_at(channel + 1, i), start_at(channel + 2, i)};
  }

  ElasticRod& rod_;
  RodStepSettings settings_;
  RodMatrix matrix_, masses_;       // masses_: of thick rods, whose inertia is no diagonal
  std::vector<RodMatrix> holding_;  // none, or the matrix before it was factored and one for holds
  std::vector<Support> supports_;
  std::vector<Spring> springs_;
  AlignedVector<double> r_, load_, impulse_, response_;  // blocks of 4
  // By how much a changed in this step and the two before, blocks of 4; how to guess it.
  AlignedVector<double> change_, change_before_, change_long_before_;
  int order_ = 0;
  AlignedVector<double> own_, beside_;            // blocks of the inverse
  AlignedVector<double> start_, start_frames_;    // channels when the step began
  AlignedVector<double> load_before_, load_end_;  // for parts of a step
  bool fresh_ = false;                            // frames fit the points
  bool factored_ = false;                         // what was assembled last
  KeptFactor kept_;
  bool pushed_ = false;          // since the last apply()
  bool applied_ = false;         // in this step
  bool sharp_ = false;           // the factor tells mobilities
  double h_ = 0;                 // [s] of the step or the part of it
  bool loaded_ = false;          // loads have changed
  AlignedVector<double> thick_;  // as r_, of thick rods
  bool masses_factored_ = false;
  RodStepReport report_;
  double stiffest_ = 0, twist_arm_ = 1;
  double inertial_ = 0;  // |M a| [N]
  std::int64_t steps_ = 0;
};

}  // namespace peal
