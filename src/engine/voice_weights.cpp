// How a voice's modes reach the ears, or the dry row, while its body and the ears move.
#include <algorithm>
#include <cmath>

#include "engine/voice.h"

namespace peal {
namespace {

constexpr int kWeightHops = 4;       // weights of a moving body are straight lines over these
constexpr double kChanged = 2e-3;    // relative change of weights that is worth computing them
constexpr double kFastChange = 0.1;  // per hop: straight lines over one hop only
constexpr int kRoughOrder = 8;       // what a voice begins with when there is no time for more

}  // namespace

Vec3 Voice::place_of_ear(int channel) const noexcept {
  if (space_->ears > 0) return to_body(pose_, space_->ear[channel]);
  // A metre away, in the listener's direction; large bodies somewhat farther.
  const Vec3 listener = to_body(pose_, 0.5 * (space_->ear[0] + space_->ear[1]));
  return std::max(1.0, 2 * body_->bounding_radius) * normalized(listener, {0, 1, 0});
}

void Voice::compute_weights(int channel, const Vec3& place, int most_order) noexcept {
  std::fill_n(weights_.begin(), body_->modes(), std::complex<double>());
  mode_weights(*body_, place, weights_.data(), most_order);
  if (space_->ears == 0) {
    const double distance = std::max(1.0, 2 * body_->bounding_radius);
    if (distance != 1)
      for (int i = 0; i < body_->modes(); ++i) weights_[i] *= distance;
  }
  for (int i = kept_; i < body_->modes(); ++i) weights_[i] = 0;
  for (int i = 0; i < body_->modes(); ++i) {
    const auto size = static_cast<float>(std::sqrt(std::norm(weights_[i])));
    gain_[i] = channel == 0 ? size : std::max(gain_[i], size);
  }
}

bool Voice::may_compute_weights() const noexcept {
  return !space_->weights || space_->weights->left > 0;
}

// Of modes that have not rung: they may take any weights at once.
void Voice::begin_weights() noexcept {
  const bool all = may_compute_weights();
  const int order = all ? kMaxHarmonicOrder : std::min(kRoughOrder, body_->transfer.order);
  if (space_->weights)
    space_->weights->spend(all ? weight_work_
                               : space_->channels() * transfer_work(body_->transfer, order));
  rough_ = (rough_ && weights_from_ > 0) || (!all && body_->transfer.order > order);
  for (int channel = 0; channel < space_->channels(); ++channel) {
    const Vec3 place = place_of_ear(channel);
    if (weights_from_ == 0) weighted_place_[channel] = place;
    compute_weights(channel, place, order);
    bank_.set_weights(channel, {weights_.data(), static_cast<std::size_t>(body_->modes())},
                      weights_from_);
  }
  if (weights_from_ == 0) weights_wait_ = 0;
  weights_from_ = body_->modes();
}

// Weights follow the ears' places in the body frame. How much they change: the phase by k times the
// change of the paths from the body's parts, the size by the way against the distance.
void Voice::update_weights() noexcept {
  if (body_->modes() == 0) return;
  if (weights_from_ < body_->modes()) return begin_weights();
  if (--weights_wait_ > 0) return;
  double most = 0;
  for (int channel = 0; channel < space_->channels(); ++channel) {
    const Vec3 place = place_of_ear(channel);
    const double way = norm(place - weighted_place_[channel]), far = norm(place);
    const double phase = wavenumber_ * std::min(2.0, body_->bounding_radius / std::max(far, 1e-9));
    most = std::max(most, way * (phase + 2 / std::max(far - body_->bounding_radius,
                                                      body_->bounding_radius / 4 + 1e-9)));
  }
  weights_wait_ = 1;
  weights_wanted_ = most >= kChanged;
  if ((!weights_wanted_ && !rough_) || !may_compute_weights()) return;
  int hops = most > kFastChange ? 1 : kWeightHops;
  if (space_->weights) {
    space_->weights->spend(weight_work_);
    hops = std::max(hops, space_->weights->hops);
  }
  for (int channel = 0; channel < space_->channels(); ++channel) {
    weighted_place_[channel] = place_of_ear(channel);
    compute_weights(channel, weighted_place_[channel], kMaxHarmonicOrder);
    bank_.ramp_weights(channel, {weights_.data(), static_cast<std::size_t>(body_->modes())}, hops);
  }
  rough_ = false;
  weights_wait_ = hops;
}

}  // namespace peal
