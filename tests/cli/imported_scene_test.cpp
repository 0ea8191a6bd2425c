// What an animator gets from `peal import` without asking: a file within full scale, all sources; a
// floor on request; materials told all at once, with everyday words understood.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenes.h"
#include "small_gltf.h"

namespace peal::test {
namespace {

class ImportedScene : public testing::Test {
 protected:
  Outcome peal(std::vector<std::string> arguments) {
    RunOptions there;
    there.folder = folder_.path();
    return run(arguments, there);
  }
  Json scene(const std::string& file) { return Json::parse(read_bytes(folder_ / file)); }
  void write_tables(const std::string& rows) {
    folder_.file("cube.obj",
                 "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\n"
                 "v -1 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    folder_.file("bodies.csv", "name,mesh,material\n" + rows);
    std::string poses = "time,body,px,py,pz,qw,qx,qy,qz\n";
    for (int k = 0; k < 10; ++k)
      poses += fmt::format("{:.6f},cube,0,{:.6f},0,1,0,0,0\n", k / 60.0, 5 - 9.81 / 7200.0 * k * k);
    folder_.file("poses.csv", poses);
  }
  Outcome import_tables(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"import",    "--bodies", "bodies.csv",   "--poses",
                                       "poses.csv", "-o",       "out/shot.take"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return peal(arguments);
  }
  void expect_sound_of(const Json& made) {
    EXPECT_EQ(made["output"]["level"], "normalised") << made.dump(1);
    std::vector<std::string> kinds;
    for (const Json& source : made["sources"]) kinds.push_back(source["kind"]);
    EXPECT_EQ(kinds, (std::vector<std::string>{"impact", "click", "contact"}));
  }
  Folder folder_;
};

TEST_F(ImportedScene, AShotIsWithinFullScaleAndItsPressureIsStated) {
  SmallGltf gltf;
  gltf.write(folder_);
  const Outcome import = peal({"import", "shot.gltf", "--floor", "0,concrete", "-o", "shot"});
  ASSERT_EQ(import.code, 0) << import.all();
  expect_sound_of(scene("shot/scene.json"));
  const Outcome render =
      peal({"render", "shot/scene.json", "-o", "out", "--quality", "draft", "-q"});
  ASSERT_EQ(render.code, 0) << render.all();
  EXPECT_NEAR(read_wav(folder_ / "out/ear.wav").peak(), std::pow(10, -3 / 20.0), 1e-4);
  const Json ear = scene("out/report.json")["listeners"][0];
  EXPECT_EQ(ear["level"], "normalised");
  EXPECT_EQ(ear["samples_beyond_full_scale"], 0);
  // 80 N s of steel on concrete at 1.6 m: louder than a pascal, and known.
  EXPECT_GT(ear["peak_pa"].get<double>(), 1);
  EXPECT_NEAR(ear["peak_pa"].get<double>() * ear["sample_value_per_pascal"].get<double>(),
              std::pow(10, -3 / 20.0), 1e-4);
}

TEST_F(ImportedScene, TablesGiveTheSameSources) {
  write_tables("cube,cube.obj,steel\n");
  const Outcome outcome = import_tables({"--floor", "-3", "--no-travel-time"});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  const Json made = scene("out/scene.json");
  expect_sound_of(made);
  EXPECT_EQ(made["motion"]["floor"], (Json{{"height", -3.0}, {"material", "concrete"}}));
  EXPECT_EQ(made["listeners"][0]["travel_time"], false);
}

// Free fall from 0.5 m: sqrt(2 h / g) = 0.3193 s, and nothing else to land on than this floor.
TEST_F(ImportedScene, AFloorMakesAFallingBodyLand) {
  SmallGltf gltf;
  gltf.write(folder_);
  EXPECT_NE(peal({"import", "shot.gltf", "-o", "none"}).out.find("\n0 impacts"), std::string::npos);
  for (const std::vector<std::string>& floor : {std::vector<std::string>{"shot.gltf", "--floor"},
                                                {"--floor", "shot.gltf"},
                                                {"shot.gltf", "--floor", "0"},
                                                {"shot.gltf", "--floor", "Oak.001"},
                                                {"shot.gltf", "--floor=0,oak"}}) {
    std::vector<std::string> arguments{"import", "-o", "shot"};
    arguments.insert(arguments.end(), floor.begin(), floor.end());
    const Outcome outcome = peal(arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.all();
    EXPECT_NE(outcome.out.find("0.319"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Cube on the floor"), std::string::npos) << outcome.out;
    const Json made = scene("shot/scene.json")["motion"]["floor"];
    EXPECT_EQ(made["height"], 0);
    EXPECT_EQ(made["material"], floor.back().find("ak") != std::string::npos ? "oak" : "concrete");
  }
  folder_.file("map.json", R"({"floor": "marble"})");
  ASSERT_EQ(peal({"import", "shot.gltf", "--floor", "--materials", "map.json", "-o", "shot"}).code,
            0);
  EXPECT_EQ(scene("shot/scene.json")["motion"]["floor"]["material"], "marble");
  const Outcome tile = peal({"import", "shot.gltf", "--floor", "0,tile"});
  EXPECT_EQ(tile.code, 1);
  EXPECT_NE(tile.err.find("did you mean 'porcelain', 'stoneware' or 'marble'?"), std::string::npos)
      << tile.err;
  // A ground of its own at the same height would share all impacts with the floor.
  SmallGltf grounded;
  grounded.root["nodes"].push_back({{"name", "Slab"},
                                    {"mesh", 0},
                                    {"translation", {0.0, -0.05, 0.0}},
                                    {"extras", {{"material", "oak"}}}});
  grounded.root["scenes"][0]["nodes"].push_back(1);
  grounded.write(folder_);
  const Outcome both = peal({"import", "shot.gltf", "--floor", "-o", "both"});
  EXPECT_NE(both.err.find("the top of 'Slab' lies in the floor"), std::string::npos) << both.err;
  gltf.root["nodes"].push_back(
      {{"name", "Ground"}, {"mesh", 0}, {"extras", {{"floor", true}, {"material", "oak"}}}});
  gltf.root["scenes"][0]["nodes"].push_back(1);
  gltf.write(folder_);
  const Outcome second = peal({"import", "shot.gltf", "--floor"});
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(second.err.find("node 'Ground' is the floor already"), std::string::npos) << second.err;
}

TEST_F(ImportedScene, AllUnknownMaterialsOfATableAreToldAtOnce) {
  write_tables("cube,cube.obj,Tiles.001\nwall,cube.obj,stele\npile,cube.obj,\nfloor,,Wooden\n");
  const Outcome outcome = import_tables();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("bodies.csv: 4 materials are not in the library"), std::string::npos)
      << outcome.err;
  for (const char* line :
       {"'Tiles.001' of 'cube' (line 2); did you mean 'porcelain', 'stoneware' or 'marble'?",
        "'stele' of 'wall' (line 3); did you mean 'steel'?", "nothing is said of 'pile' (line 4)",
        "'Wooden' of 'floor' (line 5); did you mean 'oak', 'pine' or 'beech'?"})
    EXPECT_NE(outcome.err.find(line), std::string::npos) << line << "\n" << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/scene.json"));
}

TEST_F(ImportedScene, AMapNamesTheMaterialsOfATable) {
  write_tables("cube,cube.obj,Tiles.001\nwall,cube.obj,brick\npile,cube.obj,\nfloor,,Wooden\n");
  folder_.file("map.json",
               R"({"Tile*": "porcelain", "wall": "marble", "Wooden": "oak", "*": "glass"})");
  const Outcome outcome = import_tables({"--materials", "map.json"});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  const Json made = scene("out/scene.json");
  EXPECT_EQ(made["objects"][0]["material"], "porcelain");
  EXPECT_EQ(made["objects"][1]["material"], "marble");  // the map before the table
  EXPECT_EQ(made["objects"][2]["material"], "glass");
  EXPECT_EQ(made["motion"]["floor"]["material"], "oak");
}

// The exporter runs in Blender, where Peal may not be: it carries the names with it.
TEST(BlenderExporter, KnowsTheMaterialsOfTheLibrary) {
  const std::string script = read_bytes(PEAL_SOURCE_DIR "/apps/blender/peal_export.py");
  const std::string open = "MATERIALS = json.loads(\"\"\"\n", close = "\"\"\")";
  const std::size_t begin = script.find(open);
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = script.find(close, begin + open.size());
  const std::string carried = script.substr(begin + open.size(), end - begin - open.size());
  EXPECT_EQ(carried, run({"materials", "--words"}).out) << "run scripts/write-docs";
  const Json words = Json::parse(carried), library = Json::parse(run({"materials", "--json"}).out);
  ASSERT_EQ(words["names"].size(), library["materials"].size());
  for (const Json& material : library["materials"])
    EXPECT_EQ(words["names"][material["name"].get<std::string>()], material["other_names"]);
}

}  // namespace
}  // namespace peal::test
