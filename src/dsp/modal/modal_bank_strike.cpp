// Blows whose force is known in parts of samples: what the modes do under it, exact for a force
// that is constant within a part, and what the force itself adds (modal_bank.h).
#include <algorithm>
#include <cmath>

#include "dsp/modal/modal_bank.h"

namespace peal {

void ModalBank::prepare_strikes() {
  blow_kernel_ = kernel_ == &kBankKernelAvx2 ? &kBlowKernelAvx2 : &kBlowKernelPortable;
  for (auto* array : {&part_re_, &part_im_, &part_size_, &part_gain_re_, &part_gain_im_, &whole_re_,
                      &whole_im_, &whole_gain_re_, &whole_gain_im_, &itself_re_, &itself_im_})
    array->resize(padded_);
  struck_re_.resize(padded_), struck_im_.resize(padded_);
  no_way_.resize(padded_), way_.resize(padded_);
  for (int i = 0; i < modes_; ++i) set_strike(i);
  strikes_.resize(kMaxStrikes);
  for (Strike& strike : strikes_) strike.shape.resize(padded_);
}

void ModalBank::set_strike(int i) noexcept {
  const double h = 1 / (rate_ * kStrikeParts);
  const Complex<double> turn = exp(h * poles_[i]), gain = exponential_difference(poles_[i], h);
  const auto set = [&](AlignedVector<float>& to, double x) { to[i] = static_cast<float>(x); };
  set(part_re_, turn.re), set(part_im_, turn.im), set(part_size_, norm_squared(turn));
  set(part_gain_re_, gain.re), set(part_gain_im_, gain.im);
  set(whole_re_, turn1_re_[i]), set(whole_im_, turn1_im_[i]);
  set(whole_gain_re_, gain_re_[i]), set(whole_gain_im_, gain_im_[i]);
  set(itself_re_, velocity_[i].re / poles_[i].im), set(itself_im_, velocity_[i].im / poles_[i].im);
}

void ModalBank::strike(const BankStrike& strike) noexcept {
  if (strike.count <= 0) return;
  if (!struck_) {
    std::fill_n(struck_re_.begin(), padded_, 0.0);
    std::fill_n(struck_im_.begin(), padded_, 0.0);
    struck_ = true;
  }
  const bool full = strike_count_ == kMaxStrikes;
  Strike& slot = strikes_[full ? kMaxStrikes - 1 : strike_count_];
  // A full bank has one strike too many: the last one is let through unheard, then this one is
  // kept.
  if (full) render_strike(slot, nullptr);
  std::copy_n(strike.shape, std::min(modes_, heard_), slot.shape.begin());
  std::fill(slot.shape.begin() + std::min(modes_, heard_), slot.shape.begin() + padded_, 0.0);
  std::copy_n(strike.force, strike.count * strike.parts, slot.force);
  slot.before = strike.before;
  slot.first = strike.first, slot.count = strike.count, slot.parts = strike.parts;
  if (!full) ++strike_count_;
}

float ModalBank::Strike::mean(int sample) const noexcept {
  if (sample == first - 1) return before;
  if (sample < first || sample >= first + count) return 0;
  const float* f = force + (sample - first) * parts;
  float sum = 0;
  for (int k = 0; k < parts; ++k) sum += f[k];
  return sum / static_cast<float>(parts);
}

void ModalBank::hit_weights(int ear, float* ear_re, float* ear_im, float* direct) const noexcept {
  std::copy_n(weight_re_[ear].begin(), padded_, ear_re);
  std::copy_n(weight_im_[ear].begin(), padded_, ear_im);
  for (int p = 1; p <= bends_[ear].degree(); ++p) {
    const auto half = static_cast<float>(power_of_time(kHop / 2, p));
    for (int i = 0; i < padded_; ++i)
      ear_re[i] += half * weight_re(ear, p)[i], ear_im[i] += half * weight_im(ear, p)[i];
  }
  const auto rate = static_cast<float>(rate_);  // an impulse within a sample is a mean force
  for (int i = 0; i < padded_; ++i)
    direct[i] = rate * (ear_re[i] * itself_im_[i] + ear_im[i] * itself_re_[i]);
}

void ModalBank::add_amplitudes(const double* re, const double* im) noexcept {
  for (int i = 0; i < std::min(modes_, heard_); ++i) re_[i] += re[i], im_[i] += im[i];
  silent_ = false, was_driven_ = true;
}

void ModalBank::damp(std::span<const float> factor) noexcept {
  for (int i = 0; i < modes_; ++i) {
    const double kept = static_cast<double>(factor[static_cast<std::size_t>(i)]);
    re_[i] *= kept, im_[i] *= kept;
  }
}

void ModalBank::render_strikes(float (*out)[kHop]) noexcept {
  for (int k = 0; k < strike_count_; ++k) render_strike(strikes_[k], out);
  strike_count_ = 0;
}

StrikeModes ModalBank::modes_of(const Strike& strike) const noexcept {
  const bool fine = strike.parts > 1;
  return {part_re_.data(),
          part_im_.data(),
          part_size_.data(),
          fine ? part_gain_re_.data() : whole_gain_re_.data(),
          fine ? part_gain_im_.data() : whole_gain_im_.data(),
          whole_re_.data(),
          whole_im_.data(),
          strike.shape.data(),
          {},
          {},
          0};
}

// Forces of sample j are in the modes from sample j + 1 on.
void ModalBank::render_strike(const Strike& strike, float (*out)[kHop]) noexcept {
  StrikeModes modes = modes_of(strike);
  modes.ears = out ? ears_ : 0;
  const int end = strike.first + strike.count;
  for (int p = 0, most = out ? degree() : 0; p <= most; ++p) {
    float heard[kMaxEars][kHop] = {};
    for (int ear = 0; ear < modes.ears; ++ear)
      modes.weight_re[ear] = weight_re(ear, p), modes.weight_im[ear] = weight_im(ear, p);
    blow_kernel_->strike(heard_, modes, strike.force, strike.count, strike.parts, heard,
                         from_re_.data(), from_im_.data());
    for (int ear = 0; ear < modes.ears; ++ear) {
      if (p > bends_[ear].degree()) continue;  // its coefficients are old
      for (int j = strike.first + 1; j < end; ++j)
        out[ear][j] += static_cast<float>(power_of_time(j, p)) * heard[ear][j - strike.first - 1];
    }
  }
  if (out) {
    if (end < kHop) sum_from(end, from_re_.data(), from_im_.data(), out);
    hear_force(strike, out);
  }
  blow_kernel_->turn_on(heard_, turn1_re_.data(), turn1_im_.data(), kHop - end, from_re_.data(),
                        from_im_.data(), true, struck_re_.data(), struck_im_.data());
}

// Where the modes that a blow moves take a point: q = Im a / omega_d, heard by an ear of its own.
void ModalBank::add_struck(const Strike& strike, const double* shape, double* out) noexcept {
  for (int i = 0; i < modes_; ++i) way_[i] = static_cast<float>(-shape[i] / poles_[i].im);
  StrikeModes modes = modes_of(strike);
  modes.weight_re[0] = no_way_.data(), modes.weight_im[0] = way_.data(), modes.ears = 1;
  float heard[kMaxEars][kHop] = {};
  blow_kernel_->strike(heard_, modes, strike.force, strike.count, strike.parts, heard,
                       from_re_.data(), from_im_.data());
  const int end = strike.first + strike.count;
  for (int j = strike.first + 1; j < end; ++j)
    out[j] += static_cast<double>(heard[0][j - strike.first - 1]);
  for (int i = 0; i < modes_; ++i) {
    const double scale = shape[i] / poles_[i].im;
    from_re_[i] *= scale, from_im_[i] *= scale;
  }
  double after[kHop + 1] = {};
  drive_kernel_->ring_out(heard_, turn1_re_.data(), turn1_im_.data(), from_re_.data(),
                          from_im_.data(), after);
  for (int j = end; j <= kHop; ++j) out[j] += after[j - end];
}

// Im w Q / omega_d, at a sample instant the mean of the samples on both sides of it.
void ModalBank::hear_force(const Strike& strike, float (*out)[kHop]) const noexcept {
  for (int ear = 0; ear < ears_; ++ear)
    for (int p = 0; p <= bends_[ear].degree(); ++p) {
      const double direct =
          blow_kernel_->direct(heard_, strike.shape.data(), itself_re_.data(), itself_im_.data(),
                               weight_re(ear, p), weight_im(ear, p));
      for (int n = strike.first; n <= std::min(strike.first + strike.count, kHop - 1); ++n)
        out[ear][n] += static_cast<float>(power_of_time(n, p) * direct / 2 *
                                          static_cast<double>(strike.mean(n - 1) + strike.mean(n)));
    }
}

}  // namespace peal
