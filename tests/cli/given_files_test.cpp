// Every file that a user can give, as it should not be: missing, a folder, empty, a pipe nobody
// writes to, a device that never ends, nonsense, cut off, unreadable. The sentence names the file,
// the exit code is not 0, and neither time nor memory is wasted.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "meshes.h"
#include "scenes.h"

namespace peal::test {
namespace {

struct GivenFile {
  std::string what;                // for the name of the test
  std::string name;                // of the file
  std::vector<std::string> words;  // of the command
  std::string beginning;           // how such a file begins, cut off in the middle
};

void PrintTo(const GivenFile& given, std::ostream* out) { *out << given.what; }

const char* const kPoses = "poses.csv";

std::vector<GivenFile> given_files() {
  std::vector<GivenFile> all{
      {"render", "x.json", {"render", "x.json", "-q"}, "{\"peal\": 1, \"dur"},
      {"check", "x.json", {"check", "x.json"}, "{\"peal\": 1, \"dur"},
      {"simulate", "x.json", {"simulate", "x.json", "-q"}, "{\"peal\": 1, \"dur"},
      {"pack", "x.json", {"pack", "x.json", "-q"}, "{\"peal\": 1, \"dur"},
      {"take", "x.take", {"render", "scene.json", "-q", "--take", "x.take"}, "\x89HDF\r\n\x1a\n"},
      {"transfer", "x.transfer", {"transfer", "--from", "x.transfer"}, "\x89HDF\r\n\x1a\n"},
      {"compareSound", "x.wav", {"compare", "x.wav", "x.wav"}, "RIFF\x24\x08"},
      {"compareProbes", "x.h5", {"compare", "x.h5", "x.h5"}, "\x89HDF\r\n\x1a\n"},
      {"compareTable", "x.csv", {"compare", "x.csv", "x.csv"}, "time,p\n0,1\n1"},
      {"compareTransfer", "x.transfer", {"compare", "x.transfer", "x.transfer"}, "\x89HDF\r\n"},
      {"poses", "x.csv", {"import", "--scene", "scene.json", "--poses", "x.csv"}, "time,body,px,"},
      {"contacts",
       "x.csv",
       {"import", "--scene", "scene.json", "--poses", kPoses, "--contacts", "x.csv"},
       "time,body_a,bo"},
      {"bodies", "x.csv", {"import", "--bodies", "x.csv", "--poses", kPoses}, "name,mesh,mat"},
      {"cameras",
       "x.csv",
       {"import", "--bodies", "bodies.csv", "--poses", kPoses, "--cameras", "x.csv"},
       "time,bo"},
      {"gltfImport", "x.glb", {"import", "x.glb"}, "glTF\2"},
      {"materialMap",
       "x.json",
       {"import", PEAL_SOURCE_DIR "/tests/fuzz/seeds/cube.gltf", "--materials", "x.json"},
       "{\"a"},
      {"probePoints", "x.csv", {"field", "sphere", "--probes", "x.csv"}, "x,y,z\n1,"},
      {"curve", "x.csv", {"check", "curve.json"}, "time,value\n0,"},
      {"meshOfAScene", "x.obj", {"check", "mesh.json"}, "v 0 0 0\nf 1"},
      {"video", "x.png", {"render", "scene.json", "-q", "--video", "x.png"}, "\x89PNG\r\n"},
  };
  for (const std::string ending : {"obj", "ply", "stl", "gltf", "glb", "msh", "vtu"})
    all.push_back({ending, "x." + ending, {"inspect", "x." + ending}, "ply\nsolid glTF $Mesh"});
  return all;
}

class Given : public testing::TestWithParam<GivenFile> {
 protected:
  Given() {
    Json scene = tone_scene();
    scene["objects"] = {{{"name", "ball"},
                         {"shape", {{"kind", "sphere"}, {"radius", 0.02}}},
                         {"material", "steel"},
                         {"position", {0, 1, 0}}}};
    folder_.file("scene.json", scene.dump());
    Json mesh = scene;
    mesh["objects"][0]["shape"] = {{"kind", "mesh"}, {"file", "x.obj"}};
    folder_.file("mesh.json", mesh.dump());
    Json curve = Json::parse(read_bytes(PEAL_SOURCE_DIR "/scenes/door.json"));
    curve["sources"][0]["force"] = "x.csv";
    folder_.file("curve.json", curve.dump());
    folder_.file(kPoses,
                 "time,body,px,py,pz,qw,qx,qy,qz\n0,ball,0,1,0,1,0,0,0\n"
                 "0.04,ball,0,0.99,0,1,0,0,0\n");
    folder_.file("ball.obj", obj_box().text());
    folder_.file("bodies.csv", "name,mesh,material\nball,ball.obj,steel\n");
    there_.folder = folder_.path();
    there_.seconds = 60, there_.cpu_seconds = 20;
  }
  std::filesystem::path file() const { return folder_ / GetParam().name; }
  void remove() const { std::filesystem::remove_all(file()); }

  void expect_sentence(const std::string& state) {
    SCOPED_TRACE(state);
    const Outcome outcome = run(GetParam().words, there_);
    EXPECT_TRUE(outcome.code == 1 || outcome.code == 2) << outcome.all();
    EXPECT_FALSE(outcome.late) << "it hangs";
    EXPECT_NE(outcome.err.find(GetParam().name), std::string::npos) << outcome.all();
    EXPECT_LT(outcome.megabytes, 400) << outcome.all();
    EXPECT_LT(outcome.err.size(), 3000u);
  }

  const CacheFolder no_cache_;
  const Folder folder_;
  RunOptions there_;
};

TEST_P(Given, ThatIsNotAFile) {
  expect_sentence("missing");
  std::filesystem::create_directory(file());
  expect_sentence("folder");
  remove();
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  expect_sentence("pipe");
  remove();
  std::filesystem::create_symlink("/dev/zero", file());
  expect_sentence("/dev/zero");
  remove();
  std::filesystem::create_symlink("x", folder_ / "y");
  std::filesystem::create_symlink(folder_ / "y", folder_ / "x");
  std::filesystem::create_symlink("x", file());
  expect_sentence("circle of links");
}

TEST_P(Given, ThatIsDamaged) {
  folder_.file(GetParam().name, "");
  expect_sentence("empty");
  folder_.file(GetParam().name, GetParam().beginning);
  expect_sentence("cut off");
  std::string noise(5000, '\0');
  unsigned number = 1;
  for (char& c : noise) c = static_cast<char>((number = number * 1664525u + 1013904223u) >> 24);
  folder_.file(GetParam().name, noise);
  expect_sentence("noise");
  folder_.file(GetParam().name, std::string(5000, '\0'));
  expect_sentence("zeros");
}

TEST_P(Given, ThatMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser reads everything";
  folder_.file(GetParam().name, GetParam().beginning);
  std::filesystem::permissions(file(), std::filesystem::perms::none);
  expect_sentence("unreadable");
}

INSTANTIATE_TEST_SUITE_P(Files, Given, testing::ValuesIn(given_files()),
                         [](const auto& file) { return file.param.what; });

}  // namespace
}  // namespace peal::test
