// The surface of a body made ready for drawing: checked, only the vertices in use, centred and
// scaled to a largest extent of 1, with normals that are smooth on faces and broken at edges.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/vec.h"
#include "io/plot/bodies/body_picture.h"

namespace peal {

struct BodySurface {
  std::vector<Vec3> vertices;  // box centred on 0, largest extent 1
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> source;  // vertex -> vertex of the caller's mesh
  Vec3 extent;              // [m] of the bounding box

  /// Corner c of triangle t (index 3 t + c) averages the normals of these triangles, weighted by
  /// their angle at the vertex.
  struct Share {
    int triangle;
    float weight;
  };
  std::vector<std::size_t> first_share;  // per corner, and the end
  std::vector<Share> shares;

  Vec3 half_box() const;  // in the units of `vertices`
};

/// Throws when the mesh is empty, has no size, or holds a bad index or number.
BodySurface make_body_surface(const BodyPictureMesh& mesh, const std::string& name);

/// Unit normals, three per triangle, of the surface with its vertices moved to `positions`.
std::vector<Vec3> corner_normals(const BodySurface& surface, std::span<const Vec3> positions);

/// "200 × 4 × 200 mm"
std::string extent_text(const Vec3& extent);

struct LengthUnit {
  double size;  // [m]
  const char* name;
};
LengthUnit length_unit(double largest);
std::string length_number(double length, const LengthUnit& unit);  // four digits, without the unit

}  // namespace peal
