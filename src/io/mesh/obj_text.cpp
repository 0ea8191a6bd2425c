#include "io/mesh/obj_text.h"

#include <fmt/format.h>

namespace peal {

std::string obj_text(const TriangleMesh& surface) {
  std::string text = "# metres, y up\n";
  for (const Vec3& x : surface.vertices)
    text += fmt::format("v {:.9g} {:.9g} {:.9g}\n", x.x, x.y, x.z);
  for (const auto& [a, b, c] : surface.triangles)
    text += fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1);
  return text;
}

}  // namespace peal
