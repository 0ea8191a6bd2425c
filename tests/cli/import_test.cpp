// peal import: tables of other programs become takes; wrong tables (tests/bad/takes) get a
// sentence.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "program.h"

namespace peal::test {
namespace {

const std::filesystem::path kBadImports = PEAL_SOURCE_DIR "/tests/bad/takes";
const std::string kScene = (kBadImports / "ball.json").string(),
                  kGood = (kBadImports / "good.csv").string();

std::vector<std::string> bad_tables() {
  std::vector<std::string> names;
  for (const std::string& name : names_in(kBadImports))
    if (name.ends_with(".expected")) names.push_back(name.substr(0, name.size() - 9));
  return names;
}

class BadTable : public testing::TestWithParam<std::string> {};

TEST_P(BadTable, IsExplainedAndNothingIsWritten) {
  const Folder folder;
  RunOptions there;
  there.folder = kBadImports;
  const std::string table = GetParam() + ".csv", take = (folder / "x.take").string();
  std::vector<std::string> arguments{"import", "-q", "--scene", "ball.json", "-o", take, "--poses"};
  if (table.starts_with("contacts_"))
    arguments.insert(arguments.end(), {"good.csv", "--contacts", table});
  else
    arguments.push_back(table);
  const Outcome outcome = run(arguments, there);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, read_bytes(kBadImports / (GetParam() + ".expected")));
  EXPECT_FALSE(std::filesystem::exists(take));
}

INSTANTIATE_TEST_SUITE_P(All, BadTable, testing::ValuesIn(bad_tables()),
                         [](const auto& table) { return table.param; });

TEST(Import, PosesBecomeATakeWithImpacts) {
  const Folder folder;
  const std::string take = (folder / "shot.take").string();
  const Outcome outcome = run({"import", "--scene", kScene, "--poses", kGood, "-o", take, "-q"});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(outcome.err, "");
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 4u) << outcome.out;
  EXPECT_EQ(lines[0], take + "  1 body, 0 s to 0.65 s, 60 frames per second");
  EXPECT_TRUE(lines[1].starts_with("2 impacts, 0 slower than 0.05 m/s")) << lines[1];
  EXPECT_NE(lines[2].find("0.31928 s      3.13 m/s"), std::string::npos) << lines[2];
  EXPECT_NE(lines[2].find("ball on the floor"), std::string::npos) << lines[2];
  EXPECT_TRUE(std::filesystem::exists(take));
}

TEST(Import, UnitsAndAxesOfTheTable) {
  const Folder folder;
  const auto import = [&](const std::string& table, const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"import",
                                       "--scene",
                                       kScene,
                                       "--poses",
                                       (kBadImports / (table + ".csv")).string(),
                                       "-o",
                                       (folder / (table + ".take")).string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    return outcome.out.substr(outcome.out.find('\n'));
  };
  const std::string good = import("good", {});
  EXPECT_EQ(import("centimetres", {"--scale", "0.01"}), good);
  EXPECT_EQ(import("millimetres", {"--scale", "0.001"}), good);
  EXPECT_EQ(import("frames", {"--fps", "60"}), good);
  EXPECT_EQ(import("z_up", {"--up", "z"}), good);
}

