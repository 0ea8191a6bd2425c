#include "models/bake/boundary_transfer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/geometry/surface_weld.h"
#include "physics/meshing/thin_surface.h"
#include "physics/wave/bem/bem_transfer.h"
#include "physics/wave/fdtd/shell_box.h"
#include "physics/wave/multipole/transfer_check.h"

namespace peal {
namespace {

constexpr double kSphere = 1.1;       // radius of the record's sphere over that of the body
constexpr double kCheckEdges = 1.5;   // edges of the check over those of the solution
constexpr double kEdgePerWall = 0.5;  // longer ones see a square prong 1 dB too quiet
constexpr double kWallCells = 5;      // with so many cells a wall is left to the grid
constexpr double kMostTime = 0.125;   // of the time allowed
constexpr double kOfSlender = 0.5;    // of rods: a grid of like cost is further off
constexpr double kWantedEdges = 6.3;  // per wave
constexpr double kCheckedEdges = 2;   // fewer: the check would say nothing
constexpr double kMostTooLong = 1.3;  // edges of a surface that is not given finer
constexpr double kMore = 1.6;         // triangles, when the first number does not resolve all modes
constexpr double kMostAlike = 0.7;    // triangles of the check over those of the solution
constexpr double kUnchecked = 0.35;   // error when no coarser surface could be made: 3 dB was seen

std::size_t check_triangles(std::size_t triangles) {
  return static_cast<std::size_t>(static_cast<double>(triangles) / (kCheckEdges * kCheckEdges));
}

double area_of(const TriangleMesh& surface) {
  double area = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) area += norm(surface.area_vector(t));
  return area;
}

/// Edge of equilateral triangles that are as many on this area.
double edge_of(double area, double triangles) { return std::sqrt(area / triangles / 0.433); }

std::vector<SurfaceMode> resolved_modes(const TriangleMesh& mesh, std::span<const ModeShape> modes,
                                        const Air& air, double edges_per_wave = kEdgesPerWave) {
  const double highest = 2 * kPi * resolved_frequency(mesh, air, edges_per_wave);
  std::vector<SurfaceMode> out;
  for (const ModeShape& mode : modes)
    if (mode.omega < highest * (1 - 1e-9))
      out.push_back({mode.omega, normal_components(mesh, mode.shape)});
  return out;
}

/// Rather with needles and rims of few edges than not coarser: they make the check stricter.
TriangleMesh coarser(const TriangleMesh& mesh) {
  const std::size_t target = check_triangles(mesh.triangles.size());
  TriangleMesh thin;
  for (const auto& [shape, bend] : {std::pair(0.2, 15), std::pair(0.05, 25), std::pair(0.01, 35)}) {
    thin = thin_surface(mesh, target, {shape, bend * kPi / 180});
    if (thin.triangles.size() < kMostAlike * static_cast<double>(mesh.triangles.size())) break;
  }
  return thin;
}

}  // namespace

TriangleMesh boundary_elements(const TriangleMesh& surface, std::size_t most) {
  TriangleMesh coarse = surface.triangles.size() <= most ? surface : thin_surface(surface, most);
  if (coarse.triangles.size() > HelmholtzBem::kMaxTriangles)
    fail(
        "boundary elements: the surface needs {} triangles, they take {}; use --method time or a "
        "lower --quality",
        coarse.triangles.size(), HelmholtzBem::kMaxTriangles);
  return coarse;
}

// Near pairs are integrated once; assembly and solution of a mode take one thread. Measured on a
// coin and a plate.
double boundary_seconds(std::size_t triangles, std::size_t modes) {
  const double rounds = std::ceil(static_cast<double>(modes) / 2);
  double sum = 0;
  for (const std::size_t count : {triangles, check_triangles(triangles)}) {
    const auto n = static_cast<double>(count);
    sum += 2.6e-3 * n + rounds * 9e-8 * n * n;
  }
  return sum;
}

