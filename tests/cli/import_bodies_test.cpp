// peal import --bodies: what a failed import leaves, and names that no scene can have.
#include <gtest/gtest.h>

#include <fstream>

#include "program.h"

namespace peal::test {
namespace {

const std::filesystem::path kBadBodies = PEAL_SOURCE_DIR "/tests/bad/takes";

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class ImportBodies : public testing::Test {
 protected:
  Outcome import(const std::string& rows) {
    write(folder_ / "tetrahedron.obj",
          "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write(folder_ / "bodies.csv", "name,mesh,material\n" + rows);
    return run({"import", "--bodies", (folder_ / "bodies.csv").string(), "--poses",
                (kBadBodies / "good.csv").string(), "-o", (folder_ / "shot.take").string()});
  }
  std::filesystem::path scene() const { return folder_ / "scene.json"; }
  const Folder folder_;
};

TEST_F(ImportBodies, AFailedImportLeavesTheSceneAsItWas) {
  EXPECT_EQ(import("Sphere,tetrahedron.obj,steel\nfloor,,concrete\n").code, 1);
  EXPECT_FALSE(std::filesystem::exists(scene()));
  write(scene(), "mine");
  EXPECT_EQ(import("Sphere,tetrahedron.obj,steel\nfloor,,concrete\n").code, 1);
  EXPECT_EQ(read_bytes(scene()), "mine");
  EXPECT_EQ(import("ball,tetrahedron.obj,steel\nfloor,,concrete\n").code, 0);
  EXPECT_NE(read_bytes(scene()).find("shot.take"), std::string::npos);
}

TEST_F(ImportBodies, NamesAreCheckedWhereTheyStand) {
  EXPECT_NE(import("my ball,tetrahedron.obj,steel\n").err.find("bodies.csv:2: column 'name'"),
            std::string::npos);
  EXPECT_NE(import("ball,tetrahedron.obj,steel\nball,tetrahedron.obj,steel\n")
                .err.find("bodies.csv:3: the body 'ball' is there twice"),
            std::string::npos);
}

}  // namespace
}  // namespace peal::test
