// Which of many balls may overlap (broad phase): sort and sweep along the axis on which their
// centres are spread most, so that a row, a stack or a grid of n bodies costs far less than n^2.
// Enters: centres and radii [m]. Leaves: every pair whose ranges along that axis overlap, which
// holds every pair of balls that do.
#pragma once
#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/vec.h"

namespace peal {

class Sweep {
 public:
  /// visit(a, b) with a < b, in an order that depends on the numbers alone.
  template <class Centre, class Radius, class Visit>
  void pairs(std::size_t count, Centre&& centre, Radius&& radius, Visit&& visit) {
    if (count < 2) return;
    Vec3 least = centre(0), most = least;
    for (std::size_t i = 1; i < count; ++i)
      for (int k = 0; k < 3; ++k) {
        least[k] = std::min(least[k], centre(i)[k]);
        most[k] = std::max(most[k], centre(i)[k]);
      }
    const Vec3 spread = most - least;
    const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0
                     : spread.y >= spread.z                       ? 1
                                                                  : 2;
    low_.resize(count), high_.resize(count);
    if (order_.size() != count) {  // what was sorted last time is nearly sorted now
      order_.resize(count);
      std::iota(order_.begin(), order_.end(), 0);
    }
    for (std::size_t i = 0; i < count; ++i) {
      low_[i] = centre(i)[axis] - radius(i);
      high_[i] = centre(i)[axis] + radius(i);
    }
    std::sort(order_.begin(), order_.end(),
              [&](int p, int q) { return std::tie(low_[p], p) < std::tie(low_[q], q); });
    for (std::size_t n = 0; n < count; ++n)
      for (std::size_t m = n + 1; m < count && low_[order_[m]] <= high_[order_[n]]; ++m)
        visit(std::min(order_[n], order_[m]), std::max(order_[n], order_[m]));
  }

 private:
  std::vector<int> order_;  // by the low end of their range along the axis
  std::vector<double> low_, high_;
};

}  // namespace peal
