// One interval between two frames in which bodies did not fly freely: which impacts bring them from
// the states at its begin to the poses at its end? Several guesses are fitted; the one that leaves
// the least unexplained is taken. SI units, world frame; times from the begin of the interval.
#pragma once
#include <vector>

#include "tools/import/events/guess_impacts.h"
#include "tools/import/events/impulse_fit.h"

namespace peal {

/// So many bodies that move are a pile: one guess of the solver takes long, and others are not
/// tried.
constexpr std::size_t kPile = 16;

struct IntervalBody {
  GuessBody guess;                  // state at the begin
  std::optional<RigidState> other;  // another possible state at the begin
  Pose end;                         // measured
  bool velocity_known = false;      // `after` is the state with which it leaves the interval
  RigidState after;
  double place_error = 1e-6, turn_error = 1e-5, velocity_error = 1e-3;
};

struct Interval {
  double duration = 0;               // [s]
  std::vector<IntervalBody> bodies;  // those that move first
  double trust = 1;                  // factor on how far impulses may be from the guess
  bool linear = false;  // how bodies turn is left out: their moments of inertia may be others
};

struct IntervalResult {
  std::vector<Impact> impacts;               // bodies of the setup
  std::vector<RigidState> ends;              // of the bodies that move; poses are the measured ones
  std::vector<std::vector<PoseKnot>> knots;  // of the bodies that move: two at every impact
  /// One impact alone, between states that are both known: it says how the bodies rebound.
  struct Rebound {
    int body_a, body_b;
    double restitution, friction;  // speed after over speed before; tangential over normal impulse
  };
  std::optional<Rebound> rebound;
  double score = 0;          // part of the change of motion that stays unexplained
  bool unexplained = false;  // nothing near explains the change of motion
  int unexplained_body = 0;  // of the setup
};

class IntervalFit {
 public:
  /// Keeps a reference to the setup.
  explicit IntervalFit(const RigidSetup& setup) : setup_(setup) {}
  IntervalResult explain(const Interval& interval, bool use_solver) const;
  /// By changes of velocity alone, for bodies that turn as if they were others.
  IntervalResult explain_by_momentum(Interval interval, bool use_solver) const;

 private:
  const RigidSetup& setup_;
};

}  // namespace peal
