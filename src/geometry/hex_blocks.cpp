#include "geometry/hex_blocks.h"

#include <map>
#include <utility>

#include "geometry/tet_shape_functions.h"

namespace peal {
namespace {

// The four corners of each face, in turn around it.
constexpr std::array<std::array<int, 4>, 6> kHexFaces{
    {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}}};

}  // namespace

TetMesh cut_into_tets(const HexBlocks& blocks,
                      const std::function<Vec3(const Vec3& a, const Vec3& b)>& edge_middle) {
  TetMesh mesh;
  mesh.nodes = blocks.corners;
  mesh.tets.reserve(blocks.hexes.size() * 6);
  const auto before = [&](int a, int b) {
    return std::pair(blocks.rank[a], a) < std::pair(blocks.rank[b], b);
  };
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [at, added] = middles.try_emplace(std::minmax(a, b), 0);
    if (added) {
      at->second = static_cast<int>(mesh.nodes.size());
      mesh.nodes.push_back(edge_middle(blocks.corners[a], blocks.corners[b]));
    }
    return at->second;
  };
  const auto add_tet = [&](int a, int b, int c, int d) {
    const Vec3 origin = blocks.corners[a];
    const double turn = dot(cross(blocks.corners[b] - origin, blocks.corners[c] - origin),
                            blocks.corners[d] - origin);
    if (turn < 0) std::swap(c, d);
    std::array<int, 10> tet{a, b, c, d};
    for (int e = 0; e < 6; ++e) tet[4 + e] = middle(tet[kTetEdges[e][0]], tet[kTetEdges[e][1]]);
    mesh.tets.push_back(tet);
  };

  for (const auto& hex : blocks.hexes) {
    int apex = hex[0];
    for (const int corner : hex)
      if (before(corner, apex)) apex = corner;
    for (const auto& face : kHexFaces) {
      int first = 0;
      bool holds_apex = false;
      for (int k = 0; k < 4; ++k) {
        holds_apex = holds_apex || hex[face[k]] == apex;
        if (before(hex[face[k]], hex[face[first]])) first = k;
      }
      if (holds_apex) continue;
      const auto corner = [&](int k) { return hex[face[(first + k) % 4]]; };
      add_tet(apex, corner(0), corner(1), corner(2));
      add_tet(apex, corner(0), corner(2), corner(3));
    }
  }
  return mesh;
}

}  // namespace peal
