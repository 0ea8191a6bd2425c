#include "emission/hit_queue.h"

#include <algorithm>

namespace peal {

bool HitQueue::begin(double start, double rate, const RingingBody& body) {
  const auto due = [&](const Hit& hit) {
    return (hit.time + hit.duration / 2) * rate < start + kHop;
  };
  // Order decides the last bits of sums: that of time, then that in which they came.
  const auto later = std::stable_partition(waiting_.begin(), waiting_.end(), due);
  std::stable_sort(waiting_.begin(), later,
                   [](const Hit& x, const Hit& y) { return x.time < y.time; });
  if (later != waiting_.begin() && !modes_) {
    modes_ = std::make_unique<ModalHits>(body.poles(), rate);
    shape_.resize(static_cast<std::size_t>(modes_->padded()));
  }
  for (auto hit = waiting_.begin(); hit != later; ++hit, ++count_) {
    body.project(hit->point, hit->impulse, projected_);
    std::transform(projected_.begin(), projected_.end(), shape_.begin(),
                   [](double x) { return static_cast<float>(x); });
    const double middle = (hit->time + hit->duration / 2) * rate - start;
    modes_->hit(std::max(middle, 0.0), hit->duration, 1, shape_.data());
  }
  waiting_.erase(waiting_.begin(), later);
  return modes_ && modes_->any();
}

}  // namespace peal
