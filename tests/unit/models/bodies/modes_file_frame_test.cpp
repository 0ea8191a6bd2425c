// A .modes file says where the mesh file's own coordinates are among its nodes: an angle bracket as
// another program would save it, in millimetres, z up, far from the origin and askew.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/body_modes.h"
#include "models/bodies/import_mesh.h"
#include "models/bodies/mesh_frame.h"
#include "models/bodies/modes_file.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

// The bracket: a hexagon in the file's plane of x and z, 30 mm deep along y. Its centre of mass by
// hand: two boxes of 60 x 10 and 10 x 30 mm.
constexpr double kDepth = 30;  // [mm]
constexpr std::array<std::array<double, 2>, 6> kOutline{
    // [mm] x, z
    {{0, 0}, {60, 0}, {60, 10}, {10, 10}, {10, 40}, {0, 40}}};
const Vec3 kCorner{5210, -333, 912};  // [mm] of the file

std::vector<Vec3> file_vertices() {
  std::vector<Vec3> out;
  for (const double y : {0.0, kDepth})
    for (const auto& [x, z] : kOutline) out.push_back(kCorner + Vec3{x, y, z});
  return out;
}

Vec3 file_centre() {
  const double a = 60 * 10, b = 10 * 30;
  return kCorner + Vec3{(a * 30 + b * 5) / (a + b), kDepth / 2, (a * 5 + b * 25) / (a + b)};
}

void write_obj(const fs::path& path) {
  std::ofstream out(path);
  for (const Vec3& v : file_vertices()) out << "v " << v.x << " " << v.y << " " << v.z << "\n";
  // Two hexagons as two quadrilaterals each (1 2 3 4 and 1 4 5 6), six sides. Seen along +y the
  // outline turns from x to z: clockwise, so that it is the face towards -y as it stands.
  out << "f 1 2 3 4\nf 1 4 5 6\nf 10 9 8 7\nf 12 11 10 7\n";
  for (int k = 0; k < 6; ++k) {
    const int next = (k + 1) % 6;
    out << "f " << k + 1 << " " << k + 7 << " " << next + 7 << " " << next + 1 << "\n";
  }
}

Vec3 moved_by(const MeshToBody& m, const Vec3& x) {
  Vec3 out;
  for (int r = 0; r < 3; ++r)
    out[r] = m[4 * r] * x.x + m[4 * r + 1] * x.y + m[4 * r + 2] * x.z + m[4 * r + 3];
  return out;
}

double determinant_of(const MeshToBody& m) {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
         m[2] * (m[4] * m[9] - m[5] * m[8]);
}

class FrameFolder {
 public:
  FrameFolder() {
    std::string name = (fs::temp_directory_path() / "peal-frame-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~FrameFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(ModesFileFrame, VerticesOfTheMeshFileLandOnTheNodes) {
  const FrameFolder folder;
  const fs::path obj = folder.path() / "bracket.obj", modes = folder.path() / "bracket.modes";
  write_obj(obj);
  MeshShape mesh{obj.string(), 0.001, UpAxis::z, 0, {}};
  mesh.body = import_mesh(mesh.file, mesh.scale, mesh.up, SurfaceUse::solid);
  BodyModesRequest request;
  request.shape = mesh;
  request.level = MeshLevel::draft;
  request.material.name = "steel";
  request.material.young = 200e9, request.material.poisson = 0.3, request.material.density = 7850;
  request.max_modes = 3;
  ModesLibrary library;
  write_modes_file(modes, library.modes(request), request.material, "a bracket",
                   mesh_to_body(request.shape, body_geometry(request.shape)->frame));

  const ModesFile file = read_modes_file(modes);
  ASSERT_TRUE(file.mesh_to_body);
  const MeshToBody& m = *file.mesh_to_body;
  for (const Vec3& vertex : file_vertices()) {
    const Vec3 place = moved_by(m, vertex);
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& node : file.model.surface.nodes)
      nearest = std::min(nearest, norm(node - place));
    EXPECT_LT(nearest, 1e-6);  // [m] of a bracket of 72 mm that stands 5.3 m from the origin
  }
  // No node lies outside the image of the file's box: the two are the same body, not only corners.
  const Vec3 in_air = moved_by(m, kCorner + Vec3{40, kDepth / 2, 30});
  for (const Vec3& node : file.model.surface.nodes) EXPECT_GT(norm(node - in_air), 0.015);
  EXPECT_LT(norm(moved_by(m, file_centre())), 1e-7);  // the centre of mass is the origin
  EXPECT_NEAR(determinant_of(m), 1e-9, 1e-15);        // millimetres, and no mirror
}

TEST(ModesFileFrame, AFileWithoutItOrWithAnotherSizeIsUnderstood) {
  const FrameFolder folder;
  BodyModesRequest request;
  request.shape = BarShape{{0.2, 0.01, 0.02}, 0.0005};
  request.level = MeshLevel::draft;
  request.material.young = 200e9, request.material.poisson = 0.3, request.material.density = 7850;
  request.max_modes = 2;
  ModesLibrary library;
  const ModalModel model = library.modes(request);
  write_modes_file(folder.path() / "cache.modes", model, request.material, "cache");
  EXPECT_FALSE(read_modes_file(folder.path() / "cache.modes").mesh_to_body);
  // A generated shape: its own frame, in metres; a bar's lies in its middle along its axes.
  const auto m = mesh_to_body(request.shape, body_geometry(request.shape)->frame);
  write_modes_file(folder.path() / "bar.modes", model, request.material, "bar", m);
  const ModesFile bar = read_modes_file(folder.path() / "bar.modes");
  EXPECT_EQ(*bar.mesh_to_body, m);
  EXPECT_NEAR(determinant_of(m), 1, 1e-12);
  EXPECT_LT(norm(moved_by(m, {})), 1e-12);
}

}  // namespace
}  // namespace peal
