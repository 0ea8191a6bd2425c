#include "engine/engine_clicks.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dsp/radiation/band_edges.h"

namespace peal {
namespace {
constexpr int kBeyond = 8;  // samples that the kernel may touch behind its result
}  // namespace

int EngineClicks::ring_length(const Size& size) {
  const int margin = force_sample_count(kLongestForce * size.rate) + kBeyond;
  const int length = size.most_delay + size.most_samples + margin + 4 * kHop;
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(length)));
}

std::size_t EngineClicks::bytes(const Size& size) {
  return static_cast<std::size_t>(size.channels) *
         (static_cast<std::size_t>(ring_length(size)) * sizeof(float) + sizeof(std::int64_t));
}

EngineClicks::EngineClicks(const Size& size)
    : rate_(size.rate), margin_(force_sample_count(kLongestForce * size.rate) + kBeyond) {
  mask_ = ring_length(size) - 1;
  ring_.resize(static_cast<std::size_t>(size.channels) * (mask_ + 1));
  sounding_until_.resize(size.channels, 0);
  for (int c = 0; c < kMaxEars; ++c) {
    weights_[c].resize(size.most_rows);
    sums_[c].resize(size.most_samples + 2 * margin_);
  }
  force_.resize(margin_);
  whole_.resize(size.most_samples + margin_ + kBeyond);
  BandTable::instance(), BandEdges::instance();  // made now, not while sound plays
  best_click_kernel();
}

bool EngineClicks::add(const PlayClick& click, const VelocityJump& velocity_jump,
                       std::span<const ClickForce> forces, const ClickArrival* arrivals,
                       int count) noexcept {
  const auto possible = [](const ClickForce& force) {
    return force.times.rise > 0 && force.times.fall > 0 && force.times.length() <= kLongestForce;
  };
  if (std::none_of(forces.begin(), forces.end(), possible)) return false;
  if (click.samples() == 0 || click.rate != rate_ || channels() == 0) return false;
  ClickView views[kMaxEars];
  const float* weights[kMaxEars];
  float* sums[kMaxEars];
  for (int c = 0; c < count; ++c) {
    views[c] = click_weights(click, arrivals[c].ear, velocity_jump, weights_[c].data());
    weights[c] = weights_[c].data();
    // The kernel may have left a convolution's reach of an earlier, longer table behind this one.
    sums[c] = sums_[c].data() + margin_;
    std::fill_n(sums[c] + click.samples(), margin_, 0.0f);
  }
  const ClickKernel& kernel = best_click_kernel();
  // Columns of one call share their rows.
  if (count == 2 && views[0].first_row == views[1].first_row && views[0].rows == views[1].rows)
    kernel.sum(click.tables, views[0].first_row, views[0].rows, views[0].active, weights, 2, sums);
  else
    for (int c = 0; c < count; ++c)
      kernel.sum(click.tables, views[c].first_row, views[c].rows, views[c].active, weights + c, 1,
                 sums + c);
  bool heard = false;
  for (const ClickForce& force : forces)
    for (int c = 0; c < count && possible(force); ++c)
      heard |= deliver(click, force, arrivals[c], views[c].delay, sums[c]);
  return heard;
}

bool EngineClicks::deliver(const PlayClick& click, const ClickForce& force,
                           const ClickArrival& arrival, double delay, const float* sums) noexcept {
  const double begin = arrival.sample + (force.times.delay + delay) * rate_;
  const int forces =
      sample_force(begin, force.times.rise * rate_, force.times.fall * rate_, force_.data());
  const std::int64_t first =
      static_cast<std::int64_t>(std::floor(begin)) - kBandHalf + 1 + click.first;
  const int length = click.samples() + forces - 1;
  std::fill_n(whole_.data(), length + kBeyond, 0.0f);
  best_click_kernel().convolve(sums, click.samples(), force_.data(), forces, whole_.data());
  float* ring = ring_.data() + static_cast<std::size_t>(arrival.channel) * (mask_ + 1);
  const std::int64_t now = hop_ * kHop, horizon = now + mask_ + 1;
  const auto gain = static_cast<float>(arrival.gain * force.part);
  bool heard = false;
  for (int n = static_cast<int>(std::clamp<std::int64_t>(now - first, 0, length));
       n < length && first + n < horizon; ++n) {
    ring[(first + n) & mask_] += gain * whole_[n];
    heard = heard || whole_[n] != 0;
  }
  std::int64_t& until = sounding_until_[arrival.channel];
  until = std::max(until, std::min(first + length, horizon));
  return heard;
}

void EngineClicks::take(int channel, float* out) noexcept {
  const std::int64_t now = hop_ * kHop;
  if (sounding_until_[channel] <= now) return;
  float* ring = ring_.data() + static_cast<std::size_t>(channel) * (mask_ + 1) + (now & mask_);
  for (int n = 0; n < kHop; ++n) out[n] += ring[n], ring[n] = 0;
}

}  // namespace peal
