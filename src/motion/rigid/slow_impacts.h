// Impacts too slow to be told one by one, counted per pair in windows of time.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "motion/motion.h"

namespace peal {

class SlowImpacts {
 public:
  static constexpr double kWindow = 0.01;  // [s]

  void add(const Impact& impact) {
    add(impact.time, impact.body_a, impact.body_b, dot(impact.impulse, impact.normal),
        impact.closing_speed);
  }
  /// @param impulse [N s] normal part
  void add(double time, int body_a, int body_b, double impulse, double closing_speed) {
    const auto window = static_cast<long>(std::floor(time / kWindow));
    ImpactSummary& sum = open_[{window, {body_a, body_b}}];
    sum.body_a = body_a, sum.body_b = body_b;
    ++sum.count;
    sum.impulse += std::max(0.0, impulse);
    sum.closing_speed = std::max(sum.closing_speed, closing_speed);
  }
  /// Hands out the windows that end at or before `time`, in order.
  void finish(double time, std::vector<ImpactSummary>& out) {
    while (!open_.empty()) {
      const auto first = open_.begin();
      const double end = static_cast<double>(first->first.first + 1) * kWindow;
      if (end > time) return;
      first->second.begin = end - kWindow, first->second.end = end;
      out.push_back(first->second);
      open_.erase(first);
    }
  }

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.open_);
  }

 private:
  std::map<std::pair<long, std::pair<int, int>>, ImpactSummary> open_;
};

}  // namespace peal
