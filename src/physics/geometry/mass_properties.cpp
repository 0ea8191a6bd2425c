#include "physics/geometry/mass_properties.h"

#include <algorithm>

#include "base/error.h"
#include "physics/geometry/element.h"

namespace peal {
namespace {

/// Integrals over the volume of 1, x and x x^T, gathered about a point near the body.
struct Moments {
  double volume = 0;
  Vec3 first;
  Mat3 second;

  void add_second(const Vec3& a, const Vec3& b, double w) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) second(i, j) += w * a[i] * b[j];
  }

  MassProperties properties(const Vec3& origin, double density) const {
    if (!(density > 0)) fail("density: expected > 0 kg/m^3, got {}", density);
    if (!(volume > 0))
      fail("the body's volume comes out as {:.3g} m^3: its triangles or elements are inside out",
           volume);
    MassProperties p;
    p.volume = volume;
    p.mass = density * volume;
    const Vec3 shift = first / volume;
    p.centre = origin + shift;
    Mat3 central;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) central(i, j) = second(i, j) - volume * shift[i] * shift[j];
    const double trace = central(0, 0) + central(1, 1) + central(2, 2);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        p.inertia(i, j) = density * ((i == j ? trace : 0) - central(i, j));
    return p;
  }
};

void check_closed(const TriangleMesh& mesh) {
  std::vector<std::array<int, 2>> edges;
  const int count = static_cast<int>(mesh.vertices.size());
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      if (t[k] < 0 || t[k] >= count)
        fail("a triangle names vertex {}, but the surface has {} vertices", t[k], count);
      edges.push_back({t[k], t[(k + 1) % 3]});
    }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [a, b] = edges[i];
    const bool twice = i + 1 < edges.size() && edges[i + 1] == edges[i];
    if (twice || !std::binary_search(edges.begin(), edges.end(), std::array<int, 2>{b, a}))
      fail(
          "the surface is not closed and consistently turned: the edge from vertex {} to {} {}; "
          "fill "
          "the holes or make all triangles face outwards",
          a, b, twice ? "is used twice in the same direction" : "has no neighbour");
  }
}

}  // namespace

MassProperties mass_properties(const SolidMesh& mesh, double density) {
  if (mesh.element_count() == 0) fail("the mesh has no elements");
  const Vec3 origin = mesh.nodes[0];
  Moments m;
  mesh.for_each_element([&]<std::size_t N>(const std::array<int, N>& element) {
    const auto x = mesh.positions(element);
    for (const auto& point : mass_rule<N>()) {
      const double w = point.weight * determinant(element_jacobian(x, point.gradients));
      Vec3 p = -origin;
      for (std::size_t a = 0; a < N; ++a) p += point.values[a] * x[a];
      m.volume += w;
      m.first += w * p;
      m.add_second(p, p, w);
    }
  });
  return m.properties(origin, density);
}

MassProperties mass_properties(const TriangleMesh& mesh, double density) {
  if (mesh.triangles.empty()) fail("the surface has no triangles");
  check_closed(mesh);
  const Vec3 origin = mesh.vertices[0];
  Moments m;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 a = mesh.corner(t, 0) - origin, b = mesh.corner(t, 1) - origin,
               c = mesh.corner(t, 2) - origin;
    const double volume = dot(a, cross(b, c)) / 6;
    // Simplex with one corner at 0: int x = V (a+b+c)/4, int x x^T = V/20 (s s^T + sum a a^T).
    const Vec3 s = a + b + c;
    m.volume += volume;
    m.first += volume / 4 * s;
    m.add_second(s, s, volume / 20);
    for (const Vec3& v : {a, b, c}) m.add_second(v, v, volume / 20);
  }
  return m.properties(origin, density);
}

}  // namespace peal
