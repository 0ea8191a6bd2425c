#include <cstring>

#include "support.h"

namespace peal {
namespace {

class PlyCube : public testing::TestWithParam<const char*> {};

TEST_P(PlyCube, HasItsVerticesAndVolume) {
  const TriangleMesh mesh = parse_ply(seed(GetParam()), GetParam());
  ASSERT_EQ(mesh.vertices.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_EQ(mesh.vertices[6], (Vec3{0, 1, 1}));
  EXPECT_DOUBLE_EQ(volume(mesh), 1);
}

INSTANTIATE_TEST_SUITE_P(All, PlyCube,
                         testing::Values("cube_text.ply", "cube_little.ply", "cube_big.ply",
                                         "extra.ply"),
                         [](const auto& test) {
                           std::string name = test.param;
                           return name.substr(0, name.find('.'));
                         });

TEST(Ply, ReadsTriangleStrips) {
  const TriangleMesh mesh = parse_ply(seed("strips.ply"), "strips.ply");
  ASSERT_EQ(mesh.triangles.size(), 3u);
  for (std::size_t t = 0; t < 3; ++t) EXPECT_DOUBLE_EQ(mesh.area_vector(t).z, 0.5);
}

TEST(Ply, ErrorsNameLineOrByte) {
  const auto error = [](std::string text, const std::string& old, const std::string& now) {
    text.replace(text.find(old), old.size(), now);
    return error_of([&] { parse_ply(text, "a.ply"); });
  };
  const std::string text = seed("cube_text.ply"), binary = seed("cube_little.ply");
  EXPECT_EQ(
      error(text, "1 1 1\n", "1 nan 1\n"),
      "a.ply: line 18: vertex 7 is at (1, nan, 1); coordinates must be finite and at most 1e9");
  EXPECT_EQ(error(text, "3 0 2 3\n", "3 0 2 8\n"),
            "a.ply: line 19: face 0 uses vertex 8, but there are 8 vertices, counted from 0");
  EXPECT_EQ(error(text, "3 0 2 3\n", "3 0 2 3 1\n"),
            "a.ply: line 19: expected the line to end after the properties that the header "
            "declares, got '1'");
  EXPECT_EQ(error(text, "face 12", "face 11"),
            "a.ply: line 30: more rows than the header declares");
  EXPECT_EQ(error(text, "float y", "float why"), "a.ply: line 4: the vertices have no number 'y'");
  EXPECT_EQ(error(text, "float y", "real y"), "a.ply: line 6: 'real' is not a type of PLY");
  const std::string cut = binary.substr(0, binary.size() - 5);
  EXPECT_NE(error(cut, "ply", "ply").find("are missing"), std::string::npos);
  EXPECT_NE(error(binary, "vertex 8", "vertex 1000000000").find("11999999748 are missing"),
            std::string::npos);
  EXPECT_NE(error(binary, "vertex 8", "vertex 10000000")
                .find("need 120000000 bytes, 119999748 are "
                      "missing"),
            std::string::npos)
      << error(binary, "vertex 8", "vertex 10000000");
}

TEST(Stl, TextWithSeveralSolidsAndBinaryBeginningWithSolidAreTheSameCube) {
  for (const char* name : {"cube_text.stl", "cube_binary.stl"}) {
    const TriangleMesh mesh = parse_stl(seed(name), name);
    EXPECT_EQ(mesh.triangles.size(), 12u) << name;
    EXPECT_EQ(mesh.vertices.size(), 36u) << name;
    EXPECT_DOUBLE_EQ(volume(mesh), 1) << name;
  }
}

TEST(Stl, ErrorsSayWhatIsMissing) {
  const std::string text = seed("cube_text.stl");
  std::string binary = seed("cube_binary.stl");
  EXPECT_NE(error_of([&] {
              parse_stl(text.substr(0, text.size() - 8), "a.stl");
            }).find("line 88: cut off: 'endsolid' should follow"),
            std::string::npos)
      << error_of([&] { parse_stl(text.substr(0, text.size() - 8), "a.stl"); });
  std::memcpy(binary.data(), "SOLID\0", 6);
  EXPECT_EQ(error_of([&] { parse_stl(binary.substr(0, 677), "a.stl"); }),
            "a.stl: byte 84: cut off: 12 triangles need 600 bytes, 7 are missing");
  binary[80] = 11;
  EXPECT_EQ(error_of([&] { parse_stl(binary, "a.stl"); }),
            "a.stl: byte 80: counts 11 triangles, but 50 bytes follow them; the count or the file "
            "is wrong");
}

TEST(Stl, AMillionTrianglesInBinaryAreReadQuickly) {
  const std::size_t count = 1'000'000;
  std::string bytes(84 + 50 * count, '\0');
  const auto number = static_cast<std::uint32_t>(count);
  std::memcpy(bytes.data() + 80, &number, 4);
  const float one = 1;
  for (std::size_t t = 0; t < count; ++t) std::memcpy(bytes.data() + 84 + 50 * t + 24, &one, 4);
  EXPECT_EQ(parse_stl(bytes, "a.stl").triangles.size(), count);
}

}  // namespace
}  // namespace peal
