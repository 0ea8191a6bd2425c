#include "physics/wave/bem/surface_radiation.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "physics/wave/bem/laplace_bem.h"
#include "physics/wave/bem/sheet_bem.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

constexpr std::size_t kArrays = 15;       // in surface_sum::Triangles
constexpr std::size_t kModesAtOnce = 64;  // sums kept on the stack
constexpr double kAlike = 0.35;  // frequencies whose power is taken in one set of directions

// Shares of the quasi-static pressure and of rho c v_n in the surface pressure. The two are 90
// degrees apart, and real bodies radiate more in between than either alone: w = x/(1+x) is divided
// by (1-w)^2 + w^2. Exponent and 1.3 have the smallest worst error over spheres, disc, bar and
// block.
struct Fade {
  double quasi_static, plane_wave;
};

Fade fade(double k_length) {
  const double x = std::pow(1.3 * k_length, 2), share = (1 + x) / (1 + x * x);
  return {share, x * share};
}

// Of a sheet: p = rho c v kl / sqrt((kl)^2 - 1), exact for waves 2 pi l long on an endless plate,
// which press hardest where they are as fast as sound. A sheet of radius R has waves of a width
// 1/R around theirs: k is complex by that part.
Fade sheet_fade(double k_length, double k_radius) {
  const std::complex<double> kl(k_length, k_length * k_radius / (4 + k_radius * k_radius));
  const std::complex<double> ratio = k_length / std::sqrt(kl * kl - 1.0);
  return {k_length > 0 ? -ratio.imag() / k_length : 1, ratio.real()};
}

}  // namespace

std::vector<double> normal_components(const TriangleMesh& mesh,
                                      std::span<const Vec3> vertex_shape) {
  if (vertex_shape.size() != mesh.vertices.size()) {
    fail("radiation: a mode shape has {} vertices, its mesh {}", vertex_shape.size(),
         mesh.vertices.size());
  }
  std::vector<double> normal(mesh.triangles.size());
  for (std::size_t t = 0; t < normal.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 mean = (vertex_shape[a] + vertex_shape[b] + vertex_shape[c]) / 3.0;
    normal[t] = dot(mean, normalized(mesh.area_vector(t)));
  }
  return normal;
}

namespace {

std::vector<double> all_velocities(const TriangleMesh& mesh, std::span<const SurfaceMode> modes) {
  const std::size_t n = mesh.triangles.size();
  std::vector<double> velocities;
  velocities.reserve(n * modes.size());
  for (std::size_t m = 0; m < modes.size(); ++m) {
    if (modes[m].normal_velocity.size() != n) {
      fail("radiation: mode {} has {} velocities for {} triangles", m,
           modes[m].normal_velocity.size(), n);
    }
    if (!(modes[m].omega > 0) || !std::isfinite(modes[m].omega)) {
      fail("radiation: mode {} has angular frequency {}; expected > 0 rad/s", m, modes[m].omega);
    }
    velocities.insert(velocities.end(), modes[m].normal_velocity.begin(),
                      modes[m].normal_velocity.end());
  }
  return velocities;
}

}  // namespace

std::vector<double> added_mass_potentials(const TriangleMesh& mesh,
                                          std::span<const SurfaceMode> modes, SurfaceKind kind) {
  const std::vector<double> velocities = all_velocities(mesh, modes);
  return kind == SurfaceKind::sheet ? SheetBem(mesh).solve(velocities)
                                    : LaplaceBem(mesh).solve(velocities);
}

SurfaceRadiation::SurfaceRadiation(const TriangleMesh& mesh, const Air& air,
                                   std::span<const SurfaceMode> modes, SurfaceKind kind,
                                   std::span<const double> potentials)
    : air_(air) {
  const std::size_t n = mesh.triangles.size();
  padded_ = (n + surface_sum::kLanes - 1) / surface_sum::kLanes * surface_sum::kLanes;
  geometry_.assign(kArrays * padded_, 0.0f);
  std::fill_n(geometry_.begin() + 8 * padded_, padded_, 1.0f);  // padding: any positive R^2
  double longest_edge = 0;
  for (std::size_t t = 0; t < n; ++t) {
    const Vec3 y = mesh.centroid(t), s = mesh.area_vector(t), unit = normalized(s);
    const double area = norm(s);
    double m[6] = {};  // variance of a uniform triangle: sum over corners of d d^T / 12
    for (int k = 0; k < 3; ++k) {
      const Vec3 d = mesh.corner(t, k) - y;
      const double product[6] = {d.x * d.x, d.x * d.y, d.x * d.z, d.y * d.y, d.y * d.z, d.z * d.z};
      for (int i = 0; i < 6; ++i) m[i] += product[i] / 24;
      radius_ = std::max(radius_, norm(mesh.corner(t, k)));
      longest_edge = std::max(longest_edge, norm(mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k)));
    }
    // The mean of 1/R over a disc of the same area, seen from its centre, is 2 / radius.
    const double least_square = area / kPi / 4;
    const double values[kArrays] = {y.x,    y.y,  y.z,       unit.x,       unit.y,
                                    unit.z, area, dot(y, y), least_square, m[0],
                                    m[1],   m[2], m[3],      m[4],         m[5]};
    for (std::size_t i = 0; i < kArrays; ++i)
      geometry_[i * padded_ + t] = static_cast<float>(values[i]);
  }

  const bool sheet = kind == SurfaceKind::sheet;
  const std::vector<double> velocities = all_velocities(mesh, modes);
  std::vector<double> solved;
  if (potentials.size() != velocities.size()) {
    solved = added_mass_potentials(mesh, modes, kind);
    potentials = solved;
  }
  const double faces = sheet ? 2 : 1;

  shapes_.assign(2 * padded_ * modes.size(), 0.0f);
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const double* v = velocities.data() + m * n;
    const double* u = potentials.data() + m * n;
    float* to = shapes_.data() + 2 * padded_ * m;
    double vu = 0, vv = 0;
    for (std::size_t t = 0; t < n; ++t) {
      const double area = norm(mesh.area_vector(t));
      vu += area * v[t] * u[t];
      vv += area * v[t] * v[t];
      to[t] = static_cast<float>(v[t]);
      to[padded_ + t] = static_cast<float>(u[t]);
    }
    const double k = modes[m].omega / air.speed_of_sound;
    const double length = vv > 0 ? std::max(0.0, vu / vv) : 0;
    const auto [a, b] = sheet ? sheet_fade(k * length, k * radius_) : fade(k * length);
    modes_.push_back({length, modes[m].omega * air.density / (4 * kPi), k,
                      0.5 * faces * b * air.density * air.speed_of_sound * vv});
    surface_sum::Mode kernel{};
    kernel.velocity = to;
    kernel.potential = to + padded_;
    kernel.half_turns = static_cast<float>(k / kPi);
    kernel.k_squared = static_cast<float>(k * k);
    kernel.pressure_near = static_cast<float>(faces * b / k);
    kernel.potential_far = static_cast<float>(faces * k * a);
    kernel.potential_near = static_cast<float>(faces * a);
    kernel.pressure_far = static_cast<float>(faces * b);
    kernel.displaced = sheet ? 0.0f : 1.0f;
    kernel.spread = k * longest_edge > 0.2;  // below, the phase average changes less than 0.01 dB
    kernels_.push_back(kernel);
  }
}

