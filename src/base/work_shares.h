// One progress of work in units of unequal cost. Enters: what each unit will cost (any unit, only
// ratios count). Leaves: the part of all cost that is done.
#pragma once
#include <functional>
#include <mutex>
#include <vector>

namespace peal {

class WorkShares {
 public:
  /// Units that cost nothing (they are in a cache) do not move the progress, unless all do.
  WorkShares(std::vector<double> costs, std::function<void(double)> tell);

  /// A unit's own part, 0 .. 1. May be called from any thread; tell() is called by one at a time.
  void set(std::size_t unit, double part);
  double part() const;

 private:
  mutable std::mutex mutex_;
  std::vector<double> costs_, parts_;
  std::function<void(double)> tell_;
};

}  // namespace peal
