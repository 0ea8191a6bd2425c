#include "propagation/floor_image.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

// [m] What lies on the floor may sink in by as much, ears too.
constexpr double kSkin = 1e-3;
constexpr double kNearest = 1e-4;  // [m]

bool all_zero(std::span<const float> samples) {
  return std::all_of(samples.begin(), samples.end(), [](float x) { return x == 0.0f; });
}

}  // namespace

FloorPath::FloorPath(const PoseTrack& source, const TrackedEar& mirrored, double height,
                     double rate, const GroundFilter& filter)
    : source_(&source),
      mirrored_(&mirrored),
      height_(height),
      rate_(rate),
      filter_(&filter),
      past_(static_cast<std::size_t>(filter.size() - 1 + kGrid)),
      quiet_(filter.size()) {}

FloorPath::State FloorPath::state_at(std::int64_t sample) {
  const double arrival = static_cast<double>(sample) / rate_;
  const Vec3 ear = mirrored_->track().position_at(arrival);
  oldest_ = mirrored_->emission_of(arrival, *source_);
  const Vec3 from = source_->position_at(oldest_);
  State state;
  state.there = from.y > height_ - kSkin && ear.y < height_ + kSkin;
  if (filter_->constant() || !state.there) return state;
  state.way.length = std::max(norm(ear - from), kNearest);
  state.way.cosine = std::clamp((from.y - ear.y) / state.way.length, 0.0, 1.0);
  return state;
}

const GroundFilter::Taps& FloorPath::taps_of(Known& known) const {
  if (!known.computed)
    known.taps = known.state.there ? filter_->taps(known.state.way)
                                   : GroundFilter::Taps(static_cast<std::size_t>(filter_->size()));
  known.computed = true;
  return known.taps;
}

// Between two points of the grid the filter goes over from that of the point before the last to
// that of the last: what lies ahead need not be known.
void FloorPath::pass_grid(std::int64_t sample) {
  const State state = state_at(sample);
  if (!started_) {
    now_ = {state, false, {}};
    before_ = now_;
    started_ = true;
    return;
  }
  before_ = now_;
  if (!(state == now_.state)) now_ = {state, false, {}};
}

void FloorPath::add(std::int64_t first, std::span<const float> reflected, std::span<float> out) {
  for (std::size_t done = 0; done < reflected.size();) {
    const std::int64_t sample = first + static_cast<std::int64_t>(done);
    const std::int64_t within = ((sample % kGrid) + kGrid) % kGrid;
    if (within == 0 || !started_) pass_grid(sample - within);
    const std::size_t count =
        std::min(reflected.size() - done, static_cast<std::size_t>(kGrid - within));
    filter(reflected.subspan(done, count), static_cast<double>(within) / kGrid,
           out.subspan(done, count));
    done += count;
  }
}

void FloorPath::filter(std::span<const float> in, double from, std::span<float> out) {
  const std::ptrdiff_t reach = filter_->size() - 1;
  if (quiet_ >= reach && all_zero(in)) return;  // past_ is all zeros too
  const bool moves = !(before_.state == now_.state);
  const auto weight = [&](std::size_t n) {
    return static_cast<float>(from + static_cast<double>(n) / kGrid);
  };
  if (filter_->constant()) {
    const float a = before_.state.there ? static_cast<float>(filter_->reflection()) : 0.0f;
    const float b = now_.state.there ? static_cast<float>(filter_->reflection()) : 0.0f;
    for (std::size_t n = 0; n < in.size(); ++n) out[n] += (a + weight(n) * (b - a)) * in[n];
    return;
  }
  std::copy(in.begin(), in.end(), past_.begin() + reach);
  const GroundFilter::Taps &a = taps_of(before_), &b = taps_of(now_);
  for (std::size_t n = 0; n < in.size(); ++n) {
    const float* newest = past_.data() + reach + n;
    float old_sum = 0, sum = 0;
    for (std::ptrdiff_t k = 0; k <= reach; ++k) sum += b[static_cast<std::size_t>(k)] * newest[-k];
    if (moves) {
      for (std::ptrdiff_t k = 0; k <= reach; ++k)
        old_sum += a[static_cast<std::size_t>(k)] * newest[-k];
      sum = old_sum + weight(n) * (sum - old_sum);
    }
    out[n] += sum;
  }
  std::copy(past_.begin() + static_cast<std::ptrdiff_t>(in.size()),
            past_.begin() + static_cast<std::ptrdiff_t>(in.size()) + reach, past_.begin());
  const auto last = std::find_if(in.rbegin(), in.rend(), [](float x) { return x != 0.0f; });
  quiet_ = last == in.rend() ? std::min(quiet_ + static_cast<int>(in.size()), filter_->size())
                             : static_cast<int>(last - in.rbegin());
}

}  // namespace peal
