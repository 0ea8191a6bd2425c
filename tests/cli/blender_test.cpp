// apps/blender: a rigid-body scene is made, baked and exported by Blender itself, imported and
// rendered; Blender opens motion.glb. Skipped where the program blender is not installed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
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
  void make_shot(const std::string& gltf = "") {
    blender(
        fmt::format("--factory-startup -P '{}make_test_scene.py' -- shot.blend {}", kApps, gltf));
  }
  // Blender's add-on for glTF needs numpy, which Debian does not install with it.
  bool reads_gltf() {
    return blender(
               "--factory-startup --python-expr "
               "\"import importlib.util as u; print('HAS', u.find_spec('numpy') is not None)\"")
               .find("HAS True") != std::string::npos;
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

using Vec = std::array<double, 3>;
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
                               "--cameras", "shot/cameras.csv", "-o", "shot/shot.take", "-q"});
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

// The speed [m/s] of a body's origin along y over the frame that ends at or begins after `time`.
double speed_around(const Rows& poses, const std::string& body, double time, bool after) {
  double last_time = -1, last = 0, speed = 0;
  for (const auto& row : poses) {
    if (row.at("body") != body) continue;
    const double now = std::stod(row.at("time")), y = std::stod(row.at("py"));
    if (last_time >= 0) speed = (y - last) / (now - last_time);
    if (after ? last_time > time : now > time - 1.0 / 240) break;
    last_time = now, last = y;
  }
  return speed;
}

// tests/data/blender/kitchen_shot.py: a mug with its origin at its base falls 0.66 m, a hand pushes
// two spoons off a board.
TEST_F(Blender, AMugWithItsOriginAtItsBaseLandsAndAHandPushes) {
  blender(fmt::format("--factory-startup -P '{}/blender/kitchen_shot.py' -- shot.blend",
                      PEAL_TEST_DATA));
  const std::string log =
      blender(fmt::format("shot.blend -P '{}peal_export.py' -- --out shot --rate 240", kApps));
  folder_.file("places.py",
               "import bpy\n"
               "for frame in range(1, 62):\n"
               "    bpy.context.scene.frame_set(frame)\n"
               "    for name in ('Mug', 'Spoon', 'Spoon.001', 'Hand'):\n"
               "        p = bpy.data.objects[name].matrix_world.translation\n"
               "        print('BAKED %d %s %.6f %.6f %.6f' % (frame, name, p.x, p.z, -p.y))\n");
  // What was written goes through the bake at whole frames, whatever the hand does.
  std::map<std::string, Vec> written;
  const Rows poses = read_table(folder_ / "shot/poses.csv");
  for (const auto& row : poses)
    written[fmt::format("{} {:.5f}", row.at("body"), std::stod(row.at("time")))] = {
        std::stod(row.at("px")), std::stod(row.at("py")), std::stod(row.at("pz"))};
  int compared = 0;
  for (const std::string& line : lines_of(blender("shot.blend -P places.py"))) {
    char name[32];
    int frame = 0;
    Vec p;
    if (std::sscanf(line.c_str(), "BAKED %d %31s %lf %lf %lf", &frame, name, &p[0], &p[1], &p[2]) !=
        5)
      continue;
    const auto found = written.find(fmt::format("{} {:.5f}", name, (frame - 1) / 24.0));
    ASSERT_NE(found, written.end()) << line;
    for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(found->second[d], p[d], 2e-5) << line;
    ++compared;
  }
  EXPECT_EQ(compared, 4 * 61);

  const Outcome import = peal({"import", "--bodies", "shot/bodies.csv", "--poses", "shot/poses.csv",
                               "--cameras", "shot/cameras.csv", "-o", "shot/shot.take"});
  EXPECT_NE(import.err.find("'Mug' was simulated about (0, 0, 0)"), std::string::npos)
      << import.err;
  EXPECT_LT(import.cpu_seconds, 15);
  peal({"render", "shot/scene.json", "-o", "out", "--quality", "draft", "-q"});
  const Rows events = read_table(folder_ / "out/events.csv");
  // Blender rounds the edges of the mug by up to 4 cm, so it falls up to 2 cm farther.
  const double speed = std::sqrt(2 * kGravity * 0.66), time = speed / kGravity;
  const Meeting landing = first_meeting(events, "Mug", "floor");
  EXPECT_NEAR(landing.time, time, 0.01);
  double closing = 0;
  for (const auto& row : events)
    if (row.at("kind") == "impact" && row.at("body_a") == "Mug" &&
        std::abs(std::stod(row.at("time")) - landing.time) < 1e-3)
      closing = std::max(closing, std::stod(row.at("closing_speed")));
  EXPECT_NEAR(closing, speed, 0.03 * speed);
  const double change = speed_around(poses, "Mug", landing.time + 1e-3, true) -
                        speed_around(poses, "Mug", landing.time, false);
  EXPECT_NEAR(landing.impulse, 0.31 * change, 0.2 * 0.31 * change);
}

TEST_F(Blender, AnExportedGltfHasTheSameImpacts) {
  if (!reads_gltf()) GTEST_SKIP() << "Blender's python has no numpy (Debian: python3-numpy)";
  make_shot("moving.glb");
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

TEST_F(Blender, AllUnknownMaterialsAreToldBeforeTheSimulation) {
  folder_.file("make.py",
               "import bpy, os\n"
               "bpy.ops.wm.read_factory_settings(use_empty=True)\n"
               "bpy.ops.rigidbody.world_add()\n"
               "for k, paint in enumerate(['Bathroom Tiles.002', 'stele', '', 'Cast Iron.001']):\n"
               "    bpy.ops.mesh.primitive_cube_add(location=(3 * k, 0, 0))\n"
               "    bpy.ops.rigidbody.object_add()\n"
               "    if paint:\n"
               "        bpy.context.object.data.materials.append(bpy.data.materials.new(paint))\n"
               "bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath('odd.blend'))\n");
  blender("--factory-startup -P make.py");
  const std::string log = (folder_ / "export.log").string();
  const auto exported = [&](const std::string& more) {
    return std::system(fmt::format("cd '{}' && blender -b odd.blend -P '{}peal_export.py' -- --out "
                                   "odd --end 5 {} > '{}' 2>&1",
                                   folder_.path().string(), kApps, more, log)
                           .c_str());
  };
  EXPECT_NE(exported(""), 0);
  const std::string said = read_bytes(log);
  for (const char* line :
       {"peal: error: 3 materials are not in the library",
        "peal:   'Bathroom Tiles.002' of 'Cube'; did you mean porcelain or stoneware or marble?",
        "peal:   'stele' of 'Cube.001'; did you mean steel?",
        "peal:   nothing is said of 'Cube.002'"})
    EXPECT_NE(said.find(line), std::string::npos) << line << "\n" << said;
  EXPECT_EQ(said.find("Cast Iron"), std::string::npos) << said;
  EXPECT_EQ(said.find("poses per second"), std::string::npos) << said;
  folder_.file("map.json", R"({"*Tiles*": "porcelain", "*": "steel"})");
  EXPECT_EQ(exported("--materials map.json"), 0) << read_bytes(log);
  const Rows bodies = read_table(folder_ / "odd/bodies.csv");
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(bodies[0].at("material"), "porcelain");
  EXPECT_EQ(bodies[1].at("material"), "steel");
  EXPECT_EQ(bodies[3].at("material"), "Cast Iron.001");
}

TEST_F(Blender, OpensMotionGlb) {
  if (!reads_gltf()) GTEST_SKIP() << "Blender's python has no numpy (Debian: python3-numpy)";
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
