// Impacts that have not happened yet, in the order in which they happen: by hop, then as they
// were told. Taking and adding cost the logarithm of their number, so that thousands that wait cost
// a hop nothing. A fixed number of places; after construction nothing allocates, locks or throws.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "dsp/modal/bank_kernel.h"
#include "engine/engine_events.h"

namespace peal {

struct PendingImpact {
  EngineEvent event;
  double sample = 0;          // [samples] of the first touch
  std::int64_t life[2] = {};  // of both objects: impacts on one that has left do not happen
  std::int64_t hop = 0, told = 0;
};

class PendingImpacts {
 public:
  explicit PendingImpacts(int most) : impacts_(most), free_(most), heap_(most) {
    for (int i = 0; i < most; ++i) free_[i] = most - 1 - i;
  }
  int count() const noexcept { return count_; }
  /// False when all places are taken.
  bool add(const EngineEvent& event, double sample, const std::int64_t (&life)[2]) noexcept {
    if (count_ == static_cast<int>(heap_.size())) return false;
    const int place = free_[heap_.size() - 1 - count_];
    const auto hop = static_cast<std::int64_t>(sample / kHop);
    impacts_[place] = {event, sample, {life[0], life[1]}, hop, told_++};
    heap_[count_++] = place;
    std::push_heap(heap_.begin(), heap_.begin() + count_, later());
    return true;
  }
  /// The next one, if it happens before the end of `hop`.
  const PendingImpact* next(std::int64_t hop) const noexcept {
    return count_ > 0 && impacts_[heap_[0]].hop <= hop ? &impacts_[heap_[0]] : nullptr;
  }
  /// Forgets the next one; what next() gave stays readable until the next add().
  void drop() noexcept {
    std::pop_heap(heap_.begin(), heap_.begin() + count_, later());
    free_[heap_.size() - count_] = heap_[count_ - 1];
    --count_;
  }

 private:
  struct Later {
    const std::vector<PendingImpact>* impacts;
    bool operator()(int a, int b) const noexcept {
      const PendingImpact &x = (*impacts)[a], &y = (*impacts)[b];
      return x.hop != y.hop ? x.hop > y.hop : x.told > y.told;
    }
  };
  Later later() const noexcept { return {&impacts_}; }

  std::vector<PendingImpact> impacts_;
  std::vector<int> free_;  // a stack: its top is at size - count - 1
  std::vector<int> heap_;
  int count_ = 0;
  std::int64_t told_ = 0;
};

}  // namespace peal
