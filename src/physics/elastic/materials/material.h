// Elastic material and how its vibrations die away.
#pragma once
#include <cmath>
#include <optional>
#include <string>

#include "base/manufacture.h"

namespace peal {

/// C = alpha M + beta K + gamma M K^-1 M, that is 2 xi omega = alpha + beta omega^2 + gamma /
/// omega^2.
struct RayleighDamping {
  double alpha = 5;    // [1/s]
  double beta = 1e-8;  // [s]
  double gamma = 0;    // [1/s^3]

  bool operator==(const RayleighDamping&) const = default;
};

/// By default the loss factor of the material alone, eta(f) = loss_factor (f / 1 kHz)^exponent;
/// what the body loses to heat flow (metals) and to the air comes on top. Three Rayleigh terms, as
/// they are fitted to things that ring in air, replace all of it.
struct Damping {
  double loss_factor = 1e-3;  // at 1 kHz
  double exponent = 0;
  std::optional<RayleighDamping> rayleigh{};

  bool operator==(const Damping&) const = default;
};

/// What sheet needs to lose energy by heat that flows between its bent sides; zeros: it does not.
struct ThermalProperties {
  double expansion = 0;      // [1/K] linear
  double heat_capacity = 0;  // [J/(kg K)]
  double conductivity = 0;   // [W/(m K)]

  bool operator==(const ThermalProperties&) const = default;
};

/// How things of a material are usually made; it decides how much copies differ.
enum class Making { moulded, struck, pressed, hand_made, grown };

struct Material {
  std::string name;
  double young = 200e9;   // [Pa] Young's modulus E; of grown things along the grain
  double poisson = 0.3;   // Poisson's ratio
  double density = 7850;  // [kg/m^3]
  Damping damping;
  double restitution = 0.5;  // speed after / speed before an impact
  double friction = 0.3;     // Coulomb coefficient
  double young_across = 0;   // [Pa] across the grain; 0: there is none
  ThermalProperties thermal{};
  Making making = Making::moulded;

  bool operator==(const Material&) const = default;
};

/// Whether it matters in which direction the material is cut.
inline bool has_grain(const Material& m) { return m.young_across > 0 && m.young_across != m.young; }

/// [Pa] E across the grain that no material has: its energy would not be positive.
inline double most_across_grain(const Material& m) {
  return m.young * (1 - m.poisson) / (2 * m.poisson * m.poisson);
}

/// Shear modulus [Pa] in planes along the grain, by Saint-Venant's rule; of what has no grain E/2(1
/// + nu). Oak: 1.1 GPa, measured 1.0.
inline double shear_along_grain(const Material& m) {
  const double across = has_grain(m) ? m.young_across : m.young;
  return m.young * across / (m.young + across * (1 + 2 * m.poisson));
}

/// E / (1 - nu^2) [Pa], what Hertz' theory asks of each side. Of wood across the grain: things land
/// on the face of a board, not on its end.
inline double plane_strain_modulus(const Material& m) {
  const double young = m.young_across > 0 ? m.young_across : m.young;
  return young / (1 - m.poisson * m.poisson);
}

/// How much copies differ in pitch and decay. Sheets of tolerances: docs/materials.md.
ManufactureSpread manufacture_spread(Making making);

/// Speed [m/s] of longitudinal waves along a thin bar, sqrt(E / rho).
inline double bar_speed(const Material& m) { return std::sqrt(m.young / m.density); }

}  // namespace peal
