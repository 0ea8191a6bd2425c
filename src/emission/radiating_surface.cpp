#include "emission/radiating_surface.h"

#include <meshoptimizer.h>

#include <algorithm>

#include "base/error.h"
#include "wave/laplace_bem.h"

namespace peal {
namespace {

/// Edge collapse within `error` of the body's size.
std::vector<std::array<int, 3>> thinned(const TriangleMesh& mesh, std::size_t target, float error) {
  std::vector<float> positions;
  for (const Vec3& x : mesh.vertices)
    for (int i = 0; i < 3; ++i) positions.push_back(static_cast<float>(x[i]));
  std::vector<unsigned> indices, out(3 * mesh.triangles.size());
  for (const auto& t : mesh.triangles)
    for (const int v : t) indices.push_back(static_cast<unsigned>(v));
  const std::size_t count =
      meshopt_simplify(out.data(), indices.data(), indices.size(), positions.data(),
                       mesh.vertices.size(), 3 * sizeof(float), 3 * target, error, 0, nullptr);
  std::vector<std::array<int, 3>> triangles(count / 3);
  for (std::size_t i = 0; i < count; ++i) triangles[i / 3][i % 3] = static_cast<int>(out[i]);
  return triangles;
}

}  // namespace

std::size_t most_radiating_triangles(MeshLevel level) {
  return level == MeshLevel::draft ? 900 : level == MeshLevel::normal ? 2400 : 3600;
}

TriangleMesh radiating_surface(const QuadraticSurface& surface, MeshLevel level) {
  const std::size_t most = most_radiating_triangles(level);
  if (4 * surface.triangles.size() <= most) return linear_surface(surface);
  TriangleMesh coarse{surface.nodes, {}};
  for (const auto& t : surface.triangles) coarse.triangles.push_back({t[0], t[1], t[2]});
  if (coarse.triangles.size() <= most) return coarse;
  // The thinner a wall, the sooner collapsed edges cut through it: small errors are tried first.
  for (const float error : {0.003f, 0.01f, 0.03f}) {
    auto triangles = thinned(coarse, most, error);
    if (triangles.size() <= most + most / 4 || error > 0.02f) {
      coarse.triangles = std::move(triangles);
      break;
    }
  }
  if (coarse.triangles.size() > LaplaceBem::kMaxTriangles)
    fail(
        "its surface needs {} triangles, more than the limit of {} for its sound in the air; use "
        "a lower quality, or a simpler shape",
        coarse.triangles.size(), LaplaceBem::kMaxTriangles);
  return coarse;
}

}  // namespace peal
