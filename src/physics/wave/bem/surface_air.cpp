#include "physics/wave/bem/surface_air.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/geometry/surface_edges.h"
#include "physics/wave/bem/laplace_bem.h"
#include "physics/wave/bem/sheet_bem.h"

extern "C" void openblas_set_num_threads(int);

namespace peal {
namespace {

constexpr double kRound = 0.9;             // as order 9 of a sphere
constexpr double kSharp = 50 * kPi / 180;  // edges beyond are no curvature

/// A^1/2 L A^-1/2, its symmetric part, column-major; the lower half counts.
std::vector<double> symmetric_operator(const TriangleMesh& surface, SurfaceKind kind,
                                       const std::vector<double>& root) {
  const std::size_t n = root.size();
  std::vector<double> unit(n * n, 0.0);
  for (std::size_t t = 0; t < n; ++t) unit[t * n + t] = 1;
  std::vector<double> matrix =
      kind == SurfaceKind::closed ? LaplaceBem(surface).solve(unit) : SheetBem(surface).solve(unit);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) matrix[j * n + i] *= root[i] / root[j];
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < j; ++i)
      matrix[i * n + j] = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
  return matrix;
}

/// Polynomial of s (s^3 first) with s -> scale (1 - z)/(1 + z), times (1 + z)^3: of z, 1 first.
std::array<double, 4> bilinear(const std::array<double, 4>& p, double scale) {
  const double a = p[0] * scale * scale * scale, b = p[1] * scale * scale, c = p[2] * scale,
               d = p[3];
  return {a + b + c + d, -3 * a - b + c + 3 * d, 3 * a - b - c + 3 * d, -a + b - c + d};
}

}  // namespace

std::vector<double> integrated_curvatures(const TriangleMesh& closed) {
  std::vector<double> sum(closed.triangles.size(), 0.0);
  const SurfaceEdges edges(closed);
  for (const SurfaceEdges::Edge& edge : edges.edges()) {
    const auto halves = edges.half_edges(edge);
    if (halves.size() != 2) continue;
    const int one = halves[0] / 3, other = halves[1] / 3;
    const Vec3 n = normalized(closed.area_vector(one)), m = normalized(closed.area_vector(other));
    const Vec3 along = closed.vertices[half_edge_end(closed, halves[0])] -
                       closed.vertices[half_edge_start(closed, halves[0])];
    const double angle = std::atan2(dot(cross(n, m), normalized(along)), dot(n, m));
    if (std::abs(angle) > kSharp) continue;
    for (const int t : {one, other}) sum[t] += 0.25 * angle * norm(along);
  }
  return sum;
}

SurfaceAir::SurfaceAir(const TriangleMesh& surface, SurfaceKind kind, const Air& air, double rate,
                       int rank)
    : triangles_(surface.triangles.size()), scale_(air.density * air.speed_of_sound), rate_(rate) {
  const std::size_t n = triangles_;
  std::vector<double> root(n), curved(n, 0.0);  // curved: mean curvature [1/m]
  for (std::size_t t = 0; t < n; ++t) root[t] = std::sqrt(norm(surface.area_vector(t)));
  if (kind == SurfaceKind::closed) {
    curved = integrated_curvatures(surface);
    for (std::size_t t = 0; t < n; ++t) curved[t] /= root[t] * root[t];
  }
  openblas_set_num_threads(1);  // BLAS threads would change bits
  std::vector<double> matrix = symmetric_operator(surface, kind, root), values(n);
  const int size = static_cast<int>(n);
  if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', size, matrix.data(), size, values.data()) != 0)
    fail("radiation: the added mass of the surface has no modes; check its mesh");
  for (std::size_t m = 0; m < n && m < static_cast<std::size_t>(std::max(1, rank)); ++m) {
    const double* column = &matrix[(n - 1 - m) * n];
    const double length = values[n - 1 - m];
    if (!(length > 1e-6 * values[n - 1])) break;
    double curvature = 0;
    for (std::size_t t = 0; t < n; ++t) {
      gather_.push_back(static_cast<float>(column[t] * root[t]));
      scatter_.push_back(static_cast<float>(scale_ * column[t] / root[t]));
      curvature += curved[t] * column[t] * column[t];
    }
    lengths_.push_back(length);
    add_filter(length, curvature, air);
  }
  memory_.resize(lengths_.size());
}

// With w = c/l, W = w - c H the third doubly asymptotic approximation is
//   p = rho c (s^3 + 3/2 W s^2 + d s) / (s^3 + (W/2 + w) s^2 + 3/2 w W s + w d) v,  d = W (3 W -
//   w)/2
// by the bilinear rule, which stretches frequencies: what is near rho c v is best made from
// velocities, what is near rho l a from accelerations (one s less above).
void SurfaceAir::add_filter(double length, double curvature, const Air& air) {
  const double w = air.speed_of_sound / length, s = 2 * rate_;
  const double W = std::max(0.0, w - air.speed_of_sound * curvature);
  const double d = 0.5 * W * (3 * W - w);
  const bool third = d > 0 && W < kRound * w;
  // Coefficients of s^3, s^2, s, 1; the second approximation times s.
  const std::array<double, 4> above =
      third ? std::array{1.0, 1.5 * W, d, 0.0} : std::array{1.0, W, 0.0, 0.0};
  const std::array<double, 4> below =
      third ? std::array{1.0, 0.5 * W + w, 1.5 * w * W, w * d} : std::array{1.0, w, w * W, 0.0};
  Filter f;
  f.of_velocity = w < s;
  f.above = bilinear(f.of_velocity ? above : std::array{0.0, above[0], above[1], above[2]}, s);
  f.below = bilinear(below, s);
  for (double& x : f.above) x /= f.below[0];
  for (int k = 3; k >= 0; --k) f.below[k] /= f.below[0];
  filters_.push_back(f);
}

void SurfaceAir::pressures(std::span<const float> accelerations, int count,
                           std::vector<float>& out) {
  const int n = static_cast<int>(triangles_), m = static_cast<int>(lengths_.size());
  out.resize(triangles_ * static_cast<std::size_t>(count));
  if (count == 0) return;
  openblas_set_num_threads(1);
  modal_.resize(lengths_.size() * static_cast<std::size_t>(count));
  // Rows of samples are columns to BLAS: (count x n)(n x m).
  cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, count, m, n, 1.0f, accelerations.data(),
              count, gather_.data(), n, 0.0f, modal_.data(), count);
  for (int k = 0; k < m; ++k) {
    const Filter& f = filters_[k];
    Memory& z = memory_[k];
    float* row = &modal_[static_cast<std::size_t>(k) * count];
    for (int i = 0; i < count; ++i) {
      z.velocity += row[i] / rate_;
      const double x = f.of_velocity ? z.velocity : row[i], y = f.above[0] * x + z.past[0];
      z.past[0] = f.above[1] * x - f.below[1] * y + z.past[1];
      z.past[1] = f.above[2] * x - f.below[2] * y + z.past[2];
      z.past[2] = f.above[3] * x - f.below[3] * y;
      if (!f.of_velocity) {
        row[i] = static_cast<float>(y);
        continue;
      }
      // Velocities are known at the ends of samples: half a sample back, by a cubic.
      const auto [p, q, r] = z.late;
      row[i] = static_cast<float>(0.3125 * y + 0.9375 * p - 0.3125 * q + 0.0625 * r);
      z.late = {y, p, q};
    }
  }
  cblas_sgemm(CblasColMajor, CblasNoTrans, CblasTrans, count, n, m, 1.0f, modal_.data(), count,
              scatter_.data(), n, 0.0f, out.data(), count);
}

}  // namespace peal
