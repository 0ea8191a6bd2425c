#include "physics/wave/bem/bem_transfer.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "physics/geometry/surface_edges.h"
#include "physics/wave/bem/bem_multipoles.h"
#include "physics/wave/multipole/radial_continuation.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

// Orders beyond k R that count at twice the body's radius: 2^-14.
constexpr int kExtraOrders = 14;
constexpr double kTail = 1e-4;  // relative L2 over directions that may be cut off

// Smallest order whose rest is below kTail, at twice the body's radius and far away.
int sufficient_order(std::span<const Complex> coefficients, int order, double k, double radius,
                     double bound) {
  std::vector<Complex> near(order + 1), far(order + 1);
  radial_ratios(k, radius, std::max(radius, 2 * bound), near);
  far_ratios(k, radius, far);
  std::vector<double> near_power(order + 1), far_power(order + 1);
  double near_sum = 0, far_sum = 0;
  for (int l = 0; l <= order; ++l) {
    double sum = 0;
    for (std::size_t i = harmonic_index(l, -l); i <= harmonic_index(l, l); ++i)
      sum += std::norm(coefficients[i]);
    near_sum += near_power[l] = std::norm(near[l]) * sum;
    far_sum += far_power[l] = std::norm(far[l]) * sum;
  }
  double near_rest = 0, far_rest = 0;
  int needed = order;
  for (; needed > 0; --needed) {
    near_rest += near_power[needed];
    far_rest += far_power[needed];
    if (near_rest > kTail * kTail * near_sum || far_rest > kTail * kTail * far_sum) break;
  }
  return needed;
}

}  // namespace

std::vector<double> shape_errors(const TriangleMesh& mesh, std::span<const SurfaceMode> modes) {
  constexpr double kSameWay = 0.8, kCrease = 0.5;  // cosine between normals
  const std::size_t n = mesh.triangles.size();
  std::vector<double> areas(n), steps(modes.size());
  std::vector<double> at_rim(n);  // 0 .. 1: how much narrower the wall is than the triangle
  for (std::size_t t = 0; t < n; ++t) areas[t] = norm(mesh.area_vector(t));
  const SurfaceEdges edges(mesh);
  for (const auto& edge : edges.edges()) {
    const auto halves = edges.half_edges(edge);
    if (halves.size() != 2) continue;
    const int s = halves[0] / 3, t = halves[1] / 3;
    const double cosine = dot(mesh.area_vector(s), mesh.area_vector(t)) / (areas[s] * areas[t]);
    if (cosine < kCrease) {  // heights over the common edge are as the areas
      at_rim[s] = std::max(at_rim[s], 1 - areas[t] / areas[s]);
      at_rim[t] = std::max(at_rim[t], 1 - areas[s] / areas[t]);
    }
    if (!(cosine >= kSameWay)) continue;
    for (std::size_t m = 0; m < modes.size(); ++m) {
      const double step = modes[m].normal_velocity[s] - modes[m].normal_velocity[t];
      steps[m] += (areas[s] + areas[t]) / 3 * step * step;
    }
  }
  std::vector<double> errors(modes.size());
  for (std::size_t m = 0; m < modes.size(); ++m) {
    double all = 0, rim = 0;
    for (std::size_t t = 0; t < n; ++t) {
      const double square = areas[t] * modes[m].normal_velocity[t] * modes[m].normal_velocity[t];
      all += square;
      rim += at_rim[t] * square;
    }
    if (all > 0) errors[m] = (steps[m] / 8 + rim / 5) / all;
  }
  return errors;
}

BemTransfer bem_transfer(const TriangleMesh& mesh, std::span<const SurfaceMode> modes,
                         const Air& air, const Vec3& centre, double radius,
                         const std::function<void(double)>& progress, double edges_per_wave) {
  double bound = 0;
  for (const Vec3& v : mesh.vertices) bound = std::max(bound, norm(v - centre));
  if (!(radius >= bound))
    fail(
        "boundary elements: the surface reaches {:.4g} m from the centre, beyond its sphere of "
        "{:.4g} m",
        bound, radius);
  const double highest = resolved_frequency(mesh, air, edges_per_wave);
  const auto order_of = [&](const SurfaceMode& mode) {
    return mode.omega / air.speed_of_sound * bound + kExtraOrders;
  };
  for (std::size_t m = 0; m < modes.size(); ++m) {
    if (modes[m].normal_velocity.size() != mesh.triangles.size())
      fail("boundary elements: mode {} has {} velocities for {} triangles", m,
           modes[m].normal_velocity.size(), mesh.triangles.size());
    if (modes[m].omega > 2 * kPi * highest)
      fail(
          "boundary elements: mode {} at {:.0f} Hz, but {} triangles resolve {:.0f} Hz; use a "
          "finer "
          "surface (up to {} triangles) or the time-domain route",
          m, modes[m].omega / (2 * kPi), mesh.triangles.size(), highest,
          HelmholtzBem::kMaxTriangles);
  }
  for (std::size_t m = 0; m < modes.size(); ++m) {
    if (!(order_of(modes[m]) < kMaxHarmonicOrder))
      fail(
          "boundary elements: mode {} at {:.0f} Hz needs harmonics of order {:.0f}, the limit is "
          "{}; leave it to approximate radiation",
          m, modes[m].omega / (2 * kPi), order_of(modes[m]), kMaxHarmonicOrder - 1);
  }
  const HelmholtzBem bem(mesh, air);
  const auto shape_error = shape_errors(mesh, modes);
  BemTransfer result;
  result.record = {air, centre, radius, std::vector<ModeTransfer>(modes.size())};
  result.surface_power.resize(modes.size());
  std::mutex turn;
  std::size_t done = 0;
  parallel_for(modes.size(), [&](std::size_t m) {
    throw_if_interrupted();
    const SurfaceMode& mode = modes[m];
    const double k = mode.omega / air.speed_of_sound;
    const auto p = bem.solve(mode.omega, mode.normal_velocity, HelmholtzBem::Threads::one);
    const int order = static_cast<int>(order_of(mode));
    const auto c = bem_multipoles(bem, mode.omega, p, mode.normal_velocity, centre, radius, order);
    ModeTransfer& out = result.record.modes[m];
    out.omega = mode.omega;
    out.method = TransferMethod::boundary_elements;
    out.order = sufficient_order(c, order, k, radius, bound);
    out.coefficients.assign(c.begin(), c.begin() + harmonic_count(out.order));
    const Complex power = bem.surface_power(p, mode.normal_velocity);
    const double radiated = radiated_power(result.record, out), size = std::abs(power);
    result.surface_power[m] = power;
    out.error = std::hypot(shape_error[m], size > 0 ? 0.5 * (power.real() - radiated) / size : 0.0);
    if (!progress) return;
    const std::lock_guard lock(turn);
    progress(static_cast<double>(++done) / modes.size());
  });
  return result;
}

}  // namespace peal
