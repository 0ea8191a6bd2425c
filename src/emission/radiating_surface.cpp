#include "emission/radiating_surface.h"

#include "base/error.h"
#include "physics/geometry/self_intersection.h"
#include "physics/meshing/thin_surface.h"
#include "physics/wave/bem/laplace_bem.h"

namespace peal {
std::size_t most_radiating_triangles(MeshLevel level) {
  return level == MeshLevel::draft ? 900 : level == MeshLevel::normal ? 2400 : 3600;
}

TriangleMesh radiating_surface(const QuadraticSurface& surface, MeshLevel level) {
  const std::size_t most = most_radiating_triangles(level);
  // Split in four where that is cheap: the problem is dense.
  if (4 * surface.triangles.size() <= most / 2) return linear_surface(surface);
  TriangleMesh coarse{surface.nodes, {}};
  for (const auto& t : surface.triangles) coarse.triangles.push_back({t[0], t[1], t[2]});
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

}  // namespace peal
