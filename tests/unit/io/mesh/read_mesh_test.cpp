#include <unistd.h>

#include "support.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path = fs::temp_directory_path() / fmt::format("peal_meshfiles_{}", getpid());
  Folder() { fs::create_directories(path / "sub.obj"); }
  ~Folder() { fs::remove_all(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return (path / name).string();
  }
};

TEST(ReadMesh, EverySeedIsRead) {
  const auto names = mesh_files(kSeeds);
  EXPECT_GE(names.size(), 30u);
  for (const std::string& name : names) {
    const FileMesh mesh = read_mesh_file((kSeeds / name).string());
    EXPECT_NE(mesh.surface.triangles.empty(), mesh.solid.element_count() == 0) << name;
    EXPECT_EQ(mesh.content_hash.size(), 32u) << name;
  }
}

TEST(ReadMesh, ScaleAndUpAreApplied) {
  const ReadOptions options{0.001, UpAxis::z};
  const FileMesh surface = read_mesh_file((kSeeds / "cube.obj").string(), options);
  EXPECT_EQ(surface.surface.vertices[6], (Vec3{0, 0.001, -0.001}));  // (0, 1, 1)
  EXPECT_NEAR(volume(surface.surface), 1e-9, 1e-22);
  const FileMesh solid = read_mesh_file((kSeeds / "second_order_4.msh").string(), options);
  EXPECT_NO_THROW(check_mesh(solid.solid));
  EXPECT_EQ(solid.solid.nodes[3], (Vec3{0, 0.001, 0}));  // (0, 0, 1)
  const FileMesh gltf = read_mesh_file((kSeeds / "cube.gltf").string(), options);
  EXPECT_EQ(gltf.surface.vertices[6], (Vec3{0, 0.001, 0.001}));
  EXPECT_EQ(gltf.notes.size(), 1u);
  EXPECT_THROW(read_mesh_file((kSeeds / "cube.obj").string(), {0, UpAxis::y}), Error);
  EXPECT_THROW(read_mesh_file((kSeeds / "cube.obj").string(), {1e10, UpAxis::y}), Error);
}

TEST(ReadMesh, FilesBesideAGltfAreReadAndHashed) {
  const FileMesh mesh = read_mesh_file((kSeeds / "cube_beside.gltf").string());
  EXPECT_DOUBLE_EQ(volume(mesh.surface), 1);
  const Folder folder;
  std::string data = seed("cube data.bin");
  const std::string file = folder.write("cube.gltf", seed("cube_beside.gltf"));
  EXPECT_EQ(
      error_of([&] { read_mesh_file(file); }),
      file + ": /buffers/0/uri: " + (folder.path / "cube data.bin").string() + ": no such file");
  folder.write("cube data.bin", data);
  EXPECT_EQ(read_mesh_file(file).content_hash, mesh.content_hash);
  data[3] = 0x40;  // x of the first vertex
  folder.write("cube data.bin", data);
  EXPECT_NE(read_mesh_file(file).content_hash, mesh.content_hash);
}

TEST(ReadMesh, NamesTellTheFormat) {
  for (const char* name : {"a.obj", "b/C.STL", "x.Ply", "a.b.gltf", "a.glb", "a.msh", "a.vtu"})
    EXPECT_TRUE(is_mesh_file_name(name)) << name;
  for (const char* name : {"", "obj", ".obj", "a.obj/b", "a.obj.txt", "a.fbx", "a."})
    EXPECT_FALSE(is_mesh_file_name(name)) << name;
}

TEST(ReadMesh, WrongFilesAreNamedWithAWayOut) {
  const Folder folder;
  const auto error = [](const std::string& path) {
    return error_of([&] { read_mesh_file(path); });
  };
  const std::string known = "known mesh formats: .obj .ply .stl .gltf .glb .msh .vtu";
  EXPECT_EQ(error((folder.path / "none.obj").string()),
            (folder.path / "none.obj").string() + ": no such file");
  EXPECT_EQ(error((folder.path / "sub.obj").string()),
            (folder.path / "sub.obj").string() + ": is a folder, not a mesh file");
  EXPECT_EQ(error("/dev/zero"), "/dev/zero: is not a regular file");
  std::string file = folder.write("empty.obj", "");
  EXPECT_EQ(error(file), file + ": is empty (0 bytes)");
  file = folder.write("mesh", "v");
  EXPECT_EQ(error(file), file + ": the name has no ending that tells its format; " + known);
  file = folder.write("mesh.fbx", "v");
  EXPECT_EQ(error(file), file + ": files ending in '.fbx' are not read; " + known);
  file = folder.write("cube.obj", seed("cube_text.stl"));
  EXPECT_EQ(error(file), file + ": byte 0: is named .obj, but its content is .stl; rename it");
  for (const char* other :
       {"cube_text.ply", "two_nodes.glb", "first_order_4.msh", "surface.vtu", "cube.gltf"}) {
    file = folder.write("cube.stl", seed(other));
    EXPECT_NE(error(file).find("rename it"), std::string::npos) << other;
  }
  file = folder.write("cube.obj", seed("cube_binary.stl"));
  EXPECT_NE(error(file).find("is not text"), std::string::npos);
  file = folder.write("cube.ply", seed("cube.obj"));
  EXPECT_NE(error(file).find("should begin with 'ply'"), std::string::npos);
  file = folder.write("cube.obj", "PK\x03\x04zip");
  EXPECT_NE(error(file).find("is a zip archive"), std::string::npos);
}

// ---- tests/bad/meshes: each file with a fragment of the message it has to give ----

class BadMesh : public testing::TestWithParam<std::string> {};

TEST_P(BadMesh, GivesItsMessage) {
  const fs::path path = kBadMeshes / GetParam();
  std::string expected = file_text(path.string() + ".expected");
  ASSERT_FALSE(expected.empty()) << "no " << path << ".expected";
  while (!expected.empty() && expected.back() == '\n') expected.pop_back();
  const std::string error = error_of([&] { read_mesh_file(path.string()); });
  EXPECT_EQ(error.rfind(path.string() + ": ", 0), 0u) << error;
  EXPECT_NE(error.find(expected), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(All, BadMesh, testing::ValuesIn(mesh_files(kBadMeshes)),
                         [](const testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace peal
