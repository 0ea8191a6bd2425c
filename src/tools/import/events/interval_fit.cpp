#include "tools/import/events/interval_fit.h"

#include <utility>

#include "tools/import/events/interval_trial.h"

namespace peal {
namespace {

constexpr double kOtherRestitutions[] = {0.0, 0.25, 0.5, 0.75, 0.95};
constexpr double kUnexplained = 0.5;      // of the score
constexpr double kUnexplainedJump = 0.1;  // [m/s]

}  // namespace

IntervalResult IntervalFit::explain_by_momentum(Interval interval, bool use_solver) const {
  interval.linear = true;
  IntervalTrial best = trial_from_shapes(setup_, interval);
  if (use_solver && best.score > kGoodScore) {
    std::vector<GuessBody> bodies;
    for (const IntervalBody& body : interval.bodies) bodies.push_back(body.guess);
    IntervalTrial trial =
        fitted_trial(setup_, interval, guess_impacts(setup_, bodies, interval.duration));
    if (trial.score < best.score) best = std::move(trial);
  }
  return result_of_trial(setup_, interval, best);
}

IntervalResult IntervalFit::explain(const Interval& interval, bool use_solver) const {
  std::vector<GuessBody> bodies;
  for (const IntervalBody& body : interval.bodies) bodies.push_back(body.guess);
  IntervalTrial best;
  if (use_solver)
    best = fitted_trial(setup_, interval, guess_impacts(setup_, bodies, interval.duration));
  if (use_solver && best.score > kGoodScore) {
    Interval other = interval;
    bool any = false;
    for (IntervalBody& body : other.bodies)
      if (body.other) body.guess.start = *body.other, any = true;
    if (any) {
      std::vector<GuessBody> starts;
      for (const IntervalBody& body : other.bodies) starts.push_back(body.guess);
      IntervalTrial trial =
          fitted_trial(setup_, interval, guess_impacts(setup_, starts, interval.duration));
      if (trial.score < best.score) {
        best = std::move(trial);
        bodies = starts;
      }
    }
  }
  if (best.score > kGoodScore) {
    const auto consider = [&](IntervalTrial trial) {
      if (trial.score < best.score) best = std::move(trial);
    };
    consider(trial_from_shapes(setup_, interval));
    // One coefficient for a whole pile is as wrong as the next, and each guess costs seconds.
    if (use_solver && moving_count(interval) <= kPile)
      for (const double e : kOtherRestitutions) {
        if (best.score < kGoodScore) break;
        consider(
            fitted_trial(setup_, interval, guess_impacts(setup_, bodies, interval.duration, e)));
      }
  }
  IntervalResult out = result_of_trial(setup_, interval, best);
  for (std::size_t i = 0; i < best.bodies.size(); ++i) {
    const FitBody& body = best.bodies[i];
    const double left = norm(body.place) / interval.duration;
    if (out.impacts.empty() && best.score > kUnexplained && left > kUnexplainedJump) {
      out.unexplained = true;
      out.unexplained_body = interval.bodies[i].guess.body;
    }
  }
  return out;
}

}  // namespace peal