TEST(Import, ContactsOfAnotherEngineReplaceTheSearch) {
  const Folder folder;
  const std::string contacts = folder.file(
      "c.csv", "time,body_a,body_b,px,py,pz,nx,ny,nz,impulse\n0.32083333,ball,,0,0,0,0,1,0,4\n");
  const std::string take = (folder / "shot.take").string();
  const Outcome outcome =
      run({"import", "--scene", kScene, "--poses", kGood, "--contacts", contacts, "-o", take});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_NE(outcome.out.find("\n1 impact, "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("0.32083 s"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("4 N s"), std::string::npos) << outcome.out;
}

TEST(Import, AListOfBodiesMakesTheSceneToo) {
  const Folder folder;
  folder.file("cube.obj",
              "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
              "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  const std::string bodies =
      folder.file("bodies.csv",
                  "name,mesh,material,mass,static,restitution\ncube,cube.obj,steel,0.06,,0.4\n"
                  "floor,,concrete,,true,\n");
  std::string poses = "frame,body,px,py,pz,rx,ry,rz\n";  // centimetres
  const double g = 981, t1 = std::sqrt(2 * 50 / g), v = g * t1;
  for (int k = 0; k < 30; ++k) {
    const double t = k / 60.0, s = t - t1;
    const double y = s < 0 ? 51 - g * t * t / 2 : 1 + 0.4 * v * s - g * s * s / 2;
    char row[100];
    std::snprintf(row, sizeof row, "%d,cube,0,%.6f,0,0,0,0\n", k, y);
    poses += row;
  }
  const std::string table = folder.file("p.csv", poses), take = (folder / "cube.take").string();
  const Outcome outcome = run({"import", "--bodies", bodies, "--poses", table, "--fps", "60",
                               "--scale", "0.01", "-o", take});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  // Four corners at once; together m (1 + e) v = 0.06 * 1.4 * 3.132.
  EXPECT_NE(outcome.out.find("0.31928 s"), std::string::npos) << outcome.out;
  const std::string scene = read_bytes(folder / "scene.json");
  EXPECT_NE(scene.find("\"take\": \"cube.take\""), std::string::npos) << scene;
  EXPECT_NE(scene.find("\"file\": \"cube.obj\""), std::string::npos) << scene;
  const Outcome check = run({"check", (folder / "scene.json").string()});
  EXPECT_EQ(check.code, 0) << check.all();
}

TEST(Import, CamerasFloorAndOpenMeshesOfAListOfBodies) {
  const Folder folder;
  folder.file("table.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");  // z up
  const std::string bodies = folder.file(
      "bodies.csv",
      "name,mesh,material,static,sound\nTable top,table.obj,Oak.001,true,\nfloor,,concrete,,\n"
      "Table.002,table.obj,oak,true,none\n");
  const std::string poses = folder.file(
      "p.csv",
      "time,body,px,py,pz,qw,qx,qy,qz\n0,floor,0,0,-0.5,1,0,0,0\n0,Table.002,0,0,1,1,0,0,0\n");
  // Its own -z is the world's y in a world with z up: turned about x by 90 degrees.
  const std::string cameras = folder.file(
      "c.csv", "time,body,px,py,pz,qw,qx,qy,qz\n0,Front camera,1,-4,2,0.70710678,0.70710678,0,0\n");
  const std::string take = (folder / "shot.take").string();
  const std::vector<std::string> arguments{"import", "--bodies",  bodies, "--poses",
                                           poses,    "--up",      "z",    "-o",
                                           take,     "--cameras", cameras};
  const Outcome wrong = run(arguments);  // names are those of the tables
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.err.find("Table top"), std::string::npos) << wrong.err;
  folder.file("bodies.csv",
              "name,mesh,material,static,sound\nfloor,,concrete,,\n"
              "Table.002,table.obj,Oak.001,true,\n");
  const Outcome outcome = run(arguments);
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_NE(outcome.err.find("bodies.csv:3: body 'Table.002': its surface is open, so it makes no"),
            std::string::npos)
      << outcome.err;
  const auto scene = nlohmann::json::parse(read_bytes(folder / "scene.json"));
  EXPECT_EQ(scene["motion"]["floor"]["height"], -0.5);
  EXPECT_EQ(scene["objects"][0]["material"], "oak");
  EXPECT_EQ(scene["objects"][0]["sound"], "none");
  const auto& ear = scene["listeners"][0];
  EXPECT_EQ(ear["name"], "Front_camera");
  const double place[3] = {1, 2, 4}, look[3] = {0, 0, -1};
  for (int d = 0; d < 3; ++d) {
    EXPECT_NEAR(ear["position"][d].get<double>(), place[d], 1e-9);
    EXPECT_NEAR(ear["look"][d].get<double>(), look[d], 1e-6);
  }
}

// Their edges sink into each other where they were simulated, which no rigid motion explains:
// velocities that are guessed anew in every frame must not swing up (62.9 m/s once).
TEST(Import, APileFromAnotherEngineMakesNoImpactsFasterThanItMoves) {
  const Folder folder;
  folder.file("cube.obj", read_bytes(PEAL_TEST_DATA "/takes/cube_of_the_pile.obj"));
  std::string bodies = "name,mesh,material,friction,restitution\n";
  for (const char* name : {"Cube", "Cube.001", "Cube.002", "Cube.003", "Cube.004", "Cube.005"})
    bodies += std::string(name) + ",cube.obj,oak,0.25,0\n";
  bodies += "floor,,concrete,0.25,0\n";
  const Outcome outcome =
      run({"import", "--bodies", folder.file("bodies.csv", bodies), "--poses",
           PEAL_TEST_DATA "/takes/pile_of_cubes.csv", "-o", (folder / "pile.take").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  int told = 0;
  for (const std::string& line : lines_of(outcome.out)) {
    double time = 0, speed = 0;
    if (std::sscanf(line.c_str(), " %lf s %lf m/s", &time, &speed) != 2) continue;
    ++told;
    EXPECT_LT(speed, 10) << line;  // the frames show at most 5.5 m/s
  }
  EXPECT_EQ(told, 10) << outcome.out;
}

TEST(Import, AMotionGlbComesBackAsATakeWithTheSameImpacts) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  const auto peal = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = run(arguments, there);
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    return outcome;
  };
  folder.file("ball.json", read_bytes(kScene));
  peal({"simulate", "ball.json", "-o", "a.take", "--glb", "shot.glb", "--events", "a.csv", "-q"});
  const Outcome import = peal({"import", "shot.glb", "--out", "shot", "-q"});
  EXPECT_EQ(import.err, "");
  peal({"render", "shot/scene.json", "-o", "out", "--quality", "draft", "-q"});
  const auto before = lines_of(read_bytes(folder / "a.csv")),
             after = lines_of(read_bytes(folder / "out/events.csv"));
  ASSERT_GE(before.size(), 3u);
  ASSERT_GE(after.size(), 3u);
  for (int k = 1; k <= 2; ++k) {  // time, kind, bodies
    EXPECT_NEAR(std::stod(after[k]), std::stod(before[k]), 1e-4);
    EXPECT_NE(after[k].find(",impact,ball,floor,"), std::string::npos) << after[k];
  }
}

TEST(Import, AWrongCommandLineIsExplained) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"import"},
        {"import", "--poses", kGood},
        {"import", "--poses", kGood, "--scene", kScene, "--bodies", "b.csv"},
        {"import", "shot.glb", "--poses", kGood},
        {"import", "shot.glb", "--cameras", kGood},
        {"import", "--poses", kGood, "--scene", kScene, "--cameras", kGood},
        {"import", "--poses", kGood, "--scene", kScene, "--materials", "map.json"},
        {"import", "--poses", kGood, "--scene", kScene, "--scale", "0"},
        {"import", "--poses", kGood, "--scene", kScene, "--up", "x"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.all();
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err, "");
  }
}

}  // namespace
}  // namespace peal::test