double boundary_bytes(std::size_t triangles) {
  return 8.0 * static_cast<double>(triangles) * static_cast<double>(triangles) + 64e6;
}

std::size_t boundary_triangles(const TriangleMesh& surface, std::span<const double> omegas,
                               const TransferPlan& grid) {
  if (omegas.empty() || !std::isfinite(grid.wall)) return 0;
  if (grid.request.quality == TransferQuality::draft) return 0;
  double cell = 0;
  for (const TransferBand& band : grid.bands) cell = std::max(cell, band.cell);
  if (!grid.bands.empty() && grid.wall > kWallCells * cell) return 0;
  const double wave = 2 * kPi * grid.request.air.speed_of_sound / omegas.back();
  const double edge = std::min(kEdgePerWall * grid.wall, wave / kWantedEdges);
  const double area = area_of(surface), wanted = std::ceil(area / (0.433 * edge * edge));
  if (!(wanted <= static_cast<double>(HelmholtzBem::kMaxTriangles))) return 0;
  // A surface given more coarsely than that would be seen too coarsely.
  const double given = edge_of(area, static_cast<double>(surface.triangles.size()));
  if (given > kMostTooLong * edge) return 0;
  // Triangles are not all equal: more of them where that leaves waves too short.
  for (const double more : {1.0, kMore}) {
    const auto count = std::min({static_cast<std::size_t>(more * wanted), surface.triangles.size(),
                                 HelmholtzBem::kMaxTriangles});
    const double share = grid.slender ? kOfSlender : kMostTime;
    if (boundary_seconds(count, omegas.size()) > share * grid.request.most_seconds) return 0;
    const TriangleMesh mesh =
        surface.triangles.size() <= count ? surface : thin_surface(surface, count);
    if (mesh.triangles.size() <= HelmholtzBem::kMaxTriangles &&
        2 * kPi * resolved_frequency(mesh, grid.request.air) > omegas.back())
      return count;
  }
  return 0;
}

TransferRecord boundary_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                 const TransferRequest& request, std::size_t triangles,
                                 const TransferLibrary::Progress& progress) {
  TriangleMesh mesh = boundary_elements(surface, triangles);
  const std::vector<SurfaceMode> resolved = resolved_modes(mesh, modes, request.air);
  if (resolved.empty())
    fail("boundary elements: {} triangles are too few for the lowest mode; use --method time",
         mesh.triangles.size());
  TriangleMesh coarse = coarser(mesh);
  const std::vector<SurfaceMode> again = resolved_modes(
      coarse, modes.first(std::min(modes.size(), resolved.size())), request.air, kCheckedEdges);
  remove_unused_vertices(mesh);  // each would be an unknown
  remove_unused_vertices(coarse);
  const BodyBound sphere = body_bound(mesh);
  const double radius = kSphere * sphere.radius;
  const double share = std::pow(
      static_cast<double>(coarse.triangles.size()) / static_cast<double>(mesh.triangles.size()), 2);
  const auto tell = [&](double done) {
    if (progress) progress(done);
  };
  TransferRecord record =
      bem_transfer(mesh, resolved, request.air, sphere.centre, radius, [&](double part) {
        tell(part / (1 + share));
      }).record;
  // Where most vertices are corners there is little to take away.
  TransferRecord check;
  if (coarse.triangles.size() < kMostAlike * static_cast<double>(mesh.triangles.size()))
    check = bem_transfer(
                coarse, again, request.air, sphere.centre, radius,
                [&](double part) { tell((1 + share * part) / (1 + share)); }, kCheckedEdges)
                .record;
  for (std::size_t i = 0; i < record.modes.size(); ++i) {
    ModeTransfer& mode = record.modes[i];
    const double k = mode.omega / request.air.speed_of_sound, size = far_size(mode, k, radius);
    const double seen = i < check.modes.size() && size > 0
                            ? far_difference(mode, check.modes[i], k, radius) / size
                            : kUnchecked;
    mode.error = std::max(mode.error, seen);
  }
  return record;
}

}  // namespace peal
