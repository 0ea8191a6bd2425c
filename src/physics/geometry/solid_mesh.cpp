#include "physics/geometry/solid_mesh.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.h"
#include "physics/geometry/element.h"

namespace peal {
namespace {

struct Face {
  std::array<int, 4> key;    // sorted corners; a triangle has -1 in front
  std::array<int, 8> nodes;  // corners counter-clockwise from outside, then the middles between
  int corners;
};

template <std::size_t N>
void add_faces(const std::array<int, N>& element, std::vector<Face>& faces) {
  for (const FaceCorners& local : ElementOf<N>::kFaces) {
    Face face{{-1, -1, -1, -1}, {}, local.count};
    for (int k = 0; k < local.count; ++k) {
      const int a = local.corner[k], b = local.corner[(k + 1) % local.count];
      face.nodes[k] = face.key[4 - local.count + k] = element[a];
      face.nodes[local.count + k] = element[edge_node<N>(a, b)];
    }
    std::sort(face.key.begin(), face.key.end());
    faces.push_back(face);
  }
}

std::string corners_of(const Face& face) {
  std::string text;
  for (const int node : face.key)
    if (node >= 0) text += (text.empty() ? "" : ", ") + std::to_string(node);
  return text;
}

/// Faces that belong to one element only.
std::vector<Face> outer_faces(const SolidMesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(mesh.tets.size() * 4 + mesh.wedges.size() * 5 + mesh.hexes.size() * 6);
  mesh.for_each_element([&](const auto& element) { add_faces(element, faces); });
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Face& x, const Face& y) { return x.key < y.key; });
  std::vector<Face> outer;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t next = i + 1;
    while (next < faces.size() && faces[next].key == faces[i].key) ++next;
    if (next - i > 2)
      fail("the mesh is not a solid: {} elements share the face of nodes {}", next - i,
           corners_of(faces[i]));
    if (next - i == 1) outer.push_back(faces[i]);
    i = next;
  }
  return outer;
}

int root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

QuadraticSurface boundary_surface(const SolidMesh& mesh) {
  const std::vector<Face> faces = outer_faces(mesh);
  QuadraticSurface surface;
  std::vector<int> compact(mesh.nodes.size(), -1);
  for (const Face& face : faces)
    for (int k = 0; k < 2 * face.corners; ++k) compact[face.nodes[k]] = 0;
  for (std::size_t n = 0; n < compact.size(); ++n)
    if (compact[n] == 0) {
      compact[n] = static_cast<int>(surface.nodes.size());
      surface.nodes.push_back(mesh.nodes[n]);
      surface.mesh_node.push_back(static_cast<int>(n));
    }
  for (const Face& face : faces) {
    std::array<int, 8> n{};
    for (int k = 0; k < 2 * face.corners; ++k) n[k] = compact[face.nodes[k]];
    if (face.corners == 3) {
      surface.triangles.push_back({n[0], n[1], n[2], n[3], n[4], n[5]});
      continue;
    }
    const int centre = static_cast<int>(surface.nodes.size());
    Vec3 place;
    for (int k = 0; k < 8; ++k) place += kFaceCentreWeights[k] * surface.nodes[n[k]];
    surface.nodes.push_back(place);
    surface.face_centres.push_back(face.nodes);
    surface.triangles.push_back({n[0], n[1], n[2], n[4], n[5], centre});
    surface.triangles.push_back({n[0], n[2], n[3], centre, n[6], n[7]});
  }
  return surface;
}

TriangleMesh linear_surface(const QuadraticSurface& surface) {
  TriangleMesh flat;
  flat.vertices = surface.nodes;
  flat.triangles.reserve(surface.triangles.size() * 4);
  for (const auto& [a, b, c, ab, bc, ca] : surface.triangles)
    flat.triangles.insert(flat.triangles.end(),
                          {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  return flat;
}

ConnectedParts connected_parts(const SolidMesh& mesh) {
  std::vector<int> parent(mesh.nodes.size());
  std::iota(parent.begin(), parent.end(), 0);
  std::vector<bool> used(mesh.nodes.size(), false);
  mesh.for_each_element([&](const auto& element) {
    for (const int node : element) {
      used[node] = true;
      parent[root(parent, node)] = root(parent, element[0]);
    }
  });
  ConnectedParts parts;
  parts.of_node.assign(mesh.nodes.size(), -1);
  std::vector<int> number(mesh.nodes.size(), -1);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    if (!used[n]) continue;
    int& part = number[root(parent, static_cast<int>(n))];
    if (part < 0) part = parts.count++;
    parts.of_node[n] = part;
  }
  return parts;
}

namespace {

template <std::size_t N>
void check_element(const SolidMesh& mesh, std::size_t number, const std::array<int, N>& element) {
  const int count = static_cast<int>(mesh.nodes.size());
  for (const int node : element)
    if (node < 0 || node >= count)
      fail("{} {} names node {}, but the mesh has {} nodes", ElementOf<N>::kName, number, node,
           count);
  const auto x = mesh.positions(element);
  const auto check = [&](const std::array<Vec3, N>& gradients) {
    const double volume = determinant(element_jacobian(x, gradients));
    if (volume > 0) return;
    Vec3 centre;
    for (int k = 0; k < ElementOf<N>::kCorners; ++k) centre += x[k] / ElementOf<N>::kCorners;
    fail(
        "{} {} near ({:.4g}, {:.4g}, {:.4g}) m is {}: its Jacobian determinant is {:.3g} m^3; the "
        "mesh must be repaired or made finer there",
        ElementOf<N>::kName, number, centre.x, centre.y, centre.z,
        volume < 0 ? "folded or inside out" : "flat", volume);
  };
  static const auto at_corners = [] {
    std::array<std::array<Vec3, N>, ElementOf<N>::kCorners> gradients;
    for (int k = 0; k < ElementOf<N>::kCorners; ++k)
      gradients[k] = element_gradients<N>(element_corners<N>()[k]);
    return gradients;
  }();
  for (const auto& gradients : at_corners) check(gradients);
  for (const auto& point : stiffness_rule<N>()) check(point.gradients);
  for (const auto& point : mass_rule<N>()) check(point.gradients);
}

}  // namespace

void check_mesh(const SolidMesh& mesh) {
  if (mesh.element_count() == 0) fail("the mesh has no elements");
  for (const Vec3& x : mesh.nodes)
    if (!is_finite(x)) fail("the mesh has a node at ({}, {}, {})", x.x, x.y, x.z);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) check_element(mesh, t, mesh.tets[t]);
  for (std::size_t t = 0; t < mesh.wedges.size(); ++t) check_element(mesh, t, mesh.wedges[t]);
  for (std::size_t t = 0; t < mesh.hexes.size(); ++t) check_element(mesh, t, mesh.hexes[t]);
}

std::vector<int> nodes_in_box(const SolidMesh& mesh, const Vec3& min, const Vec3& max) {
  if (mesh.nodes.empty()) return {};
  Vec3 low = mesh.nodes[0], high = low;
  for (const Vec3& x : mesh.nodes)
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], x[i]);
      high[i] = std::max(high[i], x[i]);
    }
  const double slack = 1e-9 * norm(high - low);
  std::vector<int> inside;
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    bool in = true;
    for (int i = 0; i < 3; ++i)
      in = in && mesh.nodes[n][i] >= min[i] - slack && mesh.nodes[n][i] <= max[i] + slack;
    if (in) inside.push_back(static_cast<int>(n));
  }
  return inside;
}

}  // namespace peal
