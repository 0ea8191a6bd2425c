// apps/blender: a rigid-body scene is made, baked and exported by Blender itself, imported and
// rendered; Blender opens motion.glb. Skipped where the program blender is not installed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "program.h"
#include "sound_file.h"

namespace peal::test {
namespace {

const std::string kApps = PEAL_SOURCE_DIR "/apps/blender/";
constexpr double kGravity = 9.81;
const double kLanding = std::sqrt(2 * 0.5 / kGravity);  // [s] of the cube, from 0.5 m
const double kHit = std::sqrt(2 * 0.25 / kGravity);     // [s] of the ball on the block
const double kCorner = std::sqrt(2 * 0.3 / kGravity);   // [s] of the lowest corner of the slab
constexpr double kCube = 0.2 * 0.2 * 0.2 * 7850;        // [kg]

class Blender : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v blender > /dev/null 2>&1") != 0)
      GTEST_SKIP() << "the program blender is not installed";
  }
  // What Blender printed.
  std::string blender(const std::string& arguments) {
    const std::string log = (folder_ / "blender.log").string();
    const std::string line = fmt::format("cd '{}' && blender -b {} > '{}' 2>&1",
                                         folder_.path().string(), arguments, log);
    EXPECT_EQ(std::system(line.c_str()), 0) << read_bytes(log);
    return read_bytes(log);
  }
  void make_shot() {
    blender(
        fmt::format("--factory-startup -P '{}make_test_scene.py' -- shot.blend moving.glb", kApps));
  }
  Outcome peal(const std::vector<std::string>& arguments) {
    RunOptions there;
    there.folder = folder_.path();
    const Outcome outcome = run(arguments, there);
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    return outcome;
  }

  Folder folder_;
};

using Rows = std::vector<std::map<std::string, std::string>>;

Rows read_table(const std::filesystem::path& path) {
  const auto split = [](const std::string& line) {
    std::vector<std::string> out(1);
    for (const char c : line)
      if (c == ',')
        out.emplace_back();
      else
        out.back() += c;
    return out;
  };
  const auto lines = lines_of(read_bytes(path));
  Rows rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto names = split(lines[0]), values = split(lines[i]);
    auto& row = rows.emplace_back();
    for (std::size_t k = 0; k < std::min(names.size(), values.size()); ++k)
      row[names[k]] = values[k];
  }
  return rows;
}

struct Meeting {
  double time = -1, impulse = 0;  // [s] first touch; [N s] of all points within a millisecond
};

Meeting first_meeting(const Rows& events, const std::string& a, const std::string& b,
                      double after = 0) {
  Meeting out;
  for (const auto& row : events) {
    const bool same = (row.at("body_a") == a && row.at("body_b") == b) ||
                      (row.at("body_a") == b && row.at("body_b") == a);
    if (!same || row.at("kind") != "impact") continue;
    const double time = std::stod(row.at("time"));
    if (time < after) continue;
    if (out.time < 0) out.time = time;
    if (time < out.time + 1e-3) out.impulse += std::stod(row.at("impulse"));
  }
  return out;
}

// Speed [m/s] with which a body leaves: from the highest point before it falls again.
double speed_after(const Rows& poses, const std::string& body, double landing, double ground) {
  double top = 0;
  for (const auto& row : poses) {
    const double time = std::stod(row.at("time"));
    if (row.at("body") == body && time > landing + 0.01 && time < landing + 0.25)
      top = std::max(top, std::stod(row.at("py")));
  }
  return std::sqrt(2 * kGravity * (top - ground));
}

