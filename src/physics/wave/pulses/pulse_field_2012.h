// Precomputed acceleration noise as published, `chadwick2012`: one degree of DOF's answer to
// the pulse psi(t; h), fitted in every direction of a grid of angles and read by bilinear
// interpolation. In: pressure at M = 5 radii 2R .. 4R [Pa per m/s^2 or per rad/s^2]. Out: pressure
// anywhere from 2R outward, of one pulse or of a half-sine made of shifted pulses. Reference
// method: PulseRecord with radial_continuation.h is smaller and more exact.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "base/vec.h"
#include "physics/wave/pulses/radial_fit_2012.h"

namespace peal {

/// theta_i = pi i / (polar - 1), both poles among them; phi_j = 2 pi j / azimuth.
struct AngleGrid {
  int polar = 40, azimuth = 80;

  std::size_t size() const { return std::size_t(polar) * std::size_t(azimuth); }
  Vec3 direction(std::size_t i) const;

  struct Corners {
    std::size_t index[4];
    double weight[4];
  };
  /// Bilinear in (theta, phi).
  Corners around(const Vec3& direction) const noexcept;
};

class PulseField2012 {
 public:
  /// Fills `samples` with the pressure at directions[i] * radius, times (first + n) * step.
  using Probe = std::function<void(const Vec3& direction, double radius, long first,
                                   std::span<double> samples)>;

  /// @param pulse h [s]. @throws Error when the step is above h/2: summed pulses would alias.
  PulseField2012(const RadialFit2012& fit, const AngleGrid& grid, double pulse, const Probe& probe);

  double pulse() const { return pulse_; }
  std::size_t bytes() const { return tables_.size() * sizeof(float); }

  /// Pressure at a point [m] from the centre, time t [s] after the middle of the pulse.
  double pressure(const Vec3& point, double t) const noexcept;
  /// Pressure of sum_k c_k psi(t - kh), for example half_sine_pulses().
  double pressure(const Vec3& point, double t, std::span<const double> coefficients) const noexcept;

 private:
  RadialFit2012 fit_;
  AngleGrid grid_;
  double pulse_ = 0;
  std::vector<float> tables_;  // fit_.columns() per direction
};

/// c_k = sin(pi k h / duration) for kh <= duration, the first pulse at the start of the impact;
/// `exact_momentum` scales them so that h sum c_k = 2/pi duration. A half-sine shorter than h
/// becomes one pulse of the same momentum at its start.
std::vector<double> half_sine_pulses(double duration, double h, bool exact_momentum = true);

}  // namespace peal
