// A body as it is while sound plays: modes, surface, mode shapes, how modes and jumps reach the
// air, and what a contact asks of it. SI units, body frame (origin: centre of mass; principal
// axes). Spans point into memory that somebody else owns: a bank's bytes
// (engine/bank/bank_reader.h) or emission/body_sound.h. The offline driver and the engine call the
// same functions on the same numbers, so that they give the same bits. No allocation, nothing
// throws.
#pragma once
#include <array>
#include <complex>
#include <span>

#include "base/complex_kernel.h"
#include "base/manufacture.h"
#include "base/vec.h"
#include "dsp/play_surface.h"
#include "dsp/radiation/click_tables.h"
#include "dsp/radiation/transfer_tables.h"
#include "physics/contact/surface_roughness.h"

namespace peal {

/// What Hertz and Coulomb ask of one side of a contact.
struct PlayMaterial {
  double modulus = 0;      // [Pa] E / (1 - nu^2)
  double restitution = 0;  // 0 .. 1; of a pair: the smaller of the two
  double friction = 0;     // Coulomb; of a pair: the geometric mean (motion/rigid/rigid_world.cpp)
  SurfaceRoughness roughness;
  double loss = 0;   // loss factor at 1 kHz, of a contact at rest
  double yield = 0;  // [m/s/N] 1/Z of a ground that is a plate; 0: it does not give way
};

struct PlayBody {
  const char* name = "";
  double mass = 0;             // [kg]
  Vec3 inertia;                // [kg m^2] diagonal
  double bounding_radius = 0;  // [m] largest distance of the surface from the centre
  PlayMaterial material;
  bool is_ball = false;  // a sphere about its centre: rolls without its curvature changing
  /// 3 x 4, row-major: x_body = M x_mesh + m, from the coordinates of the file or shape that it was
  /// made from (models/bodies/mesh_frame.h).
  std::array<double, 12> mesh_to_body{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

  /// s = -sigma + i omega_d [1/s] per mode, ascending frequency; the first `n` are a body of fewer
  /// modes. All below 0.42 of the bank's rate.
  std::span<const Complex<double>> poles;
  PlaySurface surface;
  std::span<const float> shapes;  // [node][axis][mode] kg^-1/2: shape_stride() floats per node
  /// Modes above what is heard, that contacts feel: poles and shapes as above, no radiation.
  std::span<const Complex<double>> contact_poles;
  std::span<const float> contact_shapes;
  std::span<const float> curvature;  // [1/m] per node: 1 / contact radius; may be empty (flat)
  TransferTables transfer;           // of the first transfer.modes modes
  const PlayClick* click = nullptr;  // none: its jumps are not heard
  ManufactureSpread spread;          // of copies of it

  int modes() const noexcept { return static_cast<int>(poles.size()); }
  /// Heard ones and those that contacts alone feel.
  int felt_modes() const noexcept { return modes() + static_cast<int>(contact_poles.size()); }
  std::size_t shape_stride() const noexcept { return 3 * poles.size(); }
};

/// Impulse J per mode [N s kg^-1/2] of an impulse [N s] at a place; modes() values. With a unit
/// vector for the impulse: the mode shapes there along it.
void project(const PlayBody& body, const SurfacePlace& place, const Vec3& impulse,
             double* out) noexcept;
/// The same with the modes that contacts alone feel behind the others; felt_modes() values.
void project_felt(const PlayBody& body, const SurfacePlace& place, const Vec3& impulse,
                  double* out) noexcept;
/// The same at the place of the surface nearest to a point; zeros when there is none.
void project(const PlayBody& body, const Vec3& point, const Vec3& impulse, double* out) noexcept;

/// Radius of curvature [m] that Hertz' theory needs at a place; infinite where it is flat or not
/// known.
double contact_radius(const PlayBody& body, const SurfacePlace& place) noexcept;

/// How the bank's amplitudes reach an ear at a place in the body frame: pressure Re[w a] [Pa] one
/// travel time from the centre later; transfer.modes values. The phase is here; the delay is the
/// path's.
void mode_weights(const PlayBody& body, const Vec3& ear, std::complex<double>* out,
                  int most_order = kMaxHarmonicOrder) noexcept;
/// The last step of it: transfer T (per unit modal velocity, e^{-i omega t}) => w of mode with pole
/// s.
inline std::complex<double> mode_weight(const std::complex<double>& transfer,
                                        const Complex<double>& pole) noexcept {
  return std::conj(transfer) * std::complex<double>(1, -pole.re / pole.im);
}

}  // namespace peal
