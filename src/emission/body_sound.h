// What a body needs to ring: its modes, their decay, and how each reaches the air. Computed once
// per shape, material and air; immutable and shared by all copies of a body.
#pragma once
#include <complex>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/complex_kernel.h"
#include "base/constants.h"
#include "bodies/body_modes.h"
#include "wave/surface_radiation.h"

namespace peal {

struct BodySoundRequest : BodyModesRequest {
  Air air;
};

class BodySound {
 public:
  /// The library computes the modes, or has them already.
  BodySound(const BodySoundRequest& request, ModesLibrary& library);
  explicit BodySound(const BodySoundRequest& request);
  BodySound(const BodySound&) = delete;
  BodySound& operator=(const BodySound&) = delete;

  int modes() const { return static_cast<int>(poles_.size()); }
  /// s = -sigma + i omega_d [1/s] per mode.
  const std::vector<Complex<double>>& poles() const { return poles_; }
  /// Largest distance of the surface from the centre [m].
  double reach() const { return reach_; }
  /// Modes left out because they do not oscillate (decay faster than half a period).
  int overdamped() const { return overdamped_; }
  const ModalModel& model() const { return model_; }
  const BodySoundRequest& request() const { return request_; }

  /// Impulse J per mode [N s kg^-1/2] of an impulse [N s] at a point, both in the body frame.
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const;

  /// A half-sine push that begins at time 0, body frame.
  struct Blow {
    Vec3 point, impulse;  // [m], [N s]
    double duration = 0;  // [s]
  };
  /// Energy [J] that pushes beginning at the same instant leave in the modes: sum |a|^2 / 2. Pushes
  /// on one mode add up in amplitude, not in energy.
  double energy_of(std::span<const Blow> blows) const;

  /// How the bank's amplitudes reach an ear at a place in the body frame: pressure Re[w a] [Pa] one
  /// travel time from the centre later. The phase is here; the delay is the path's.
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const;

 private:
  BodySoundRequest request_;
  ModalModel model_;
  std::vector<Complex<double>> poles_;
  int overdamped_ = 0;
  double reach_ = 0;
  std::unique_ptr<SurfaceFinder> finder_;        // of the model's surface
  std::unique_ptr<SurfaceRadiation> radiation_;  // none when there are no modes
};

}  // namespace peal
