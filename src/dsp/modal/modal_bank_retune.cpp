// Modes of a bank whose poles change: displacement and velocity are those of the body, and go on.
//   q = Im a / omega_d,  q' = Re a - sigma q;   a' = q' + sigma' q + i omega_d' q
#include "dsp/modal/modal_bank.h"

namespace peal {
namespace {

Complex<double> carried_over(const Complex<double>& a, const Complex<double>& from,
                             const Complex<double>& to) {
  const double q = a.im / from.im;
  return {a.re + (from.re - to.re) * q, to.im * q};
}

}  // namespace

void ModalBank::retune(std::span<const Complex<double>> poles) noexcept {
  for (int i = 0; i < modes_; ++i) {
    const Complex<double> from = poles_[i], to = poles[static_cast<std::size_t>(i)];
    if (from.re == to.re && from.im == to.im) continue;
    const Complex<double> a = carried_over({re_[i], im_[i]}, from, to);
    re_[i] = a.re, im_[i] = a.im;
    retune_pushes(i, to);
    poles_[i] = to;
    set_mode(i), set_drive(i), set_strike(i);
  }
  pushed_ways_known_ = false;
}

// A push under way goes on as one that had the new pole from its begin on; where that differs from
// what it has done to the mode by now, the difference rings freely.
void ModalBank::retune_pushes(int i, const Complex<double>& to) noexcept {
  const Complex<double> from = poles_[i];
  for (int k = 0; k < active_; ++k) {
    const Push& push = pushes_[k];
    if (push.released) continue;  // its modes ring with the others
    const std::size_t at = static_cast<std::size_t>(push.slot) * modes_ + i;
    const double impulse = direct_[at] * from.im, slow = std::pow(to.im * push.tau / kPi, 4);
    const HalfSinePush<double> fresh(to, impulse, push.tau);
    if (push.offset < 0) {
      const double u = -push.offset / rate_;
      const Complex<double> rest = carried_over(pushed_[at].during(u), from, to) - fresh.during(u);
      re_[i] += rest.re, im_[i] += rest.im;
      silent_ = false;
    }
    pushed_[at] = fresh;
    direct_[at] = impulse / to.im;
    direct_rate_[at] = -impulse / (to.im * to.im) * slow / (1 + slow);
  }
}

}  // namespace peal
