// The force of one contact by its moments, and the pulse that stands for it: a quarter of a sine
// up, a quarter of a cosine down (dsp/modal/force_samples.h) with the same impulse, centroid, rms
// width and skewness. Lossy contacts rise fast and fall slowly; elastic ones are a half-sine. SI
// units. Real-time safe.
#pragma once
#include "dsp/modal/force_samples.h"

namespace peal {

struct ContactPulse {
  double impulse = 0;   // [N s]
  double centroid = 0;  // [s] after first touch
  double width = 0;     // [s] rms
  double skewness = 0;  // third central moment over width^3

  ForceTimes times() const noexcept;
};

/// Sums of a force held over h around `time`.
class ForceMoments {
 public:
  void add(double force, double time, double h) noexcept {
    const double f = h * force, spread = h * h / 12;
    sum_ += f;
    first_ += f * time;
    second_ += f * (time * time + spread);
    third_ += f * time * (time * time + 3 * spread);
  }
  ContactPulse pulse() const noexcept;
  double impulse() const noexcept { return sum_; }

 private:
  double sum_ = 0, first_ = 0, second_ = 0, third_ = 0;
};

}  // namespace peal
