#include <nlohmann/json.hpp>

#include "io/mesh/gltf_document.h"
#include "support.h"

namespace peal {
namespace {

using Json = nlohmann::json;

TriangleMesh parse_gltf_text(const Json& json) { return no_file_beside(json.dump()); }
std::string error(const Json& json) {
  return error_of([&] { parse_gltf_text(json); });
}
Json cube() { return Json::parse(seed("cube.gltf")); }

TEST(Gltf, CubeInADataUriHasItsVolume) {
  const TriangleMesh mesh = parse_gltf_text(cube());
  EXPECT_EQ(mesh.vertices.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_DOUBLE_EQ(volume(mesh), 1);
}

TEST(Gltf, NestedTransformsAreAppliedAndAMirrorKeepsTheOutsideOut) {
  const TriangleMesh mesh = parse_glb(seed("two_nodes.glb"), "a.glb", {});
  // Turned by 90 degrees about z and doubled, and its mirror image below: 8 + 8 cubic metres.
  ASSERT_EQ(mesh.vertices.size(), 16u);
  EXPECT_EQ(mesh.triangles.size(), 24u);
  EXPECT_NEAR(volume(mesh), 16, 1e-12);
  EXPECT_LT(norm(mesh.vertices[1] - Vec3{10, 2, 0}), 1e-12);      // (1, 0, 0)
  EXPECT_LT(norm(mesh.vertices[8 + 6] - Vec3{8, 0, -2}), 1e-12);  // (0, 1, 1), mirrored in z first
}

TEST(Gltf, ReadsStripsFansStridesAndSparseAccessors) {
  const TriangleMesh mesh = parse_glb(seed("odd.glb"), "a.glb", {});
  ASSERT_EQ(mesh.vertices.size(), 4u);  // shared by the primitives
  EXPECT_EQ(mesh.vertices[2], (Vec3{0, 0, 5}));
  EXPECT_EQ(mesh.vertices[3], (Vec3{1, 1, 0}));
  EXPECT_EQ(mesh.triangles,
            (std::vector<std::array<int, 3>>{{0, 1, 2}, {2, 1, 3}, {0, 1, 2}, {0, 2, 3}}));
}

TEST(Gltf, QuantisedPositionsAreReadAsFractions) {
  Json json = cube();
  // Reading the floats of z and y as shorts would give other numbers: take the index view instead.
  json["accessors"][0] = {{"bufferView", 1},
                          {"componentType", 5123},
                          {"normalized", true},
                          {"count", 12},
                          {"type", "VEC3"}};
  json["accessors"][1]["count"] = 3;
  json["meshes"][0]["primitives"][0]["indices"] = 1;
  const TriangleMesh mesh = parse_gltf_text(json);
  EXPECT_DOUBLE_EQ(mesh.vertices[0].y, 2 / 65535.0);
  EXPECT_DOUBLE_EQ(mesh.vertices[0].z, 3 / 65535.0);
}

TEST(Gltf, OnlyTheDefaultSceneIsRead) {
  Json json = cube();
  json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(parse_gltf_text(json).triangles.size(), 12u);
  json.erase("scene");
  json.erase("scenes");  // then every root node
  EXPECT_EQ(parse_gltf_text(json).triangles.size(), 24u);
}

TEST(Gltf, ErrorsNameThePlaceInTheFile) {
  Json json = cube();
  json["nodes"][0]["children"] = {0};
  EXPECT_EQ(error(json), "a.gltf: /nodes/0: is reached twice: a cycle, or a node with two parents");
  json = cube();
  json["accessors"][1]["count"] = 39;
  EXPECT_NE(error(json).find("a.gltf: /accessors/1: 39 entries of 2 bytes"), std::string::npos);
  json = cube();
  json["accessors"][0]["count"] = 7;
  EXPECT_NE(error(json).find("/meshes/0/primitives/0/indices: uses vertex 7, but there are 7"),
            std::string::npos);
  json = cube();
  json["buffers"][0]["byteLength"] = 200;
  EXPECT_EQ(error(json), "a.gltf: /buffers/0: cut off: 200 bytes are declared, 32 are missing");
  json = cube();
  json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
  EXPECT_NE(error(json).find("export without compression"), std::string::npos);
  json = cube();
  json["nodes"][0]["skin"] = 0;
  EXPECT_NE(error(json).find("/nodes/0/skin"), std::string::npos);
  json = cube();
  json["nodes"][0]["scale"] = {1e10, 1, 1};
  EXPECT_NE(error(json).find("/meshes/0/primitives/0: after its transform vertex 1 is at"),
            std::string::npos);
  json = cube();
  json["accessors"][0].erase("bufferView");
  EXPECT_NE(error(json).find("/accessors/0: has no bufferView"), std::string::npos);
}

TEST(Gltf, AChainOfManyNodesDoesNotExhaustTheStack) {
  Json json = cube();
  json["nodes"] = Json::array();
  const int count = 20000;
  for (int k = 0; k + 1 < count; ++k) json["nodes"].push_back({{"children", {k + 1}}});
  json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(parse_gltf_text(json).triangles.size(), 12u);
}

TEST(Gltf, PathsStayBelowTheFilesFolder) {
  EXPECT_EQ(relative_path("a%20b/c.bin"), "a b/c.bin");
  EXPECT_EQ(relative_path("a..b"), "a..b");
  for (const char* bad : {"", "/etc/passwd", "../a", "a/../../b", "a/..", "%2e%2e/a", "%2Fetc",
                          "c:a", "file:///a", "http://a/b", "a\\b", "a%00b", "a%2", "a%zz"})
    EXPECT_FALSE(relative_path(bad)) << bad;
}

}  // namespace
}  // namespace peal
