// Elastic material with the damping model C = alpha M + beta K + gamma M K^-1 M, that is
// 2 xi omega = alpha + beta omega^2 + gamma / omega^2.
#pragma once
#include <cmath>
#include <string>

namespace peal {

struct Damping {
  double alpha = 5;    // [1/s]
  double beta = 1e-8;  // [s]
  double gamma = 0;    // [1/s^3]
};

struct Material {
  std::string name;
  double young = 200e9;   // [Pa] Young's modulus E
  double poisson = 0.3;   // Poisson's ratio
  double density = 7850;  // [kg/m^3]
  Damping damping;
  double restitution = 0.5;  // speed after / speed before an impact
  double friction = 0.3;     // Coulomb coefficient
};

/// E / (1 - nu^2) [Pa], what Hertz' theory asks of each side.
inline double plane_strain_modulus(const Material& m) {
  return m.young / (1 - m.poisson * m.poisson);
}

/// Speed [m/s] of longitudinal waves along a thin bar, sqrt(E / rho).
inline double bar_speed(const Material& m) { return std::sqrt(m.young / m.density); }

}  // namespace peal
