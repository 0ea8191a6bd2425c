// What a resonator rings with: modes, where they can be pushed, and how they reach the air.
// Computed from a shape (emission/body_sound.h) or given by hand (emission/given/given_modes.h).
// Immutable, shared by all copies of a body. SI units, body frame.
#pragma once
#include <complex>
#include <vector>

#include "base/complex_kernel.h"
#include "base/vec.h"
#include "emission/emitter_report.h"

namespace peal {

class RingingBody {
 public:
  virtual ~RingingBody() = default;
  /// s = -sigma + i omega_d [1/s] per mode.
  virtual const std::vector<Complex<double>>& poles() const = 0;
  int modes() const { return static_cast<int>(poles().size()); }
  /// How many of them, the last ones, are motions of the whole body on what carries it.
  virtual int sways() const { return 0; }
  /// Largest distance of the surface from the centre [m].
  virtual double bounding_radius() const = 0;
  virtual double speed_of_sound() const = 0;  // [m/s] of the air around it
  virtual double max_frequency() const = 0;   // [Hz] no mode is above it

  /// About its modes; says why when none can sound.
  virtual EmitterReport report() const { return {}; }
  /// Impulse J per mode [N s kg^-1/2] of an impulse [N s] at a point.
  virtual void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const = 0;
  /// Whether it has modes above those of contact_poles(), as many per hertz.
  virtual bool goes_on() const { return false; }
  /// Poles of all modes that blows feel: those that are heard, and some above the band.
  virtual const std::vector<Complex<double>>& contact_poles() const { return poles(); }
  /// The same as project() for those.
  virtual void project_contact(const Vec3& point, const Vec3& impulse,
                               std::vector<double>& out) const {
    project(point, impulse, out);
  }
  /// How the bank's amplitudes reach an ear at a place: pressure Re[w a] [Pa] one travel time from
  /// the centre later. The phase is here; the delay is the path's.
  virtual void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const = 0;
};

}  // namespace peal
