#include "physics/meshing/shape_mesh.h"

#include <type_traits>
#include <variant>

#include "base/error.h"
#include "physics/geometry/shape_rules.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {

SolidMesh mesh_shape(const Shape& shape, MeshLevel level) {
  for (const ShapeProblem& problem : shape_problems(shape))
    fail("{}.{}: {}", shape_name(shape), problem.field, problem.message);
  return std::visit(
      [&](const auto& s) -> SolidMesh {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshShape>)
          fail("the body of file {} is not a generated shape; mesh its surface instead", s.file);
        else
          return mesh_of(s, level);
      },
      shape);
}

}  // namespace peal
