#include "propagation/gather.h"

#include <algorithm>
#include <cmath>

#include "dsp/radiation/sinc_kernel.h"

namespace peal {
namespace {
// Travel time is solved at knots this far apart and is a cubic in between. Knots sit at multiples,
// so that the result does not depend on how time is cut into blocks.
constexpr int kKnotSpacing = 32;
// Shorter silences are not worth a run of their own.
constexpr std::int64_t kShortSilence = 128;

std::int64_t floor_to_knot(std::int64_t sample) {
  const std::int64_t below = sample / kKnotSpacing - (sample % kKnotSpacing < 0 ? 1 : 0);
  return below * kKnotSpacing;
}
}  // namespace

GatherPath::GatherPath(const PoseTrack& source, const TrackedEar& ear, double rate)
    : source_(&source), ear_(&ear), rate_(rate) {}

int GatherPath::lookahead() { return SincTable::kHalf + kKnotSpacing + 1; }

void GatherPath::feed(std::int64_t first, std::span<const float> samples) {
  if (past_.empty()) begin_ = first;
  note_runs(begin_ + static_cast<std::int64_t>(past_.size()), samples);
  past_.insert(past_.end(), samples.begin(), samples.end());
}

void GatherPath::note_runs(std::int64_t first, std::span<const float> samples) {
  for (std::size_t n = 0; n < samples.size(); ++n) {
    if (samples[n] == 0.0f) continue;
    const std::int64_t at = first + static_cast<std::int64_t>(n);
    if (!runs_.empty() && at - runs_.back().end < kShortSilence)
      runs_.back().end = at + 1;
    else
      runs_.push_back({at, at + 1});
  }
}

const GatherPath::Run* GatherPath::run_after(double emission_sample) const {
  for (const Run& run : runs_)
    if (static_cast<double>(run.end + SincTable::kHalf) >= emission_sample) return &run;
  return nullptr;
}

std::int64_t GatherPath::knot_before(const Run& run, const PathKnot& from, std::int64_t at) const {
  const double emission = static_cast<double>(run.begin - SincTable::kHalf - 1) / rate_;
  if (emission <= from.emission) return at;
  const double arrival = ear_->arrival_of(emission, source_->position_at(emission));
  // One knot earlier than that: the cubic between knots is not the exact travel time.
  return std::max(
      at, floor_to_knot(static_cast<std::int64_t>(std::floor(arrival * rate_))) - kKnotSpacing);
}

PathKnot GatherPath::knot_at(std::int64_t sample) const {
  const double arrival = static_cast<double>(sample) / rate_;
  const double emission = ear_->emission_of(arrival, *source_);
  return {arrival, emission, ear_->emission_rate_of(emission, arrival, *source_)};
}

double GatherPath::delay_at(std::int64_t sample) const {
  const double arrival = static_cast<double>(sample) / rate_;
  return arrival - ear_->emission_of(arrival, *source_);
}

float GatherPath::value_at(double place) const {
  const double below = std::floor(place);
  const std::int64_t first = static_cast<std::int64_t>(below) - SincTable::kHalf + 1 - begin_;
  const std::int64_t end = static_cast<std::int64_t>(past_.size());
  const SincTable& table = SincTable::instance();
  if (first >= 0 && first + SincTable::kTaps <= end)
    return table.value(past_.data() + first, place - below);
  // At the very beginning: silence before anything was emitted.
  float window[SincTable::kTaps] = {};
  for (int k = 0; k < SincTable::kTaps; ++k)
    if (first + k >= 0 && first + k < end) window[k] = past_[first + k];
  return table.value(window, place - below);
}

void GatherPath::gather(std::int64_t first, std::span<float> out) {
  const std::int64_t last = first + static_cast<std::int64_t>(out.size());
  std::int64_t at = floor_to_knot(first);
  // From here on nothing before this emission time is asked for; the cubic may dip a little below.
  const auto heard = [&](double emission) { return run_after(emission * rate_ - kKnotSpacing); };
  if (heard(oldest_) == nullptr) at = last;
  PathKnot a = at < last ? knot_at(at) : PathKnot{};
  const double h = kKnotSpacing / rate_;
  while (at < last) {
    const Run* run = heard(a.emission);
    const std::int64_t next = run ? knot_before(*run, a, at) : last;
    if (next > at) {
      at = next;
      if (at < last) a = knot_at(at);
      continue;
    }
    const PathKnot b = knot_at(at + kKnotSpacing);
    // Cubic through delay and its rate of change at both knots (delays are small numbers: no
    // cancellation, whatever the time).
    const double da = a.arrival - a.emission, db = b.arrival - b.emission;
    const double sa = (1 - a.rate) * h, sb = (1 - b.rate) * h;
    // A bounce gives the delay a corner: there it is solved for every sample.
    const bool smooth = source_->smooth_between(a.emission, b.emission) &&
                        ear_->track().smooth_between(a.arrival, b.arrival);
    for (std::int64_t n = std::max(at, first); n < std::min(at + kKnotSpacing, last); ++n) {
      const double u = static_cast<double>(n - at) / kKnotSpacing, u2 = u * u, u3 = u2 * u;
      const double cubic = (2 * u3 - 3 * u2 + 1) * da + (u3 - 2 * u2 + u) * sa +
                           (3 * u2 - 2 * u3) * db + (u3 - u2) * sb;
      const double delay = smooth ? cubic : delay_at(n);
      out[n - first] += value_at(static_cast<double>(n) - delay * rate_);
    }
    a = b;
    at += kKnotSpacing;
  }
  // Arrivals from `last` on begin at the knot below it.
  const double keep = ear_->emission_of(static_cast<double>(floor_to_knot(last)) / rate_, *source_);
  oldest_ = keep;
  const std::int64_t drop =
      static_cast<std::int64_t>(std::floor(keep * rate_)) - SincTable::kHalf - begin_;
  if (drop > 0 && drop < static_cast<std::int64_t>(past_.size())) {
    past_.erase(past_.begin(), past_.begin() + drop);
    begin_ += drop;
  }
  while (!runs_.empty() && runs_.front().end < begin_) runs_.pop_front();
}

}  // namespace peal
