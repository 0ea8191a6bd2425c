// What holds for shapes of every kind: name, size, scaling, relations between fields, content hash.
// Lengths in m.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "physics/geometry/shape.h"

namespace peal {

/// As in scene files: "wineglass", "undercut_bar", "mesh".
std::string_view shape_name(const Shape& shape);

/// The largest stated dimension, near the diameter [m]; grows linearly with the shape. For a mesh:
/// the diagonal of the box around it, or its scale while it is not yet read.
double shape_size(const Shape& shape);

/// Every length times factor; the same proportions, and a mesh's nodes moved along.
Shape scaled(const Shape& shape, double factor);

struct ShapeProblem {
  std::string field, message;  // "thickness", "expected < 0.02 m, the radius, got 0.03"
};
/// Numbers that are not finite or not positive; if there are none, relations between fields that
/// cannot be built. Empty: the shape makes sense.
std::vector<ShapeProblem> shape_problems(const Shape& shape);

/// Kind and every field. Of a mesh: the content of its file, not the name.
void add_to_hash(Hasher& hasher, const Shape& shape);

}  // namespace peal
