// What the ground leaves of a sound that it throws back, as a filter over samples.
// In: a factor for all frequencies, or a porous layer (physics/wave/exact/ground_reflection.h), and
// how the sound comes in. Out: real taps h_k over 1.3 ms (64 at 48 kHz), the causal filter closest
// to the factor Q of a point source, by least squares over the logarithm of the frequency from 60
// Hz to 0.45 of the rate:
//   sum_k h_k e^{-i omega k} ~ conj(Q)     (filters count phase the other way, e^{+i omega t})
#pragma once
#include <optional>
#include <vector>

#include "physics/wave/exact/ground_reflection.h"

namespace peal {

/// What a floor sends back.
struct Ground {
  double reflection = 1;             // factor for all frequencies; 0: nothing comes back
  std::optional<PorousLayer> layer;  // on it; times the factor
};

/// How sound comes to an ear by way of the floor.
struct GroundWay {
  double cosine = 1;  // of the angle from the normal
  double length = 1;  // [m] from the source's image
  bool operator==(const GroundWay&) const = default;
};

class GroundFilter {
 public:
  using Taps = std::vector<float>;

  /// @param rate [Hz] of the samples; @param speed_of_sound [m/s]
  GroundFilter(const Ground& ground, double rate, double speed_of_sound);

  /// One number says it all: how the sound comes in makes no difference.
  bool constant() const { return !layer_; }
  double reflection() const { return reflection_; }
  int size() const { return size_; }
  Taps taps(const GroundWay& way) const;

 private:
  double reflection_, rate_, speed_of_sound_;
  int size_ = 1;  // taps
  std::optional<PorousLayer> layer_;
  std::vector<double> frequencies_;                // [Hz] at which the two are compared
  std::vector<std::complex<double>> admittances_;  // of the layer there
  std::vector<double> factor_;  // lower triangle L, L L^T = sum of cosines over the frequencies
};

}  // namespace peal
