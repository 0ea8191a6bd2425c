#include "models/bodies/mesh_frame.h"

#include "io/mesh/read_mesh.h"

namespace peal {

std::array<double, 12> mesh_to_body(const Shape& shape, const BodyFrame& frame) {
  double scale = 1;
  bool turned = false;
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    scale = mesh->scale;
    turned = is_rotated(mesh->file, mesh->up);
  }
  std::array<double, 12> out{};
  const Vec3 columns[3] = {
      {1, 0, 0}, turned ? Vec3{0, 0, -1} : Vec3{0, 1, 0}, turned ? Vec3{0, 1, 0} : Vec3{0, 0, 1}};
  for (int c = 0; c < 3; ++c) {
    const Vec3 column = frame.turn_to_body(scale * columns[c]);
    for (int row = 0; row < 3; ++row) out[static_cast<std::size_t>(4 * row + c)] = column[row];
  }
  const Vec3 origin = frame.to_body({});
  for (int row = 0; row < 3; ++row) out[static_cast<std::size_t>(4 * row + 3)] = origin[row];
  return out;
}

}  // namespace peal
