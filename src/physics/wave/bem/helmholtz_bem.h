// Sound of a vibrating closed surface by boundary elements: exterior Neumann problem of the
// Helmholtz equation, e^{-i omega t}, normals into the air, G = e^{ikR} / (4 pi R).
// In: closed surface [m]; normal velocity per triangle [m/s]. Out: pressure per vertex [Pa].
//   (1/2 - D - eta H) p = -(S + eta (1/2 + D')) q,   q = dp/dn = i omega rho v    (Burton, Miller)
// Galerkin with pressures linear on triangles; H by parts (Maue), so that only 1/R is integrated:
// static parts of near pairs exactly and once (helmholtz_near.h), the rest with three points per
// triangle (helmholtz_rows.h).
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/constants.h"
#include "physics/wave/bem/helmholtz_near.h"
#include "physics/wave/bem/helmholtz_panels.h"

namespace peal {

inline constexpr double kEdgesPerWave = 6;

/// Frequency [Hz] up to which the triangles are at most a sixth of a wavelength long: nineteen
/// twentieths of the area lies in such triangles.
double resolved_frequency(const TriangleMesh& mesh, const Air& air,
                          double edges_per_wave = kEdgesPerWave);

class HelmholtzBem {
 public:
  /// Unknowns are vertices, half as many: a matrix of 70 MB, and one solution takes seconds.
  static constexpr std::size_t kMaxTriangles = 4200;

  /// The work that is the same for all frequencies.
  /// @throws Error when the surface is not closed, inside out, degenerate or beyond the limit.
  HelmholtzBem(const TriangleMesh& mesh, const Air& air);

  std::size_t triangle_count() const { return panels_.size(); }
  std::size_t vertex_count() const { return panels_.mesh().vertices.size(); }
  const HelmholtzPanels& panels() const { return panels_; }
  const Air& air() const { return air_; }

  /// Surface pressure [Pa] for normal velocities [m/s], one column of triangle_count() values after
  /// the other => one column of vertex_count() values each. May be called from several threads.
  /// Results do not depend on the threads; inside a parallel loop use one.
  enum class Threads { one, all };
  std::vector<std::complex<double>> solve(double omega, std::span<const double> normal_velocity,
                                          Threads threads = Threads::all) const;

  /// Pressure [Pa] at a place in the air, not nearer to the surface than a triangle's size.
  std::complex<double> pressure(double omega,
                                std::span<const std::complex<double>> surface_pressure,
                                std::span<const double> normal_velocity, const Vec3& place) const;
  /// Half the integral of p v*: the real part is the power [W] that the surface gives to the air,
  /// as far as it is not small beside the imaginary part, of which it takes a share of the error.
  std::complex<double> surface_power(std::span<const std::complex<double>> surface_pressure,
                                     std::span<const double> normal_velocity) const;

  /// Weight of the hypersingular equation, eta = i times this [m]. Never zero: the plain equation
  /// loses the difference between two near faces, this one their sum, and together neither.
  double coupling(double k) const;

 private:
  struct System;
  void assemble(int group, System& system) const;
  void add_near(std::size_t row, System& system) const;

  HelmholtzPanels panels_;
  Air air_;
  double equal_radius_ = 0;  // [m] of the ball of the same volume
  std::vector<std::vector<NearPair>> near_;
  std::vector<int> group_of_;  // vertex => which group's rows hold it
};

}  // namespace peal
