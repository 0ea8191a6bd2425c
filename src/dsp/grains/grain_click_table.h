// Sound of one accelerated ball, band-limited and tabulated: what grains sound like by the million.
// A ball of radius a gets the velocity dv along n within the contact time d:
//   p = rho a^3 cos / r^2 dv [ W(t') + r/c W'(t') ],   t' = t - (r - a)/c,   integral of W: 1/2
// W = w a_m / dv of physics/wave/exact/click_sphere.h depends on a, d and the shape of the force
// alone: near field and far field at every distance are sums of W and W'. Both are filtered by
// band_limit.h and kept for durations a few percent apart and for fractions of a sample; between
// them linear. Folded sound is 60 dB and more below the rest for balls of any size. Adding neither
// allocates nor throws.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "base/constants.h"
#include "dsp/grains/grain_kernel.h"

namespace peal {

struct GrainPulse {
  double radius = 1e-3;                    // [m]
  double fall = 1;                         // duration of the force's fall over that of its rise
  double shortest = 1e-5, longest = 1e-4;  // [s] contact times in between; others are moved there
};

/// Sound of a ball on its way to an ear.
struct GrainClick {
  double arrival = 0;          // [samples] of what leaves the surface at the first touch
  double near = 0;             // [Pa s] factor of W: rho a^3 cos dv / r^2
  double far = 0;              // [Pa s^2] factor of W': near r / c
  double duration = 1e-5;      // [s] of the contact
  double log2_duration = -16;  // the same
};

/// [Pa] no sample is larger than near |click.near| + far |click.far| [1/s, 1/s^2].
struct GrainClickBound {
  double near = 0, far = 0;
};

class GrainClickTable {
 public:
  GrainClickTable(const GrainPulse& pulse, const Air& air, double rate);

  double rate() const { return rate_; }
  int taps() const { return taps_; }
  /// [samples] from the first one to the middle of the contact.
  int before() const { return before_; }
  /// First sample that a click touches; it is taps() long.
  std::int64_t first_sample(const GrainClick& click) const noexcept {
    return below(middle(click)) - before_;
  }
  /// Adds to out[0 .. taps()), which begins with first_sample(click).
  void add(const GrainClick& click, float* out) const noexcept;
  /// [Pa] no sample of the click is larger.
  double bound(const GrainClick& click) const noexcept {
    const GrainClickBound peak = bound(click.log2_duration);
    return peak.near * std::abs(click.near) + peak.far * std::abs(click.far);
  }
  GrainClickBound bound(double log2_duration) const noexcept;
  std::size_t bytes() const { return rows_.size() * sizeof(float); }

 private:
  static constexpr int kPhases = 64;
  struct Place {
    int row = 0;       // of the shorter duration
    float longer = 0;  // weight of the next
  };
  Place place_of(double log2_duration) const noexcept;
  static std::int64_t below(double x) noexcept {  // a call of floor() would cost as much as a row
    const auto n = static_cast<std::int64_t>(x);
    return n - (static_cast<double>(n) > x);
  }
  double middle(const GrainClick& click) const noexcept {  // [samples] of the contact
    return click.arrival + 0.5 * click.duration * rate_;
  }
  void fill(int duration, const GrainPulse& pulse, const Air& air);
  float* row(int duration, int phase) {
    return rows_.data() + (std::size_t(duration) * (kPhases + 1) + phase) * 2 * taps_;
  }
  const float* row(int duration, int phase) const {
    return const_cast<GrainClickTable*>(this)->row(duration, phase);
  }

  double rate_, log2_shortest_ = 0, per_step_ = 0;
  const GrainKernel* kernel_;
  int durations_ = 0, taps_ = 0;
  int lead_ = 0, before_ = 0;  // [samples] from the rows' begin to the middle of the contact
  AlignedVector<float> rows_;  // [duration][phase][W, W' / rate][tap], W over rate
  std::vector<float> peaks_, slopes_;  // per duration, largest tap
};

}  // namespace peal
