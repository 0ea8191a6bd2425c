#include "base/work_shares.h"

#include <algorithm>
#include <cmath>

namespace peal {

WorkShares::WorkShares(std::vector<double> costs, std::function<void(double)> tell)
    : costs_(std::move(costs)), parts_(costs_.size()), tell_(std::move(tell)) {
  double all = 0;
  for (double& cost : costs_) all += cost = std::isfinite(cost) && cost > 0 ? cost : 0;
  if (!(all > 0)) std::fill(costs_.begin(), costs_.end(), 1.0);
}

double WorkShares::part() const {
  double done = 0, all = 0;
  for (std::size_t i = 0; i < costs_.size(); ++i) done += costs_[i] * parts_[i], all += costs_[i];
  return all > 0 ? done / all : 1;
}

void WorkShares::set(std::size_t unit, double part) {
  const std::lock_guard lock(mutex_);
  parts_.at(unit) = std::clamp(part, 0.0, 1.0);
  if (tell_) tell_(this->part());
}

}  // namespace peal
