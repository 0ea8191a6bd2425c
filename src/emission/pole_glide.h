// Modes whose damping and frequency change in time: a cup that fills, a finger laid on. Poles that
// were asked for are reached by steps at the borders of hops, so small that none is heard as a
// click: at most kMostOmega of its frequency and kMostSigma of |s| per mode and hop.
// Enters: poles and the hop from which they count. Leaves: the poles of each hop.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/complex_kernel.h"
#include "base/constants.h"
#include "base/error.h"
#include "dsp/modal/bank_kernel.h"

namespace peal {

struct RetunedHop {
  std::int64_t hop = 0;                // at the resonator's rate
  std::vector<Complex<double>> poles;  // s = -sigma + i omega_d [1/s] of all modes
};

class PoleGlide {
 public:
  static constexpr double kMostOmega = 1e-3, kMostSigma = 1e-2;

  explicit PoleGlide(std::vector<Complex<double>> poles) : now_(std::move(poles)) {}

  /// In order of hops, before the hop begins. Stops at what is no pole of a mode that rings at this
  /// rate [Hz], and at a hop that was begun. @param name of the body, for the sentence.
  void add(RetunedHop retuned, double rate, const std::string& name);
  /// Poles of the coming hop. @return whether they differ from those of the hop before.
  bool begin(std::int64_t hop) noexcept;
  const std::vector<Complex<double>>& poles() const { return now_; }

 private:
  static double stepped(double from, double to, double most) noexcept {
    return std::abs(to - from) <= most ? to : from + std::copysign(most, to - from);
  }
  std::vector<Complex<double>> now_, target_;  // no target: they stay
  std::deque<RetunedHop> waiting_;
  std::int64_t begun_ = INT64_MIN;  // the last hop that was begun
};

inline void PoleGlide::add(RetunedHop retuned, double rate, const std::string& name) {
  const auto seconds = [&](std::int64_t hop) { return static_cast<double>(hop) * kHop / rate; };
  if (retuned.poles.size() != now_.size())
    fail("'{}' has {} modes and cannot be given {} other poles", name, now_.size(),
         retuned.poles.size());
  if (retuned.hop <= begun_)
    fail("modes of '{}' cannot change at {:.6g} s: it has sounded until {:.6g} s", name,
         seconds(retuned.hop), seconds(begun_ + 1));
  if (!waiting_.empty() && retuned.hop < waiting_.back().hop)
    fail(
        "modes of '{}' change at {:.6g} s, after a change at {:.6g} s was given; give them in "
        "order",
        name, seconds(retuned.hop), seconds(waiting_.back().hop));
  for (std::size_t i = 0; i < retuned.poles.size(); ++i) {
    const Complex<double>& s = retuned.poles[i];
    const bool finite = std::isfinite(s.re) && std::isfinite(s.im);
    if (finite && s.re <= 0 && s.im > 0 && s.im < kPi * rate) continue;
    fail("mode {} of '{}' cannot be given the pole {:.6g} + {:.6g}i 1/s: {}", i + 1, name, s.re,
         s.im,
         !finite    ? "it is not finite"
         : s.re > 0 ? "it would grow; the real part must be <= 0"
         : s.im > 0 ? fmt::format("{:.0f} Hz lies above half of the rate, {:.0f} Hz",
                                  s.im / (2 * kPi), rate / 2)
                    : "it would not swing; the imaginary part must be > 0");
  }
  waiting_.push_back(std::move(retuned));
}

inline bool PoleGlide::begin(std::int64_t hop) noexcept {
  begun_ = hop;
  for (; !waiting_.empty() && waiting_.front().hop <= hop; waiting_.pop_front())
    std::swap(target_, waiting_.front().poles);
  bool changed = false;
  for (std::size_t i = 0; i < target_.size(); ++i) {
    Complex<double>& s = now_[i];
    const Complex<double> to{stepped(s.re, target_[i].re, kMostSigma * std::sqrt(norm_squared(s))),
                             stepped(s.im, target_[i].im, kMostOmega * s.im)};
    changed = changed || to.re != s.re || to.im != s.im;
    s = to;
  }
  if (!changed) target_.clear();
  return changed;
}

}  // namespace peal
