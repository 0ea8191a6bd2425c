#include "motion/solids/bulk_shapes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "models/bodies/body_geometry.h"
#include "motion/solids/sheet_shapes.h"
#include "physics/geometry/element.h"

namespace peal {
namespace {

MeshLevel level_of(int cells) {
  return cells < 24 ? MeshLevel::draft : cells < 48 ? MeshLevel::normal : MeshLevel::fine;
}

/// Faces of bricks that have no neighbour, as two triangles each.
void find_skin(BulkMesh& mesh) {
  std::map<std::array<int, 4>, std::pair<int, std::array<int, 4>>> faces;
  for (const auto& brick : mesh.bricks.bricks)
    for (const FaceCorners& face : ElementOf<20>::kFaces) {
      std::array<int, 4> corners, key;
      for (int k = 0; k < 4; ++k) corners[k] = key[k] = brick[face.corner[k]];
      std::sort(key.begin(), key.end());
      auto& [count, kept] = faces[key];
      ++count, kept = corners;
    }
  std::vector<std::array<int, 3>> triangles;
  // In the order of the bricks, so that neighbours are near each other.
  for (const auto& brick : mesh.bricks.bricks)
    for (const FaceCorners& face : ElementOf<20>::kFaces) {
      std::array<int, 4> c, key;
      for (int k = 0; k < 4; ++k) c[k] = key[k] = brick[face.corner[k]];
      std::sort(key.begin(), key.end());
      if (faces[key].first != 1) continue;
      triangles.push_back({c[0], c[1], c[2]});
      triangles.push_back({c[0], c[2], c[3]});
    }
  for (const auto& t : triangles) mesh.skin_nodes.insert(mesh.skin_nodes.end(), t.begin(), t.end());
  std::sort(mesh.skin_nodes.begin(), mesh.skin_nodes.end());
  mesh.skin_nodes.erase(std::unique(mesh.skin_nodes.begin(), mesh.skin_nodes.end()),
                        mesh.skin_nodes.end());
  for (const auto& t : triangles) {
    std::array<int, 3> own;
    for (int k = 0; k < 3; ++k)
      own[k] =
          static_cast<int>(std::lower_bound(mesh.skin_nodes.begin(), mesh.skin_nodes.end(), t[k]) -
                           mesh.skin_nodes.begin());
    mesh.skin.push_back(own);
  }
}

/// @param map from lattice coordinates divided by their counts.
template <class Map>
BulkMesh grid_mesh(const std::array<int, 3>& n, const Map& map) {
  BulkMesh mesh;
  mesh.bricks = brick_grid(n[0], n[1], n[2], {n[0] % 2 == 0, n[1] % 2 == 0, n[2] % 2 == 0});
  int at = 0;
  for (int k = 0; k <= n[2]; ++k)
    for (int j = 0; j <= n[1]; ++j)
      for (int i = 0; i <= n[0]; ++i)
        mesh.bricks.points[at++] = map(double(i) / n[0], double(j) / n[1], double(k) / n[2]);
  return mesh;
}

BulkMesh box_mesh(const Vec3& size, int cells) {
  const double cell = std::max({size.x, size.y, size.z}) / cells;
  std::array<int, 3> n;
  for (int r = 0; r < 3; ++r) n[r] = 2 * std::max(1, int(std::lround(size[r] / (2 * cell))));
  return grid_mesh(n, [&](double u, double v, double w) {
    return Vec3{size.x * (u - 0.5), size.y * (v - 0.5), size.z * (w - 0.5)};
  });
}

// One layer of bricks bends exactly; two would halve the step. Cells end where the cut does.
BulkMesh undercut_mesh(const UndercutBarShape& bar, int cells) {
  const double cell = bar.length / cells, half = bar.length / 2;
  const int cut = std::max(2, int(std::lround(bar.half_cut / cell)));
  const int end = std::max(1, int(std::lround((half - bar.half_cut) / cell)));
  const int across = 2 * std::max(1, int(std::lround(bar.width / (2 * cell))));
  const int count = 2 * (cut + end);
  const auto place = [&](double u) {
    const double i = std::abs(u - 0.5) * count,
                 x = i <= cut ? bar.half_cut * i / cut
                              : bar.half_cut + (half - bar.half_cut) * (i - cut) / end;
    return u < 0.5 ? -x : x;
  };
  BulkMesh mesh;
  mesh.bricks = brick_grid(count, 1, across, {false, false, true});
  int at = 0;
  for (int k = 0; k <= across; ++k)
    for (int j = 0; j <= 1; ++j)
      for (int i = 0; i <= count; ++i) {
        const double x = place(double(i) / count), out = std::abs(x) / bar.half_cut;
        const double height = out >= 1 ? bar.height
                                       : bar.middle_height + (bar.height - bar.middle_height) *
                                                                 std::pow(out, bar.power);
        mesh.bricks.points[at++] = {x, bar.height / 2 - (1 - j) * height,
                                    bar.width * (double(k) / across - 0.5)};
      }
  return mesh;
}

/// Each curved block of twenty nodes as eight bricks; what two blocks share they share.
BulkMesh cut_blocks(const SolidMesh& blocks) {
  if (!blocks.tets.empty() || !blocks.wedges.empty())
    fail("its mesh is not of bricks alone: expected `solid.elements` tetrahedra");
  BulkMesh mesh;
  std::map<std::array<int, 4>, int> nodes;  // by the corners around them
  for (const auto& block : blocks.hexes) {
    const auto x = blocks.positions(block);
    int number[27];
    for (int n = 0; n < 27; ++n) {
      const int place[3] = {n % 3, n / 3 % 3, n / 9};
      const Vec3 r{place[0] - 1.0, place[1] - 1.0, place[2] - 1.0};
      // Corners of the face, edge or corner on which it lies; the middle of a block is its own.
      std::array<int, 4> key{-1, -1, -1, -1};
      int found = 0;
      for (int c = 0; c < 8; ++c) {
        const Vec3& corner = element_corners<20>()[c];
        bool around = true;
        for (int k = 0; k < 3; ++k) around = around && (r[k] == 0 || r[k] == corner[k]);
        if (around && found < 4) key[found++] = block[c];
      }
      const bool inner = place[0] == 1 && place[1] == 1 && place[2] == 1;
      std::sort(key.begin(), key.end());
      const auto fresh = static_cast<int>(mesh.bricks.points.size());
      const auto [at, is_new] = inner ? std::pair{nodes.end(), true} : nodes.insert({key, fresh});
      number[n] = inner || is_new ? fresh : at->second;
      if (!is_new) continue;
      const auto values = element_values<20>(r);
      Vec3 p;
      for (int a = 0; a < 20; ++a) p += values[a] * x[a];
      mesh.bricks.points.push_back(p);
    }
    for (int part = 0; part < 8; ++part) {
      const int origin[3] = {part & 1, part >> 1 & 1, part >> 2};
      std::array<int, 8> brick;
      std::array<double, 8> share;
      for (int a = 0; a < 8; ++a) {
        int at[3];
        share[a] = 1;
        for (int k = 0; k < 3; ++k) {
          at[k] = origin[k] + (element_corners<20>()[a][k] > 0);
          share[a] *= at[k] == 1 ? 2. / 3 : 1. / 3;  // Simpson's
        }
        brick[a] = number[at[0] + 3 * at[1] + 9 * at[2]];
      }
      mesh.bricks.bricks.push_back(brick);
      mesh.bricks.shares.push_back(share);
    }
  }
  return mesh;
}

}  // namespace

BulkMesh brick_mesh(const Shape& shape, int cells) {
  BulkMesh mesh;
  if (const auto* bar = std::get_if<BarShape>(&shape))
    mesh = box_mesh(bar->size, cells);
  else if (const auto* box = std::get_if<BoxShape>(&shape))
    mesh = box_mesh(box->size, cells);
  else if (const auto* plate = std::get_if<PlateShape>(&shape))
    mesh = box_mesh({plate->length, plate->thickness, plate->width}, cells);
  else if (const auto* undercut = std::get_if<UndercutBarShape>(&shape))
    mesh = undercut_mesh(*undercut, cells);
  else
    mesh = cut_blocks(body_mesh(shape, level_of(cells)));
  find_skin(mesh);
  return mesh;
}

BulkMesh tetrahedron_mesh(const Shape& shape, int cells) {
  SolidMesh solid = body_mesh(shape, level_of(cells));
  if (!solid.wedges.empty() || !solid.hexes.empty())
    fail("its mesh is not of tetrahedra alone: expected `solid.elements` bricks or sheet");
  for (const auto& tet : solid.tets)
    for (std::size_t e = 0; e < ElementOf<10>::kEdges.size(); ++e) {
      const auto [a, b] = ElementOf<10>::kEdges[e];
      solid.nodes[tet[4 + e]] = 0.5 * (solid.nodes[tet[a]] + solid.nodes[tet[b]]);
    }
  BulkMesh mesh;
  // Nodes without an element are left out.
  std::vector<int> number(solid.nodes.size(), -1);
  for (const auto& tet : solid.tets) {
    mesh.tets.push_back(tet);
    for (int& n : mesh.tets.back()) {
      if (number[n] < 0) {
        number[n] = static_cast<int>(mesh.bricks.points.size());
        mesh.bricks.points.push_back(solid.nodes[n]);
      }
      n = number[n];
    }
  }
  const QuadraticSurface surface = boundary_surface(solid);
  for (const int n : surface.mesh_node) mesh.skin_nodes.push_back(number[n]);
  for (const auto& t : linear_surface(surface).triangles) mesh.skin.push_back(t);
  return mesh;
}

}  // namespace peal
