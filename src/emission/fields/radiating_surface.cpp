#include "emission/fields/radiating_surface.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "physics/geometry/self_intersection.h"
#include "physics/meshing/middle_surface.h"
#include "physics/meshing/thin_surface.h"
#include "physics/wave/bem/laplace_bem.h"

namespace peal {
std::size_t most_radiating_triangles(MeshLevel level) {
  return level == MeshLevel::draft ? 900 : level == MeshLevel::normal ? 2400 : 3600;
}

namespace {

constexpr double kThinWall =
    0.05;  // of the radius: then faces leave 5 % of the pressure to the wall

TriangleMesh corners_of(const QuadraticSurface& surface) {
  TriangleMesh out{surface.nodes, {}};
  for (const auto& t : surface.triangles) out.triangles.push_back({t[0], t[1], t[2]});
  return out;
}

TriangleMesh closed_surface(const QuadraticSurface& surface, std::size_t most) {
  // Split in four where that is cheap: the problem is dense.
  if (4 * surface.triangles.size() <= most / 2) return linear_surface(surface);
  TriangleMesh coarse = corners_of(surface);
  if (coarse.triangles.size() <= most) return coarse;
  // Long chords of the two sides of a thin curved wall cross: then more triangles are needed.
  TriangleMesh thinned = thin_surface(coarse, most);
  for (std::size_t allowed = most; !self_intersections(thinned, 1).pairs.empty();) {
    allowed += allowed / 2;
    if (allowed >= coarse.triangles.size()) {
      thinned = coarse;
      break;
    }
    thinned = thin_surface(coarse, allowed);
  }
  coarse = std::move(thinned);
  if (coarse.triangles.size() > LaplaceBem::kMaxTriangles)
    fail(
        "its surface needs {} triangles, more than the limit of {} for its sound in the air; use "
        "a lower quality, or a simpler shape",
        coarse.triangles.size(), LaplaceBem::kMaxTriangles);
  return coarse;
}

/// None for bodies that are not thin wall all over.
std::optional<TriangleMesh> sheet_of(const QuadraticSurface& surface, std::size_t most) {
  double radius = 0;
  for (const Vec3& node : surface.nodes) radius = std::max(radius, norm(node));
  // A sheet is one face of two, and half its vertices are unknowns: four times as many triangles
  // cost what those of a closed surface do.
  most *= 2;
  const bool few = 4 * surface.triangles.size() <= 2 * most;
  const auto middle =
      middle_surface(few ? linear_surface(surface) : corners_of(surface), kThinWall * radius);
  if (!middle) return {};
  TriangleMesh sheet = middle->triangles.size() <= most ? *middle : thin_surface(*middle, most);
  if (sheet.triangles.size() > LaplaceBem::kMaxTriangles) return {};
  return sheet;
}

}  // namespace

RadiatingSurface radiating_surface(const QuadraticSurface& surface, MeshLevel level) {
  const std::size_t most = most_radiating_triangles(level);
  if (auto sheet = sheet_of(surface, most)) return {std::move(*sheet), SurfaceKind::sheet};
  return {closed_surface(surface, most), SurfaceKind::closed};
}

}  // namespace peal
