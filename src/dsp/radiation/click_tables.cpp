#include "dsp/radiation/click_tables.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/harmonics_kernel.h"

namespace peal {
namespace {

/// Of every degree and both zones; made before main, so that nothing is made while sound plays.
struct Nodes {
  double at[2][kClickMaxDegree + 1][kClickMaxDegree + 1] = {};
  Nodes() {
    for (const ClickZone zone : {ClickZone::all, ClickZone::far})
      for (int degree = 0; degree <= kClickMaxDegree; ++degree)
        for (int j = 0; j <= degree; ++j)
          at[static_cast<int>(zone)][degree][j] = click_node(degree, j, zone);
  }
};
const Nodes kNodes;

ClickView dipole_weights(const DipoleTables& dipole, double speed_of_sound, const Vec3& ear,
                         const VelocityJump& velocity_jump, float* weights) noexcept {
  const double distance = norm(ear);
  const Vec3 n = distance > 0 ? ear / distance : Vec3{0, 1, 0};
  const Vec3 &axes = dipole.axes, &strength = dipole.strength;
  // Support radius towards n: where the sound leaves the body.
  const double a = norm(Vec3{axes.x * n.x, axes.y * n.y, axes.z * n.z});
  const double r = std::max(distance, a);
  const Vec3 force{strength.x * velocity_jump.velocity.x, strength.y * velocity_jump.velocity.y,
                   strength.z * velocity_jump.velocity.z};
  const double far = dot(n, force) / r, near = far / r;
  // An ear inside the body hears what its surface does, not earlier.
  const double delay = (r - distance - a) / speed_of_sound;
  if (dipole.rungs == 1) {
    weights[0] = static_cast<float>(far), weights[1] = static_cast<float>(near);
    return {0, 2, nullptr, delay};
  }
  const double place = std::log(a / dipole.smallest) / std::log(dipole.ratio);
  const int rung = static_cast<int>(std::clamp(place, 0.0, dipole.rungs - 2.0));
  const double upper = std::clamp(place - rung, 0.0, 1.0), lower = 1 - upper;
  weights[0] = static_cast<float>(lower * far), weights[1] = static_cast<float>(lower * near);
  weights[2] = static_cast<float>(upper * far), weights[3] = static_cast<float>(upper * near);
  return {2 * rung, 4, nullptr, delay};
}

/// Body axes => axes of the harmonics: a cyclic exchange, no mirror.
Vec3 to_harmonic_axes(int polar_axis, const Vec3& v) noexcept {
  return polar_axis == 2 ? v : polar_axis == 0 ? Vec3{v.y, v.z, v.x} : Vec3{v.z, v.x, v.y};
}

ClickView pulse_weights(const PulseTables& pulse, double speed_of_sound, const Vec3& ear,
                        const VelocityJump& velocity_jump, float* weights) noexcept {
  const Vec3 from_sphere = ear - pulse.centre;
  const double distance = norm(from_sphere), r = std::max(distance, pulse.radius);
  double harmonics[harmonic_count(kMaxHarmonicOrder)];
  fill_harmonics(
      pulse.order,
      to_harmonic_axes(pulse.polar_axis, distance > 0 ? from_sphere / distance : Vec3{0, 1, 0}),
      harmonics);
  // Lagrange's polynomials of every degree at u.
  const double u = pulse.radius / r;
  const ClickZone zone = u <= kFarZone ? ClickZone::far : ClickZone::all;
  const auto& nodes = kNodes.at[static_cast<int>(zone)];
  double polynomial[kClickMaxDegree + 1][kClickMaxDegree + 1];
  for (int degree = 0; degree <= click_degree(pulse.order, zone); ++degree)
    for (int j = 0; j <= degree; ++j) {
      double product = 1 / r;
      for (int i = 0; i <= degree; ++i)
        if (i != j) product *= (u - nodes[degree][i]) / (nodes[degree][j] - nodes[degree][i]);
      polynomial[degree][j] = product;
    }
  const PulseZone& tables = pulse.zone[static_cast<int>(zone)];
  float* row = weights + tables.basis_size();
  for (const ClickCoefficient& coefficient : pulse.coefficients) {
    const double change = coefficient.dof < 3 ? velocity_jump.velocity[coefficient.dof]
                                              : velocity_jump.spin[coefficient.dof - 3];
    const double strength = change * harmonics[harmonic_index(coefficient.l, coefficient.m)];
    const int degree = click_degree(coefficient.l, zone);
    for (int j = 0; j <= degree; ++j) *row++ = static_cast<float>(strength * polynomial[degree][j]);
  }
  basis_weights(tables, weights + tables.basis_size(), weights);
  return {zone == ClickZone::far ? pulse.zone[0].rows : 0, tables.rows, tables.active.data(),
          (r - norm(ear)) / speed_of_sound};
}

}  // namespace

int click_degree(int l, ClickZone zone) noexcept {
  const double root = std::sqrt(l);
  return std::min(
      l, static_cast<int>(std::ceil(zone == ClickZone::all ? 2 + 2 * root : 1 + 0.45 * root)));
}

double click_node(int degree, int j, ClickZone zone) noexcept {
  const double end = zone == ClickZone::all ? 1 : kFarZone;
  return j == 0 ? 0 : end * (1 - std::cos(kPi * j / degree)) / 2;
}

void basis_weights(const PulseZone& zone, const float* rows, float* basis) noexcept {
  const ClickKernel& kernel = best_click_kernel();
  int first = 0;
  for (const int end : zone.ends) {
    const auto at = static_cast<std::size_t>(first);
    kernel.mix(zone.mix.data() + at * kLateBasis, zone.members.data() + at, end - first, rows,
               basis);
    basis += kLateBasis;
    first = end;
  }
}

ClickView click_weights(const PlayClick& click, const Vec3& ear, const VelocityJump& velocity_jump,
                        float* weights) noexcept {
  return click.is_dipole
             ? dipole_weights(click.dipole, click.speed_of_sound, ear, velocity_jump, weights)
             : pulse_weights(click.pulse, click.speed_of_sound, ear, velocity_jump, weights);
}

}  // namespace peal
