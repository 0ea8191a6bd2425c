#include "physics/wave/bem/helmholtz_bem.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"

extern "C" void openblas_set_num_threads(int);

namespace peal {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t kGroups = 4;
constexpr int kAllGroups = -1;
constexpr double kCouplingLength = 0.5;  // most of |eta|, in radii of the ball of the same volume

// Rows are shared out by place: triangles across a border are computed by both sides, so that each
// row is the same sum whoever adds it.
std::vector<int> row_groups(const TriangleMesh& mesh) {
  const std::size_t n = mesh.vertices.size();
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) {
    for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], v[d]), high[d] = std::max(high[d], v[d]);
  }
  int axis = 0;
  for (int d = 1; d < 3; ++d) {
    if (high[d] - low[d] > high[axis] - low[axis]) axis = d;
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return mesh.vertices[a][axis] < mesh.vertices[b][axis];
  });
  std::vector<int> group(n);
  for (std::size_t i = 0; i < n; ++i) group[order[i]] = static_cast<int>(i * kGroups / n);
  return group;
}

}  // namespace

double resolved_frequency(const TriangleMesh& mesh, const Air& air, double edges_per_wave) {
  std::vector<std::pair<double, double>> edges;  // longest edge, area
  double total = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    double longest = 0;
    for (int k = 0; k < 3; ++k)
      longest = std::max(longest, norm(mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k)));
    edges.emplace_back(longest, norm(mesh.area_vector(t)));
    total += edges.back().second;
  }
  std::sort(edges.begin(), edges.end());
  double sum = 0;
  for (const auto& [longest, area] : edges) {
    sum += area;
    if (sum >= 0.95 * total && longest > 0) return air.speed_of_sound / (edges_per_wave * longest);
  }
  fail("boundary elements: the surface has no area");
}

struct HelmholtzBem::System {
  helmholtz_rows::Wave wave;
  std::size_t columns;
  std::span<const double> velocity;
  std::vector<Complex> matrix, right;  // row-major; one column of vertices after the other
};

HelmholtzBem::HelmholtzBem(const TriangleMesh& mesh, const Air& air)
    : panels_(mesh, kMaxTriangles),
      air_(air),
      equal_radius_(std::cbrt(panels_.volume() * 3 / (4 * kPi))),
      near_(near_pairs(panels_)),
      group_of_(row_groups(mesh)) {}

double HelmholtzBem::coupling(double k) const {
  return std::min(1 / k, kCouplingLength * equal_radius_);
}

// Rows of one group of vertices: smooth part with three points, all triangles against all.
void HelmholtzBem::assemble(int group, System& system) const {
  const TriangleMesh& mesh = panels_.mesh();
  const std::size_t n = triangle_count(), vertices = vertex_count();
  const auto lanes = panels_.lanes();
  helmholtz_rows::Block block;
  for (std::size_t t = 0; t < n; ++t) {
    Complex* rows[3];
    bool any = false;
    for (int a = 0; a < 3; ++a) {
      const std::size_t v = mesh.triangles[t][a];
      const bool mine = group == kAllGroups || group_of_[v] == group;
      rows[a] = mine ? system.matrix.data() + v * vertices : nullptr;
      any = any || mine;
    }
    if (!any) continue;
    if (t % 64 == 0) throw_if_interrupted();
    std::vector<Complex> right(3 * system.columns);
    for (std::size_t first = 0; first < lanes.count; first += helmholtz_rows::kBlock) {
      const std::size_t count = std::min(helmholtz_rows::kBlock, lanes.count - first);
      helmholtz_rows::run(lanes, system.wave, t, first, count, block);
      const std::size_t used = std::min(count, n - first);
      for (int a = 0; a < 3; ++a) {
        if (!rows[a]) continue;
        for (std::size_t i = 0; i < used; ++i) {
          const auto& corners = mesh.triangles[first + i];
          for (int b = 0; b < 3; ++b)
            rows[a][corners[b]] += Complex(block.real[3 * a + b][i], block.imag[3 * a + b][i]);
        }
        for (std::size_t c = 0; c < system.columns; ++c) {
          const double* v = system.velocity.data() + c * n + first;
          double real = 0, imag = 0;
          for (std::size_t i = 0; i < used; ++i) {
            real += block.right_real[a][i] * v[i];
            imag += block.right_imag[a][i] * v[i];
          }
          right[3 * c + a] += Complex(real, imag);
        }
      }
    }
    for (std::size_t c = 0; c < system.columns; ++c) {
      for (int a = 0; a < 3; ++a) {
        if (rows[a]) system.right[c * vertices + mesh.triangles[t][a]] -= right[3 * c + a];
      }
    }
  }
}

