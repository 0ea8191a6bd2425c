#include "emission/floor/floor_plate.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dsp/radiation/band_limit.h"
#include "emission/click_emitter.h"

namespace peal {
namespace {
constexpr double kNearest = 1e-3;  // [m] the formula is that of a point
}

FloorPlate::FloorPlate(std::string name, double height, double strength, const MixShare& share)
    : name_(std::move(name)),
      height_(height),
      strength_(strength),
      share_(share),
      track_(Pose{{0, height, 0}, {}}) {}

double FloorPlate::lead() const { return (kBandHalf + 2) / rate(); }

bool FloorPlate::after(const Waiting& a, const Waiting& b) {
  return a.blow.time != b.blow.time ? a.blow.time > b.blow.time : a.order > b.order;
}

void FloorPlate::add(const FloorBlow& blow) {
  if (!std::isfinite(blow.time) || !std::isfinite(blow.impulse) || !is_finite(blow.place))
    fail("a blow at {} s has numbers that are not finite", blow.time);
  if (!(blow.force.rise > 0 && blow.force.fall > 0) || blow.force.length() > kLongestClick) return;
  waiting_.push_back({blow, count_++});
  std::push_heap(waiting_.begin(), waiting_.end(), after);
}

bool FloorPlate::emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
                      std::span<float* const> out) {
  if (!started_) begin_ = stretch.first;
  started_ = true;
  pending_.resize(std::max(pending_.size(), ears.size()));
  const std::int64_t end = stretch.first + stretch.count;
  while (!waiting_.empty() &&
         (waiting_.front().blow.time - lead()) * rate() < static_cast<double>(end)) {
    std::pop_heap(waiting_.begin(), waiting_.end(), after);
    sound(waiting_.back().blow, ears);
    waiting_.pop_back();
  }
  bool heard = false;
  for (std::size_t ear = 0; ear < ears.size(); ++ear) {
    std::vector<float>& left = pending_[ear];
    const std::size_t used = std::min(left.size(), static_cast<std::size_t>(stretch.count));
    for (std::size_t n = 0; n < used; ++n) out[ear][n] += left[n];
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(used));
    heard = heard || used > 0;
  }
  begin_ = end;
  return heard;
}

void FloorPlate::sound(const FloorBlow& blow, std::span<const TimedEar* const> ears) {
  force_.resize(static_cast<std::size_t>(force_sample_count(blow.force.length() * rate())));
  for (std::size_t ear = 0; ear < ears.size(); ++ear) {
    const double arrival = ears[ear]->arrival_of(blow.time, blow.place);
    if (arrival - blow.time > kLongestWay) continue;
    const Vec3 at = ears[ear]->at_arrival(blow.time, blow.place);
    const double side = at.y >= height_ ? -1 : 1;
    const double peak =
        side * strength_ * blow.impulse * rate() / std::max(norm(at - blow.place), kNearest);
    const double begin = (arrival + blow.force.delay) * rate();
    const int count =
        sample_force(begin, blow.force.rise * rate(), blow.force.fall * rate(), force_.data());
    const std::int64_t first = static_cast<std::int64_t>(std::floor(begin)) - kBandHalf + 1;
    std::vector<float>& pending = pending_[ear];
    if (first + count > begin_)
      pending.resize(std::max(pending.size(), static_cast<std::size_t>(first + count - begin_)));
    for (int n = 0; n < count; ++n)
      if (const std::int64_t to = first + n - begin_; to >= 0)
        pending[static_cast<std::size_t>(to)] +=
            static_cast<float>(peak * force_[static_cast<std::size_t>(n)]);
  }
}

EmitterReport FloorPlate::report(double) const {
  EmitterReport out;
  if (count_ == 0) out.silent_because = "nothing touched it";
  return out;
}

}  // namespace peal
