// Quick tier of modal sound: pressure [Pa] of every mode at a listener, right for thin bodies too.
// In: closed surface and per mode angular frequency and normal velocity; listener in the body
// frame. Out: complex weights T_m [Pa s/m times the unit of the modal velocity], e^{-i omega t}
// convention.
//   p = 1/(4 pi) sum [cos p_s (1/R^2 - ik/R) + rho a_n / R] e^{ikR} dS       (Kirchhoff-Helmholtz)
// with p_s faded from the quasi-static pressure (Laplace BEM) to rho c v_n around k l = 1, l the
// mode's added-mass length. The phase e^{ik r0} of the way from the body-frame origin, r0 = |x|, is
// taken out: the delay line carries it. docs/theory/approximate-radiation.md has errors and cost.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/bem/surface_sum.h"

namespace peal {

struct SurfaceMode {
  double omega = 0;                     // [rad/s]
  std::vector<double> normal_velocity;  // per triangle, for unit modal velocity
};

/// Per-vertex mode shape => normal component per triangle: the mean of the three vertices along the
/// normal. Its sum times area is exactly the rate of the polyhedron's volume.
std::vector<double> normal_components(const TriangleMesh& mesh, std::span<const Vec3> vertex_shape);

class SurfaceRadiation {
 public:
  SurfaceRadiation(const TriangleMesh& mesh, const Air& air, std::span<const SurfaceMode> modes);
  SurfaceRadiation(SurfaceRadiation&&) = default;  // kernels_ points into shapes_: not copied
  SurfaceRadiation& operator=(SurfaceRadiation&&) = default;

  std::size_t mode_count() const { return modes_.size(); }
  /// l_m = integral v L v / integral v^2 [m], L the quasi-static pressure of unit acceleration over
  /// density: a/(l+1) for order l on a sphere.
  double added_mass_length(std::size_t mode) const { return modes_[mode].length; }

  /// Fills out (mode_count() values). Finite everywhere, also on the surface. No allocation; may be
  /// called from several threads.
  void weights(const Vec3& listener_body, std::span<std::complex<double>> out) const;

 private:
  struct ModeData {
    double length = 0;     // [m]
    double amplitude = 0;  // omega rho / (4 pi)
  };
  surface_sum::Triangles triangles() const;

  std::size_t padded_ = 0;
  std::vector<float> geometry_;  // the arrays of surface_sum::Triangles, one after the other
  std::vector<float> shapes_;    // per mode: velocity, potential
  std::vector<ModeData> modes_;
  std::vector<surface_sum::Mode> kernels_;
};

}  // namespace peal