// Exact static parts of near pairs, and the terms without an integral.
void HelmholtzBem::add_near(std::size_t t, System& system) const {
  const TriangleMesh& mesh = panels_.mesh();
  const std::size_t n = triangle_count(), vertices = vertex_count();
  const double k2 = system.wave.k * system.wave.k, area = panels_.area(t);
  const Complex eta(0, system.wave.eta_imag);
  for (int a = 0; a < 3; ++a) {
    const std::size_t row = mesh.triangles[t][a];
    Complex* values = system.matrix.data() + row * vertices;
    for (int b = 0; b < 3; ++b) values[mesh.triangles[t][b]] += area / (a == b ? 12 : 24);
    for (std::size_t c = 0; c < system.columns; ++c)
      system.right[c * vertices + row] -= eta * (area / 6 * system.velocity[c * n + t]);
    for (const NearPair& pair : near_[t]) {
      const auto& corners = mesh.triangles[pair.other];
      const double facing = k2 * dot(panels_.normal(t), panels_.normal(pair.other));
      double sum = 0, single = 0;
      for (const double value : pair.single) sum += value;
      for (int b = 0; b < 3; ++b) {
        const int i = 3 * a + b;
        single += pair.single[i];
        const double curls = dot(panels_.curl(t, a), panels_.curl(pair.other, b));
        values[corners[b]] += -(pair.dipole[i] + k2 * pair.dipole2[i]) +
                              eta * (curls * sum - facing * pair.single[i]);
      }
      const Complex right = single + eta * (pair.flux[a] + k2 * pair.flux2[a]);
      for (std::size_t c = 0; c < system.columns; ++c)
        system.right[c * vertices + row] -= right * system.velocity[c * n + pair.other];
    }
  }
}

std::vector<Complex> HelmholtzBem::solve(double omega, std::span<const double> velocity,
                                         Threads threads) const {
  const std::size_t n = triangle_count(), vertices = vertex_count();
  const double k = omega / air_.speed_of_sound;
  if (!(k > 0) || !std::isfinite(k))
    fail("boundary elements: expected an angular frequency > 0, got {} rad/s", omega);
  if (velocity.size() % n != 0)
    fail("boundary elements: {} velocities for {} triangles", velocity.size(), n);
  System system{{k, coupling(k)}, velocity.size() / n, velocity, {}, {}};
  system.matrix.resize(vertices * vertices);
  system.right.resize(vertices * system.columns);
  if (system.columns == 0) return {};
  if (threads == Threads::one) {
    assemble(kAllGroups, system);
  } else {
    parallel_for(kGroups, [&](std::size_t group) { assemble(static_cast<int>(group), system); });
  }
  for (std::size_t t = 0; t < n; ++t) add_near(t, system);
  for (std::size_t v = 0; v < vertices; ++v) {  // a vertex without triangles
    Complex& diagonal = system.matrix[v * vertices + v];
    if (diagonal == 0.0) diagonal = 1;
  }
  for (Complex& value : system.right) value *= Complex(0, omega * air_.density);
  openblas_set_num_threads(1);  // BLAS threads would change bits
  std::vector<int> pivots(vertices);
  const int order = static_cast<int>(vertices), columns = static_cast<int>(system.columns);
  auto* matrix = reinterpret_cast<lapack_complex_double*>(system.matrix.data());
  auto* right = reinterpret_cast<lapack_complex_double*>(system.right.data());
  // Row-major is the transposed to LAPACK.
  int status = LAPACKE_zgetrf(LAPACK_COL_MAJOR, order, order, matrix, order, pivots.data());
  if (status == 0) {
    status = LAPACKE_zgetrs(LAPACK_COL_MAJOR, 'T', order, columns, matrix, order, pivots.data(),
                            right, order);
  }
  if (status != 0) fail("boundary elements: the surface gives a singular system (row {})", status);
  return std::move(system.right);
}

Complex HelmholtzBem::pressure(double omega, std::span<const Complex> p,
                               std::span<const double> velocity, const Vec3& place) const {
  const double k = omega / air_.speed_of_sound;
  const Complex slope(0, omega * air_.density);
  Complex sum = 0;
  for (std::size_t t = 0; t < triangle_count(); ++t) {
    const auto& corners = panels_.mesh().triangles[t];
    const Complex mean = (p[corners[0]] + p[corners[1]] + p[corners[2]]) / 6.0;
    for (int q = 0; q < 3; ++q) {
      const Vec3 d = panels_.point(t, q) - place;
      const double r = norm(d);
      const Complex g = std::polar(panels_.area(t) / (12 * kPi * r), k * r);
      sum += g * ((mean + 0.5 * p[corners[q]]) * Complex(-1, k * r) *
                      (dot(d, panels_.normal(t)) / (r * r)) -
                  slope * velocity[t]);
    }
  }
  return sum;
}

Complex HelmholtzBem::surface_power(std::span<const Complex> p,
                                    std::span<const double> velocity) const {
  Complex sum = 0;
  for (std::size_t t = 0; t < triangle_count(); ++t) {
    const auto& corners = panels_.mesh().triangles[t];
    const Complex mean = (p[corners[0]] + p[corners[1]] + p[corners[2]]) / 3.0;
    sum += 0.5 * panels_.area(t) * velocity[t] * mean;
  }
  return sum;
}

}  // namespace peal
