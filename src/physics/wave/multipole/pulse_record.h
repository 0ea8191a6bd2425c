// Handover WAVE -> BAKE -> EMISSION: how the air around a rigid body answers six short pulses of
// acceleration, one per degree of DOF, on a sphere just around the body.
//   p(r1, direction, t) = sum_lm c_lm(t) Y_lm(direction)        real orthonormal harmonics
// [Pa per m/s^2] for translation, [Pa per rad/s^2] for rotation about the centre of mass. Time 0 is
// the middle of the pulse psi(t; h) (physics/wave/multipole/pulse_kernel.h). Every coefficient (l,
// m) continues outward by itself (physics/wave/multipole/radial_continuation.h). Coefficients too
// weak to be heard are left out.
#pragma once
#include <vector>

#include "base/constants.h"
#include "base/vec.h"

namespace peal {

/// Translations along x, y, z of the body frame, then rotations about them.
inline constexpr int kRigidDofs = 6;

struct PulseCoefficient {
  int dof = 0;  // 0 .. 5
  int l = 0, m = 0;
  bool operator==(const PulseCoefficient&) const = default;
};

struct PulseRecord {
  Air air;
  Vec3 centre;               // [m] of the sphere, body frame (origin: centre of mass)
  double radius = 0;         // [m] of the sphere, r1
  double pulse = 0;          // [s] h of the acceleration pulse
  double max_frequency = 0;  // [Hz] below this the record can be trusted
  int polar_axis = 2;        // body axis that is the z axis of the harmonics
  double begin = 0;          // [s] of sample 0
  double step = 0;           // [s]
  int samples = 0;
  std::vector<PulseCoefficient> coefficients;
  std::vector<float> values;  // samples of coefficient 0, then of coefficient 1, ...
  // How it was made, for reports.
  double cell = 0;        // [m]
  double tail = 0;        // energy of the last part over all energy, largest of the DOFs
  double wall_cells = 0;  // cells across the thinnest wall

  const float* coefficient(std::size_t i) const { return values.data() + i * samples; }
  /// Body axes => axes of the harmonics: a cyclic exchange, no mirror.
  Vec3 to_harmonic_axes(const Vec3& v) const {
    return polar_axis == 2 ? v : polar_axis == 0 ? Vec3{v.y, v.z, v.x} : Vec3{v.z, v.x, v.y};
  }
};

}  // namespace peal
