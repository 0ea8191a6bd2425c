// Handover WAVE -> BAKE -> EMISSION: how the modes of a body reach the air, mode by mode, on a
// sphere around the body. e^{-i omega t}; transfer: pressure for unit modal velocity.
//   p(r, direction) = sum_lm c_lm h_l(k r) / h_l(k r1) Y_lm(direction)     real orthonormal Y_lm
// Exact outside the sphere whatever the distance (physics/wave/multipole/radial_continuation.h):
// what is left to err is how the coefficients were found and where the sum over l was cut.
#pragma once
#include <complex>
#include <string>
#include <vector>

#include "base/constants.h"
#include "base/vec.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {

enum class TransferMethod { boundary_elements, time_domain, foreign };

struct ModeTransfer {
  double omega = 0;  // [rad/s] at which it holds
  int order = 0;     // largest l
  /// harmonic_count(order) values on the sphere [Pa per unit modal velocity].
  std::vector<std::complex<float>> coefficients;
  /// Estimated relative error (L2 over directions, far field).
  double error = 0;
  TransferMethod method = TransferMethod::time_domain;
};

struct TransferRecord {
  Air air;
  Vec3 centre;        // [m] of the sphere, body frame
  double radius = 0;  // [m] of the sphere, r1; all of the body lies inside
  std::vector<ModeTransfer> modes;
};

/// Pressure at a place outside the sphere (body frame), the phase e^{ik |x - centre|} included.
std::complex<double> transfer_pressure(const TransferRecord& record, const ModeTransfer& mode,
                                       const Vec3& place);
/// Limit of |x - centre| e^{-ik |x - centre|} p far away [Pa m].
std::complex<double> far_pressure(const TransferRecord& record, const ModeTransfer& mode,
                                  const Vec3& direction);
/// Radiated power [W] of unit modal velocity amplitude: integral of |far|^2 / (2 rho c).
double radiated_power(const TransferRecord& record, const ModeTransfer& mode);
/// Decay rate [1/s] of the amplitude by what a mode of modal mass 1 kg radiates: unit velocity
/// holds 1/2 J and loses radiated_power, so e^{-2 sigma t} of the energy means sigma = P.
double radiation_damping(const TransferRecord& record, const ModeTransfer& mode);
/// Root mean square of |p| over the directions [Pa] at a distance from the centre [m], not below
/// the sphere's radius.
double rms_pressure(const TransferRecord& record, const ModeTransfer& mode, double distance);

}  // namespace peal
