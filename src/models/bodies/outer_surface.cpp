#include "models/bodies/outer_surface.h"

#include <numeric>
#include <vector>

namespace peal {
namespace {

int root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

void remove_cavities(QuadraticSurface& surface) {
  std::vector<int> parent(surface.nodes.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const auto& t : surface.triangles)
    for (const int corner : {t[1], t[2]}) parent[root(parent, corner)] = root(parent, t[0]);
  // Six times the volume that each part encloses, seen from one of its corners.
  std::vector<double> volume(surface.nodes.size(), 0);
  for (const auto& t : surface.triangles) {
    const int part = root(parent, t[0]);
    const Vec3& origin = surface.nodes[part];
    volume[part] += dot(surface.nodes[t[0]] - origin,
                        cross(surface.nodes[t[1]] - origin, surface.nodes[t[2]] - origin));
  }
  std::erase_if(surface.triangles, [&](const auto& t) { return volume[root(parent, t[0])] < 0; });
}

}  // namespace peal
