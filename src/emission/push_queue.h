// Half-sine pushes that wait for their time, earliest first; pushes at the same instant keep the
// order in which they came.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "base/vec.h"
#include "dsp/modal/modal_bank.h"
#include "emission/ringing_body.h"

namespace peal {

/// A half-sine push on a body.
struct Push {
  double time = 0;      // [s] of first touch
  double duration = 0;  // [s]
  Vec3 point;           // [m] body frame
  Vec3 impulse;         // [N s] body frame
  int mechanism = 0;    // whose push it is: Ensemble::mechanism()
};

class PushQueue {
 public:
  void add(const Push& push) {
    waiting_.push_back({push, count_++});
    std::push_heap(waiting_.begin(), waiting_.end(), later);
  }
  int count() const { return count_; }

  /// Gives the banks, which all have the same state, the pushes that begin before the end of the
  /// hop that starts at sample `start`.
  void begin(double start, double rate, const RingingBody& body, std::span<ModalBank> banks) {
    while (!waiting_.empty() && waiting_.front().push.time * rate < start + kHop) {
      std::pop_heap(waiting_.begin(), waiting_.end(), later);
      const Push push = waiting_.back().push;
      waiting_.pop_back();
      body.project(push.point, push.impulse, impulse_);
      for (ModalBank& bank : banks) bank.push(push.time * rate - start, push.duration, impulse_);
    }
  }

 private:
  struct Waiting {
    Push push;
    int order = 0;
  };
  static bool later(const Waiting& a, const Waiting& b) {
    return a.push.time != b.push.time ? a.push.time > b.push.time : a.order > b.order;
  }
  std::vector<Waiting> waiting_;  // a heap
  int count_ = 0;
  std::vector<double> impulse_;
};

}  // namespace peal
