// One progress of work in units of unequal cost. Enters: what each unit is expected to cost (any
// unit, only ratios count), and the clock. Leaves: the part of all time that has passed, if units
// that are done or half done tell how wrong the costs are.
#pragma once
#include <functional>
#include <mutex>
#include <vector>

namespace peal {

class WorkShares {
 public:
  /// Units that cost nothing (they are in a cache) do not move the progress, unless all do.
  /// @param clock [s]; the machine's when empty.
  WorkShares(std::vector<double> costs, std::function<void(double)> tell,
             std::function<double()> clock = {});

  /// A unit's own part, 0 .. 1. May be called from any thread; tell() is called by one at a time.
  void set(std::size_t unit, double part);

 private:
  struct Unit {
    double cost = 0, part = 0;
    double begun = -1, took = 0;  // [s] on the clock, and until now or its end
  };
  double part() const;

  std::mutex mutex_;
  std::vector<Unit> units_;
  std::function<void(double)> tell_;
  std::function<double()> clock_;
  bool side_by_side_ = false;  // units were seen to run at once
  double last_end_ = 0;        // [s] when a unit ended last: the next began then
};

}  // namespace peal