TEST_F(Blender, ABakedShotBecomesSound) {
  make_shot();
  const std::string log =
      blender(fmt::format("shot.blend -P '{}peal_export.py' -- --out shot --rate 240", kApps));
  EXPECT_NE(log.find("peal: 240 poses per second"), std::string::npos) << log;
  EXPECT_NE(log.find("the same motion as the bake"), std::string::npos) << log;
  const Outcome import = peal({"import", "--bodies", "shot/bodies.csv", "--poses", "shot/poses.csv",
                               "--cameras", "shot/cameras.csv", "-o", "shot/shot.take"});
  // Units, masses and meshes are right; the ball, round for Blender and a mesh here, may surprise.
  for (const std::string& line : lines_of(import.err))
    EXPECT_NE(line.find("with nothing near it"), std::string::npos) << line;
  peal({"render", "shot/scene.json", "-o", "out", "--quality", "draft", "-q"});
  const Rows events = read_table(folder_ / "out/events.csv");
  const Rows poses = read_table(folder_ / "shot/poses.csv");

  const Meeting landing = first_meeting(events, "Steel_cube.001", "floor");
  EXPECT_NEAR(landing.time, kLanding, 0.002);
  const double bounce = speed_after(poses, "Steel_cube.001", kLanding, 0.1);
  const double momentum = kCube * (kGravity * kLanding + bounce);
  EXPECT_NEAR(landing.impulse, momentum, 0.05 * momentum);
  const Meeting hit = first_meeting(events, "ball", "block");
  EXPECT_NEAR(hit.time, kHit, 0.002);
  const double least = 0.28 * kGravity * kHit;  // without any rebound
  EXPECT_GT(hit.impulse, 0.9 * least);
  EXPECT_LT(hit.impulse, 1.3 * least);
  EXPECT_NEAR(first_meeting(events, "slab", "floor").time, kCorner, 0.002);
  // The paddle is animated: between frames 17 and 33 it comes 0.2 m nearer.
  const Meeting push = first_meeting(events, "block", "paddle");
  EXPECT_GT(push.time, 1.0);
  EXPECT_LT(push.time, 33.0 / 24);
  EXPECT_GT(read_wav(folder_ / "out/Main_camera.wav").peak(), 1e-3);
}

TEST_F(Blender, AnExportedGltfHasTheSameImpacts) {
  make_shot();
  peal({"import", "moving.glb", "--out", "moving"});
  peal({"render", "moving/scene.json", "-o", "out", "--quality", "draft", "-q"});
  const Rows events = read_table(folder_ / "out/events.csv");
  const double frame_1 = 1.0 / 240;  // Blender's glTF counts from frame 0
  const Meeting landing = first_meeting(events, "Steel_cube.001", "Ground");
  EXPECT_NEAR(landing.time, kLanding + frame_1, 0.002);
  const Rows poses = read_table(folder_ / "moving/poses.csv");
  const double bounce = speed_after(poses, "Steel_cube.001", kLanding, 0.1);
  const double momentum = kCube * (kGravity * kLanding + bounce);
  EXPECT_NEAR(landing.impulse, momentum, 0.05 * momentum);
  EXPECT_NEAR(first_meeting(events, "ball", "block").time, kHit + frame_1, 0.002);
  EXPECT_NEAR(first_meeting(events, "slab", "Ground").time, kCorner + frame_1, 0.002);
}

TEST_F(Blender, OpensMotionGlb) {
  peal({"simulate", PEAL_SOURCE_DIR "/scenes/drop.json", "-o", "drop.take", "--glb", "drop.glb",
        "-q"});
  folder_.file("look.py",
               "import bpy, numpy\n"
               "numpy.bool = bool  # Debian's add-on is older than its numpy\n"
               "bpy.ops.wm.read_factory_settings(use_empty=True)\n"
               "bpy.context.scene.render.fps = 60\n"
               "bpy.ops.import_scene.gltf(filepath='drop.glb')\n"
               "for frame in (0, 12):\n"
               "    bpy.context.scene.frame_set(frame)\n"
               "    for o in bpy.data.objects:\n"
               "        print('AT %d %s %.4f %.4f %.4f' % ((frame, o.name)"
               " + tuple(x + 0.0 for x in o.matrix_world.translation)))\n");
  const std::string log = blender("--factory-startup -P look.py");
  // z up; after 0.2 s both have fallen by g t^2 / 2 = 0.1962 m.
  for (const char* line : {"AT 0 ball -0.3000 0.0000 0.6000", "AT 0 bar 0.3000 0.0000 0.5000",
                           "AT 12 ball -0.3000 0.0000 0.4038", "AT 12 bar 0.3000 0.0000 0.3038",
                           "AT 0 floor 0.0000 0.0000 0.0000", "AT 0 main 0.0000 -1.4000 0.6000"})
    EXPECT_NE(log.find(line), std::string::npos) << line << "\n" << log;
}

}  // namespace
}  // namespace peal::test