surface_sum::Triangles SurfaceRadiation::triangles() const {
  const float* g = geometry_.data();
  const auto at = [&](std::size_t i) { return g + i * padded_; };
  return {padded_, at(0), at(1), at(2),  at(3),  at(4),  at(5),  at(6),
          at(7),   at(8), at(9), at(10), at(11), at(12), at(13), at(14)};
}

void SurfaceRadiation::weights(const Vec3& listener_body,
                               std::span<std::complex<double>> out) const {
  if (out.size() != modes_.size()) {
    fail("radiation: room for {} weights, the body has {} modes", out.size(), modes_.size());
  }
  const surface_sum::Listener listener{
      static_cast<float>(listener_body.x), static_cast<float>(listener_body.y),
      static_cast<float>(listener_body.z), static_cast<float>(norm(listener_body))};
  const auto mesh = triangles();
  surface_sum::Sum sums[kModesAtOnce];
  for (std::size_t first = 0; first < modes_.size(); first += kModesAtOnce) {
    const std::size_t count = std::min(kModesAtOnce, modes_.size() - first);
    surface_sum::run(mesh, listener, kernels_.data() + first, count, sums);
    for (std::size_t m = 0; m < count; ++m) {
      out[first + m] =
          modes_[first + m].amplitude * std::complex<double>(sums[m].real, sums[m].imag);
    }
  }
}

std::vector<double> SurfaceRadiation::radiated_powers() const {
  std::vector<double> out(modes_.size());
  const double far = 1e4 * radius_;  // what falls faster than 1/r is gone
  // Modes of like frequency share the directions: |p|^2 has twice the orders of p.
  for (std::size_t first = 0, last = 0; first < modes_.size(); first = last) {
    const auto size = [&](std::size_t m) { return std::max(1.0, modes_[m].k * radius_); };
    while (last < modes_.size() && std::abs(std::log(size(last) / size(first))) <= kAlike) ++last;
    double largest = 0;
    for (std::size_t m = first; m < last; ++m) largest = std::max(largest, size(m));
    const double carried = std::min(largest, kExactSize);
    const ShellQuadrature sphere(static_cast<int>(std::ceil(carried + 2 * std::cbrt(carried) + 3)));
    const std::size_t count = last - first;
    // One row per direction, added up in their order: the same for any number of threads.
    std::vector<double> heard(sphere.size() * count);
    const auto mesh = triangles();
    parallel_for(sphere.size(), [&](std::size_t d) {
      const Vec3 at = far * sphere.directions()[d];
      const surface_sum::Listener listener{static_cast<float>(at.x), static_cast<float>(at.y),
                                           static_cast<float>(at.z), static_cast<float>(far)};
      surface_sum::Sum sums[kModesAtOnce];
      for (std::size_t from = 0; from < count; from += kModesAtOnce) {
        const std::size_t some = std::min(kModesAtOnce, count - from);
        surface_sum::run(mesh, listener, kernels_.data() + first + from, some, sums);
        for (std::size_t m = 0; m < some; ++m)
          heard[d * count + from + m] = sums[m].real * sums[m].real + sums[m].imag * sums[m].imag;
      }
    });
    for (std::size_t m = 0; m < count; ++m) {
      const ModeData& mode = modes_[first + m];
      double sum = 0;
      for (std::size_t d = 0; d < sphere.size(); ++d)
        sum += sphere.weights()[d] * heard[d * count + m];
      const double power =
          sum * std::pow(mode.amplitude * far, 2) / (2 * air_.density * air_.speed_of_sound);
      out[first + m] = mode.k * radius_ > kExactSize ? std::max(power, mode.plane) : power;
    }
  }
  return out;
}

}  // namespace peal
