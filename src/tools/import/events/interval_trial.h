// One guess about an interval (interval_fit.h), fitted to the poses at its end: which contacts, how
// much of the change of motion they leave unexplained, and what follows if it is taken.
// SI units, world frame; times from the begin of the interval.
#pragma once
#include <vector>

#include "tools/import/events/interval_fit.h"

namespace peal {

constexpr double kGoodScore = 0.03;  // no other guess is tried

struct IntervalTrial {
  Guess guess;
  std::vector<FitBody> bodies;
  std::vector<FitContact> contacts;
  double score = 1e9;  // part of the change of motion that stays unexplained
  double slowest = 0;  // [m/s] impacts below are bodies that lie on each other
};

/// Impulses at the impacts of the guess by least squares.
IntervalTrial fitted_trial(const RigidSetup& setup, const Interval& interval, Guess guess);

/// Without the solver: one instant at which everything that is near touches.
IntervalTrial trial_from_shapes(const RigidSetup& setup, const Interval& interval);

IntervalResult result_of_trial(const RigidSetup& setup, const Interval& interval,
                               const IntervalTrial& trial);

/// The bodies that move; they come first.
inline std::size_t moving_count(const Interval& interval) {
  std::size_t count = 0;
  while (count < interval.bodies.size() && interval.bodies[count].guess.moves) ++count;
  return count;
}

inline RigidState with_momentum(RigidState s, const Vec3& inertia) {
  s.angular_momentum = angular_momentum_of(s.spin, s.pose.rotation, inertia);
  return s;
}

}  // namespace peal
