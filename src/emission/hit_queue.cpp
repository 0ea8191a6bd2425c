#include "emission/hit_queue.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

double middle_of(const Hit& hit) { return hit.time + hit.duration / 2; }

}  // namespace

void HitQueue::refuse_past(double sample, double rate, const char* what,
                           const std::string& name) const {
  if (!std::isfinite(sample)) fail("{} on '{}' comes at no time: {} s", what, name, sample / rate);
  if (sample < begun_)
    fail("{} on '{}' at {:.6g} s is in the past: it has sounded until {:.6g} s", what, name,
         sample / rate, begun_ / rate);
}

bool HitQueue::begin(double start, double rate, const RingingBody& body,
                     std::span<const Complex<double>> poles) {
  begun_ = start + kHop;
  if (!sorted_)
    std::sort(waiting_.begin() + static_cast<std::ptrdiff_t>(head_), waiting_.end(),
              [](const Waiting& x, const Waiting& y) {
                const double a = middle_of(x.hit), b = middle_of(y.hit);
                return a != b ? a < b : x.order < y.order;
              });
  sorted_ = true;
  std::size_t until = head_;
  while (until < waiting_.size() && middle_of(waiting_[until].hit) * rate < begun_) ++until;
  const auto sample = static_cast<std::int64_t>(start);
  const bool driven = std::any_of(driven_.begin(), driven_.end(),
                                  [&](const Driven& d) { return d.driven.first < sample + kHop; });
  const std::int64_t hop = sample / kHop;
  while (!pressed_.empty() && pressed_.front().hop < hop) pressed_.pop_front();
  const bool pressed = !pressed_.empty() && pressed_.front().hop == hop;
  if (!modes_ && (until > head_ || driven || pressed)) {
    modes_ = std::make_unique<ModalHits>(poles, rate);
    shape_.resize(static_cast<std::size_t>(modes_->padded()));
  }
  if (modes_) modes_->retune(poles);
  hit_modes(start, rate, body, until);
  if (driven) drive_modes(sample, body);
  for (; !pressed_.empty() && pressed_.front().hop == hop; pressed_.pop_front())
    modes_->press(pressed_.front().force.data());
  return modes_ && modes_->any();
}

const float* HitQueue::project(const Vec3& point, const Vec3& along, const RingingBody& body) {
  body.project(point, along, projected_);
  std::transform(projected_.begin(), projected_.end(), shape_.begin(),
                 [](double x) { return static_cast<float>(x); });
  return shape_.data();
}

// Order decides the last bits of sums: that of time, then that in which they came.
void HitQueue::hit_modes(double start, double rate, const RingingBody& body, std::size_t until) {
  const auto at = [&](std::size_t i) { return waiting_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::sort(at(head_), at(until), [](const Waiting& x, const Waiting& y) {
    return x.hit.time != y.hit.time ? x.hit.time < y.hit.time : x.order < y.order;
  });
  for (; head_ < until; ++head_, ++count_) {
    const Hit& hit = waiting_[head_].hit;
    modes_->hit(std::max(middle_of(hit) * rate - start, 0.0), hit.duration, 1,
                project(hit.point, hit.impulse, body));
  }
  if (2 * head_ < waiting_.size()) return;
  waiting_.erase(waiting_.begin(), at(head_));
  head_ = 0;
}

// Forces are summed in the order in which they came.
void HitQueue::drive_modes(std::int64_t start, const RingingBody& body) {
  for (Driven& d : driven_) {
    const std::int64_t first = d.driven.first,
                       end = first + static_cast<std::int64_t>(d.driven.force.size());
    const std::int64_t from = std::max(first, start), to = std::min(end, start + kHop);
    if (from >= to) continue;
    if (d.shape.empty()) {
      project(d.driven.point, d.driven.direction, body);
      d.shape = shape_;
      ++driven_count_;
    }
    for (std::int64_t n = from; n < to; ++n)
      if (const float force = d.driven.force[static_cast<std::size_t>(n - first)]; force != 0)
        modes_->drive(static_cast<int>(n - start), static_cast<double>(force), d.shape.data());
  }
  std::erase_if(driven_, [&](const Driven& d) {
    return d.driven.first + static_cast<std::int64_t>(d.driven.force.size()) <= start + kHop;
  });
}

}  // namespace peal
