// Quick tier of modal sound: pressure [Pa] of every mode at a listener, right for thin bodies too.
// In: closed surface, or the sheet in the middle of a thin wall, and per mode angular frequency and
// normal velocity; listener in the body frame. Out: complex weights T_m [Pa s/m times the unit of
// the modal velocity], e^{-i omega t} convention.
//   p = 1/(4 pi) sum [cos p_s (1/R^2 - ik/R) + rho a_n / R] e^{ikR} dS       (Kirchhoff-Helmholtz)
// with p_s faded from the quasi-static pressure (Laplace BEM) to rho c v_n around k l = 1, l the
// mode's added-mass length. The phase e^{ik r0} of the way from the body-frame origin, r0 = |x|, is
// taken out: the delay line carries it. Of a sheet, whose faces push against each other, only the
// jump of p_s is left, and p_s has its peak where bending waves are as fast as sound.
// docs/theory/approximate-radiation.md has errors and cost.
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

enum class SurfaceKind {
  closed,
  sheet  // open, both faces in the air (physics/meshing/middle_surface.h)
};

/// Quasi-static potential [m] of each mode at each triangle, mode by mode: a dense system, by far
/// the most work.
std::vector<double> added_mass_potentials(const TriangleMesh& mesh,
                                          std::span<const SurfaceMode> modes, SurfaceKind kind);

class SurfaceRadiation {
 public:
  /// @param potentials what added_mass_potentials() gave for them; none: it is asked.
  SurfaceRadiation(const TriangleMesh& mesh, const Air& air, std::span<const SurfaceMode> modes,
                   SurfaceKind kind = SurfaceKind::closed, std::span<const double> potentials = {});
  SurfaceRadiation(SurfaceRadiation&&) = default;  // kernels_ points into shapes_: not copied
  SurfaceRadiation& operator=(SurfaceRadiation&&) = default;

  std::size_t mode_count() const { return modes_.size(); }
  /// l_m = integral v L v / integral v^2 [m], L the quasi-static pressure of unit acceleration over
  /// density: a/(l+1) for order l on a sphere.
  double added_mass_length(std::size_t mode) const { return modes_[mode].length; }

  /// Fills out (mode_count() values). Finite everywhere, also on the surface. No allocation; may be
  /// called from several threads.
  void weights(const Vec3& listener_body, std::span<std::complex<double>> out) const;

  /// Power [W] that each mode of unit velocity amplitude sends through a sphere far away: the
  /// integral of |p|^2 / (2 rho c). Exact (quadrature of all the orders there are) up to
  /// k R = kExactSize; beams of larger bodies are finer than its directions, so that it is at
  /// least the plane waves' share there, rho c b / 2 integral v^2.
  std::vector<double> radiated_powers() const;
  static constexpr double kExactSize = 90;

  /// Makes a mode so many times as loud.
  void scale(std::size_t mode, double factor) { modes_[mode].amplitude *= factor; }

 private:
  struct ModeData {
    double length = 0;     // [m]
    double amplitude = 0;  // omega rho / (4 pi)
    double k = 0;          // [1/m]
    double plane = 0;      // [W] of plane waves
  };
  surface_sum::Triangles triangles() const;

  Air air_;
  double radius_ = 0;  // [m] from the origin
  std::size_t padded_ = 0;
  std::vector<float> geometry_;  // the arrays of surface_sum::Triangles, one after the other
  std::vector<float> shapes_;    // per mode: velocity, potential
  std::vector<ModeData> modes_;
  std::vector<surface_sum::Mode> kernels_;
};

}  // namespace peal
