// Modes that contacts act on: where they would move a point, and what forces held over samples
// make of them. Exact for a force that is constant within a sample, for every mode.
#include <algorithm>
#include <cmath>

#include "dsp/modal/modal_bank.h"

namespace peal {

void ModalBank::prepare_drives(int drives) {
  drives_.resize(drives);
  drive_kernel_ = kernel_ == &kBankKernelAvx2 ? &kDriveKernelAvx2 : &kDriveKernelPortable;
  for (auto* array : {&turn1_re_, &turn1_im_, &gain_re_, &gain_im_, &driven_re_, &driven_im_})
    array->resize(padded_);
  for (int i = 0; i < modes_; ++i) set_drive(i);
  pushed_way_.resize(static_cast<std::size_t>(kHop + 1) * padded_);
  prepare_strikes();
  for (Drive& drive : drives_) {
    drive.re.resize(padded_), drive.im.resize(padded_);
    drive.direct.resize(modes_);
  }
}

void ModalBank::set_drive(int i) noexcept {
  const Complex<double> turn = exp((1 / rate_) * poles_[i]);
  const Complex<double> gain = exponential_difference(poles_[i], 1 / rate_);
  turn1_re_[i] = turn.re, turn1_im_[i] = turn.im;
  gain_re_[i] = gain.re, gain_im_[i] = gain.im;
}

// q of every mode at every sample of the coming hop by pushes that go on, once for all points that
// ask: a = ringing (e^{su} - e^{ibu}) - forced sin bu while pushed (half_sine_kernel.h), then
// a(tau) e^{s (u - tau)}; exponentials of s go from sample to sample.
void ModalBank::find_pushed_ways() noexcept {
  if (pushed_ways_known_) return;
  pushed_ways_known_ = true;
  std::fill_n(pushed_way_.begin(), static_cast<std::size_t>(kHop + 1) * padded_, 0.0);
  const auto way_at = [&](int n) {
    return pushed_way_.data() + static_cast<std::size_t>(n) * padded_;
  };
  const auto ring_on = [&](int n, int last) {
    for (; n <= last; ++n) {
      double* way = way_at(n);
      for (int i = 0; i < modes_; ++i) {
        way[i] += from_im_[i];
        const double re = from_re_[i] * turn1_re_[i] - from_im_[i] * turn1_im_[i];
        from_im_[i] = from_re_[i] * turn1_im_[i] + from_im_[i] * turn1_re_[i];
        from_re_[i] = re;
      }
    }
  };
  const auto set_from = [&](int i, const Complex<double>& a) {
    from_re_[i] = a.re / poles_[i].im, from_im_[i] = a.im / poles_[i].im;
  };
  for (int k = 0; k < active_; ++k) {
    const Push& push = pushes_[k];
    if (push.released) continue;
    const HalfSinePush<double>* pushed =
        pushed_.data() + static_cast<std::size_t>(push.slot) * modes_;
    const double end = push.offset + push.tau * rate_;
    const int first = std::max(0, static_cast<int>(std::ceil(push.offset)));
    const int after = std::max(first, static_cast<int>(std::ceil(std::min(end, kHop + 1.0))));
    for (int i = 0; i < modes_; ++i)
      set_from(i, pushed[i].splits()
                      ? exp(((first - push.offset) / rate_) * poles_[i]) * pushed[i].ringing()
                      : Complex<double>{});
    ring_on(first, after - 1);
    for (int n = first; n < after; ++n) {
      const double u = (n - push.offset) / rate_, phase = kPi * u / push.tau;
      const double c = std::cos(phase), s = std::sin(phase);
      double* way = way_at(n);
      for (int i = 0; i < modes_; ++i) {
        if (!pushed[i].splits()) {
          way[i] += pushed[i].during(u, c, s).im / poles_[i].im;
          continue;
        }
        const Complex<double> ringing = pushed[i].ringing();
        way[i] -= (ringing.re * s + ringing.im * c + pushed[i].forced().im * s) / poles_[i].im;
      }
    }
    if (after > kHop) continue;
    for (int i = 0; i < modes_; ++i)
      set_from(i, exp(((after - end) / rate_) * poles_[i]) * pushed[i].at_end());
    ring_on(after, kHop);
  }
}

// q = Im a / omega_d; pushes that go on are added in closed form, blows step by step.
void ModalBank::add_displacement(const double* shape, double* out) noexcept {
  if (!silent_) {
    for (int i = 0; i < modes_; ++i) {
      const double scale = shape[i] / poles_[i].im;
      from_re_[i] = scale * re_[i], from_im_[i] = scale * im_[i];
    }
    drive_kernel_->ring_out(heard_, turn1_re_.data(), turn1_im_.data(), from_re_.data(),
                            from_im_.data(), out);
  }
  if (active_ > 0) {
    find_pushed_ways();
    for (int n = 0; n <= kHop; ++n) {
      const double* way = pushed_way_.data() + static_cast<std::size_t>(n) * padded_;
      double sum[4] = {};
      for (int i = 0; i < modes_ / 4 * 4; i += 4)
        for (int k = 0; k < 4; ++k) sum[k] += shape[i + k] * way[i + k];
      for (int i = modes_ / 4 * 4; i < modes_; ++i) sum[0] += shape[i] * way[i];
      out[n] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
  }
  for (int k = 0; k < strike_count_; ++k) add_struck(strikes_[k], shape, out);
}

void ModalBank::add_response(const double* to, const double* from, double* out) noexcept {
  for (int i = 0; i < modes_; ++i) {
    const double scale = to[i] * from[i] / poles_[i].im;
    from_re_[i] = scale * gain_re_[i], from_im_[i] = scale * gain_im_[i];
  }
  drive_kernel_->ring_out(heard_, turn1_re_.data(), turn1_im_.data(), from_re_.data(),
                          from_im_.data(), out);
}

void ModalBank::add_ways(const StepKernel& kernel, const double* period, double* rows) noexcept {
  if (!silent_)
    kernel.ring(padded_, turn1_re_.data(), turn1_im_.data(), period, re_.data(), im_.data(), kHop,
                rows);
  if (active_ > 0) {
    find_pushed_ways();
    for (std::size_t k = 0; k < pushed_way_.size(); ++k) rows[k] += pushed_way_[k];
  }
  for (int k = 0; k < strike_count_; ++k) {
    const Strike& strike = strikes_[k];
    const StrikeModes modes = modes_of(strike);
    kernel.strike(
        padded_,
        {modes.part_re, modes.part_im, modes.part_size, modes.gain_re, modes.gain_im, modes.turn_re,
         modes.turn_im, modes.shape, strike.force, strike.count, strike.parts},
        period, rows + static_cast<std::ptrdiff_t>(strike.first) * padded_, from_re_.data(),
        from_im_.data());
    const int end = strike.first + strike.count;
    // The row of the end itself has it already: on from there.
    for (int i = 0; i < padded_; ++i) {
      const double re = from_re_[i] * turn1_re_[i] - from_im_[i] * turn1_im_[i];
      from_im_[i] = from_re_[i] * turn1_im_[i] + from_im_[i] * turn1_re_[i];
      from_re_[i] = re;
    }
    if (end < kHop)
      kernel.ring(padded_, turn1_re_.data(), turn1_im_.data(), period, from_re_.data(),
                  from_im_.data(), kHop - end - 1,
                  rows + static_cast<std::ptrdiff_t>(end + 1) * padded_);
  }
}

void ModalBank::add_driven(const double* re, const double* im) noexcept {
  if (!driven_) {
    std::fill_n(driven_re_.begin(), padded_, 0.0);
    std::fill_n(driven_im_.begin(), padded_, 0.0);
    drive_count_ = 0;
    driven_ = true;
  }
  for (int i = 0; i < std::min(modes_, heard_); ++i) driven_re_[i] += re[i], driven_im_[i] += im[i];
}

void ModalBank::drive(const BankDrive& drive) noexcept {
  double force[kHop];
  bool any = drive.before != 0;
  for (int n = 0; n < kHop; ++n) {
    force[n] = drive.scale * drive.force[n];
    any = any || force[n] != 0;
  }
  if (!any) return;
  if (!driven_) {
    std::fill_n(driven_re_.begin(), padded_, 0.0);
    std::fill_n(driven_im_.begin(), padded_, 0.0);
    drive_count_ = 0;
    driven_ = true;
  }
  drive_kernel_->absorb(heard_, turn1_re_.data(), turn1_im_.data(), force, from_re_.data(),
                        from_im_.data());
  const bool heard = drive_count_ < static_cast<int>(drives_.size());
  Drive& slot = drives_[heard ? drive_count_ : 0];
  for (int i = 0; i < std::min(modes_, heard_); ++i) {
    const double re = drive.shape[i] * gain_re_[i], im = drive.shape[i] * gain_im_[i];
    driven_re_[i] += re * from_re_[i] - im * from_im_[i];
    driven_im_[i] += re * from_im_[i] + im * from_re_[i];
    if (heard) slot.re[i] = re, slot.im[i] = im, slot.direct[i] = drive.shape[i] / poles_[i].im;
  }
  if (!heard) return;
  for (int n = 0; n < kHop; ++n) slot.force[n] = static_cast<float>(force[n]);
  slot.before = static_cast<float>(drive.scale * drive.before);
  ++drive_count_;
}

// Within the hop a force is heard through all modes at once: their common response of one held
// sample is summed first, then convolved with the force. The force itself is in the acceleration
// too (Im w Q / omega_d, see modal_bank.h): at a sample instant it is the mean of both neighbours.
void ModalBank::render_drives(float (*out)[kHop]) noexcept {
  if (!driven_) return;
  for (int d = 0; d < (ears_ > 0 ? drive_count_ : 0); ++d) {
    const Drive& drive = drives_[d];
    for (int p = 0, most = degree(); p <= most; ++p) {
      float response[kMaxEars][kHop] = {};
      sum_weighted(drive.re.data(), drive.im.data(), p, response);
      for (int ear = 0; ear < ears_; ++ear) {
        if (p > bends_[ear].degree()) continue;  // its coefficients are old
        const float *re = weight_re(ear, p), *im = weight_im(ear, p);
        double direct = 0;
        for (int i = 0; i < std::min(modes_, heard_); ++i) {
          const Complex<double> w = Complex<double>{double(re[i]), double(im[i])} * velocity_[i];
          direct += w.im * drive.direct[i];
        }
        float part[kHop];
        for (int n = 0; n < kHop; ++n)
          part[n] = static_cast<float>(direct / 2) *
                    ((n > 0 ? drive.force[n - 1] : drive.before) + drive.force[n]);
        drive_kernel_->convolve(response[ear], drive.force, part);
        for (int n = 0; n < kHop; ++n) {
          const float u = static_cast<float>(n) / kHop;
          float power = 1;
          for (int k = 0; k < p; ++k) power *= u;
          out[ear][n] += power * part[n];
        }
      }
    }
  }
  drive_count_ = 0;
}

void ModalBank::limit_modes(int count) noexcept {
  const int kept = std::clamp(count, 0, modes_);
  heard_ = (kept + kLane - 1) / kLane * kLane;
  for (int i = kept; i < padded_; ++i) re_[i] = im_[i] = 0;
}

}  // namespace peal
