// What bodies are for each other when they meet: balls, ellipsoids, bars and cylinders exactly,
// everything else as convex pieces, whose round edges may be true circles; immovable surfaces also
// as triangles. Body frame (centre of mass, principal axes). [m]
#pragma once
#include <array>
#include <concepts>
#include <memory>
#include <variant>
#include <vector>

#include "physics/geometry/convex/convex_part.h"
#include "physics/geometry/shape.h"

namespace peal {

struct HullShape {
  std::vector<Vec3> corners;  // at least one, or a rim
  double round = 0;           // [m] thickness of a skin around the hull: a corner becomes a ball
  std::vector<RimArc> rims = {};  // about one axis
};

/// Centred in the body frame.
struct CylinderShape {
  Vec3 axis{0, 1, 0};  // unit
  double radius = 0, height = 0;
};

/// Several hulls, which may touch and overlap: a mug, a ring.
struct PartsShape {
  std::vector<HullShape> parts;  // at least one
};

/// A surface without inside; immovable bodies only.
struct TrianglesShape {
  std::vector<std::array<Vec3, 3>> triangles;
  double round = 0;  // [m] thickness of a skin around it
};

/// EllipsoidShape: radii along the body axes.
using CollisionShape = std::variant<SphereShape, BarShape, HullShape, CylinderShape, PartsShape,
                                    TrianglesShape, EllipsoidShape>;

/// A shape that many bodies may have: ten thousand copies of a bowl are cut into pieces and kept
/// once.
class SharedShape {
 public:
  template <class Shape>
  requires std::constructible_from<CollisionShape, Shape&&> SharedShape(
      Shape&& shape)  // NOLINT: a shape is as good as a shared one
      : shape_(std::make_shared<const CollisionShape>(std::forward<Shape>(shape))) {}
  SharedShape() : SharedShape(CollisionShape()) {}

  const CollisionShape& operator*() const { return *shape_; }
  operator const CollisionShape&() const { return *shape_; }  // NOLINT
  /// The same for copies of one another.
  const CollisionShape* identity() const { return shape_.get(); }

 private:
  std::shared_ptr<const CollisionShape> shape_;
};

/// Largest distance of the surface from the centre [m].
double outer_radius(const CollisionShape& shape);

}  // namespace peal
