// Impacts too slow to be told one by one => summaries of pairs in windows of 10 ms.
// Enters: impacts in (nearly) any order of time. Leaves: those at or above a closing speed as they
// are, the others summed up. Keeps only one open window per pair, however many impacts there are.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "motion/motion.h"

namespace peal {

inline constexpr double kSummaryWindow = 0.01;  // [s]

class ImpactSummaries {
 public:
  explicit ImpactSummaries(double min_closing_speed) : slowest_(min_closing_speed) {}
  /// True when the impact is slow and has been summed up.
  bool take(const Impact& impact) {
    if (impact.closing_speed >= slowest_) return false;
    const double begin = kSummaryWindow * std::floor(impact.time / kSummaryWindow);
    ImpactSummary& open = open_[{impact.body_a, impact.body_b}];
    if (open.count > 0 && begin != open.begin) {
      done_.push_back(open);
      open = {};
    }
    if (open.count == 0)
      open = {begin, begin + kSummaryWindow, impact.body_a, impact.body_b, 0, 0, 0};
    ++open.count;
    open.impulse += std::max(0.0, dot(impact.impulse, impact.normal));
    open.closing_speed = std::max(open.closing_speed, impact.closing_speed);
    return true;
  }
  /// Sorted by begin.
  std::vector<ImpactSummary> finish() {
    for (const auto& [pair, open] : open_)
      if (open.count > 0) done_.push_back(open);
    open_.clear();
    std::stable_sort(
        done_.begin(), done_.end(),
        [](const ImpactSummary& a, const ImpactSummary& b) { return a.begin < b.begin; });
    return std::move(done_);
  }

 private:
  double slowest_;
  std::map<std::pair<int, int>, ImpactSummary> open_;
  std::vector<ImpactSummary> done_;
};

}  // namespace peal
