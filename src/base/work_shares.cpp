#include "base/work_shares.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/steady_seconds.h"

namespace peal {
namespace {

constexpr double kTelling = 0.1;  // part of a unit from which on it tells how long it takes
constexpr double kLate = 0.1;     // of what a unit took that is longer under way than was expected

}  // namespace

WorkShares::WorkShares(std::vector<double> costs, std::function<void(double)> tell,
                       std::function<double()> clock)
    : tell_(std::move(tell)), clock_(clock ? std::move(clock) : steady_seconds) {
  double all = 0;
  for (double& cost : costs) all += cost = std::isfinite(cost) && cost > 0 ? cost : 0;
  for (const double cost : costs) units_.push_back({all > 0 ? cost : 1});
  last_end_ = clock_();
}

// Seconds per cost of what has told them are those of the rest, too. Of units side by side nobody
// knows which seconds were whose (they take turns at one solver): there only costs count.
double WorkShares::part() const {
  double known = 0, known_cost = 0;
  for (const Unit& unit : units_)
    if (!side_by_side_ && unit.cost > 0 && unit.part >= kTelling)
      known += unit.took / unit.part, known_cost += unit.cost;
  double passed = 0, left = 0;
  if (!(known > 0)) {  // or nothing is known yet, or it took no time
    for (const Unit& unit : units_)
      passed += unit.cost * unit.part, left += unit.cost * (1 - unit.part);
  } else {
    for (const Unit& unit : units_) {
      if (!(unit.cost > 0)) continue;
      // It may say nothing between its beginning and its end.
      const bool runs = unit.begun >= 0 && unit.part < kTelling;
      const double took = runs ? clock_() - unit.begun : unit.took;
      passed += took;
      left += unit.part >= kTelling ? took * (1 - unit.part) / unit.part
                                    : std::max(kLate * took, unit.cost * known / known_cost - took);
    }
  }
  return left > 0 ? passed / (passed + left) : 1;
}

void WorkShares::set(std::size_t unit, double part) {
  const std::lock_guard lock(mutex_);
  Unit& one = units_.at(unit);
  const double now = clock_();
  if (one.begun < 0) one.begun = last_end_;
  if (one.part < 1) one.took = now - one.begun;
  one.part = std::clamp(part, 0.0, 1.0);
  if (one.part >= 1) last_end_ = now;
  const auto runs = [](const Unit& u) { return u.begun >= 0 && u.part < 1; };
  side_by_side_ = side_by_side_ || std::ranges::count_if(units_, runs) > 1;
  if (tell_) tell_(this->part());
}

}  // namespace peal
