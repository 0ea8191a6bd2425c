#include "physics/wave/bem/sheet_bem.h"

#include <lapacke.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "physics/wave/bem/laplace_bem.h"
#include "physics/wave/bem/triangle_integrals.h"

extern "C" void openblas_set_num_threads(int);

namespace peal {
namespace {

/// Which vertices are unknowns: used, and not on an edge of one triangle alone.
std::vector<int> numbered_inside(const TriangleMesh& sheet, int& count) {
  std::map<std::pair<int, int>, int> sides;
  std::vector<char> used(sheet.vertices.size()), rim(sheet.vertices.size());
  for (const auto& t : sheet.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      used[static_cast<std::size_t>(a)] = 1;
      ++sides[{std::min(a, b), std::max(a, b)}];
    }
  bool open = false;
  for (const auto& [edge, n] : sides) {
    if (n == 2) continue;
    rim[static_cast<std::size_t>(edge.first)] = rim[static_cast<std::size_t>(edge.second)] = 1;
    open = true;
  }
  if (!open) fail("radiation: a sheet has no rim; give the outside of a closed body instead");
  std::vector<int> number(used.size(), -1);
  count = 0;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] && !rim[v]) number[v] = count++;
  return number;
}

// Distances over the size of the larger triangle from which on three points of each, or the
// centroids, are enough: 0.1 % and 0.03 % of 1/R.
constexpr double kApart = 3, kFar = 10;

struct OuterPoints {
  std::array<Vec3, 3> points;  // (2/3, 1/6, 1/6): exact for quadratic functions
  Vec3 centre;
  double size = 0;  // [m] longest edge
};

double pair_integral(const TriangleMesh& sheet, const std::vector<OuterPoints>& outer,
                     const std::vector<double>& areas, std::size_t t, std::size_t s) {
  const OuterPoints &a = outer[t], &b = outer[s];
  const double apart = norm(a.centre - b.centre), size = std::max(a.size, b.size);
  const double both = areas[t] * areas[s];
  if (apart > kFar * size) return both / apart;
  double sum = 0;
  if (apart > kApart * size) {
    for (const Vec3& x : a.points)
      for (const Vec3& y : b.points) sum += 1 / norm(x - y);
    return both * sum / 9;
  }
  for (const Vec3& x : a.points)
    sum += triangle_integrals(x, sheet.corner(s, 0), sheet.corner(s, 1), sheet.corner(s, 2))
               .inverse_distance;
  return areas[t] * sum / 3;
}

/// integral of 1/R over pairs of triangles s <= t: at t (t + 1) / 2 + s.
std::vector<double> pair_integrals(const TriangleMesh& sheet, const std::vector<double>& areas) {
  const std::size_t n = sheet.triangles.size();
  std::vector<OuterPoints> outer(n);
  for (std::size_t t = 0; t < n; ++t) {
    outer[t].centre = sheet.centroid(t);
    for (int k = 0; k < 3; ++k) {
      outer[t].points[static_cast<std::size_t>(k)] = (outer[t].centre + sheet.corner(t, k)) / 2.0;
      outer[t].size =
          std::max(outer[t].size, norm(sheet.corner(t, (k + 1) % 3) - sheet.corner(t, k)));
    }
  }
  std::vector<double> out(n * (n + 1) / 2);
  parallel_for(n, [&](std::size_t t) {
    for (std::size_t s = 0; s <= t; ++s)
      out[t * (t + 1) / 2 + s] = pair_integral(sheet, outer, areas, t, s);
  });
  return out;
}

}  // namespace

SheetBem::SheetBem(const TriangleMesh& sheet) {
  const std::size_t n = sheet.triangles.size();
  if (n > LaplaceBem::kMaxTriangles)
    fail("radiation: the sheet has {} triangles, the limit is {}; use a coarser mesh", n,
         LaplaceBem::kMaxTriangles);
  const std::vector<int> number = numbered_inside(sheet, unknowns_);
  if (unknowns_ == 0) fail("radiation: all {} triangles of a sheet lie at its rim", n);
  std::vector<std::array<Vec3, 3>> curls(n);  // of the three hat functions
  for (std::size_t t = 0; t < n; ++t) {
    areas_.push_back(norm(sheet.area_vector(t)));
    if (!(areas_.back() > 0)) fail("radiation: triangle {} has no area; remove it", t);
    auto& own = triangles_.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      own[k] = number[static_cast<std::size_t>(sheet.triangles[t][k])];
      const int i = static_cast<int>(k);
      curls[t][k] =
          (sheet.corner(t, (i + 2) % 3) - sheet.corner(t, (i + 1) % 3)) / (2 * areas_.back());
    }
  }
  const std::vector<double> pairs = pair_integrals(sheet, areas_);
  const auto size = static_cast<std::size_t>(unknowns_);
  factor_.assign(size * size, 0);
  for (std::size_t t = 0; t < n; ++t)
    for (std::size_t s = 0; s <= t; ++s) {
      const double pair = pairs[t * (t + 1) / 2 + s] / (4 * kPi);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          if (triangles_[t][i] < 0 || triangles_[s][j] < 0) continue;
          const auto row = static_cast<std::size_t>(triangles_[t][i]);
          const auto column = static_cast<std::size_t>(triangles_[s][j]);
          const double value = pair * dot(curls[t][i], curls[s][j]);
          factor_[column * size + row] += value;
          if (s != t) factor_[row * size + column] += value;
        }
    }
  openblas_set_num_threads(1);  // BLAS threads would change bits
  const int status = LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', unknowns_, factor_.data(), unknowns_);
  if (status != 0) fail("radiation: the sheet gives a singular system (row {})", status);
}

std::vector<double> SheetBem::solve(std::span<const double> velocities) const {
  const std::size_t n = triangles_.size(), size = static_cast<std::size_t>(unknowns_);
  if (velocities.size() % n != 0)
    fail("radiation: {} velocities for {} triangles", velocities.size(), n);
  const std::size_t columns = velocities.size() / n;
  std::vector<double> jump(size * columns), out(velocities.size());
  if (columns == 0) return out;
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t t = 0; t < n; ++t)
      for (const int v : triangles_[t])
        if (v >= 0)
          jump[c * size + static_cast<std::size_t>(v)] += velocities[c * n + t] * areas_[t] / 3;
  openblas_set_num_threads(1);
  LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', unknowns_, static_cast<int>(columns), factor_.data(),
                 unknowns_, jump.data(), unknowns_);
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t t = 0; t < n; ++t)
      for (const int v : triangles_[t])
        if (v >= 0) out[c * n + t] += jump[c * size + static_cast<std::size_t>(v)] / 6;
  return out;
}

}  // namespace peal
