// Scenes with mesh files and generated shapes: struck, falling, as props, scaled, many of them.
#include <gtest/gtest.h>

#include <cmath>

#include "meshes.h"
#include "scenes.h"

namespace peal::test {
namespace {

Json object(const std::string& name, const Json& shape, const Json& position,
            const std::string& material = "steel") {
  return {{"name", name}, {"shape", shape}, {"material", material}, {"position", position}};
}

Json mesh(const std::string& file) { return {{"kind", "mesh"}, {"file", file}}; }

Json scene_of(const Json& objects, const Json& sources = Json::array({{{"kind", "impact"}}})) {
  return {{"peal", 1},
          {"name", "bodies"},
          {"duration", 0.5},
          {"quality", "draft"},
          {"listeners", {{{"name", "mic"}, {"kind", "mono"}, {"position", {0.3, 0.5, 0.5}}}}},
          {"motion", {{"floor", Json::object()}}},
          {"objects", objects},
          {"sources", sources}};
}

Json strike(const std::string& object, const Json& point) {
  return {{"kind", "strike"}, {"object", object}, {"point", point}, {"time", 0.01}};
}

/// Level of a part of the sound [dB SPL].
double level(const SoundFile& sound, double from, double to) {
  double sum = 0;
  const auto first = static_cast<std::size_t>(from * sound.rate);
  const auto last = static_cast<std::size_t>(to * sound.rate);
  for (std::size_t i = first; i < last; ++i) sum += double(sound.samples[i]) * sound.samples[i];
  return 10 * std::log10(sum / double(last - first) / 4e-10 + 1e-30);
}

/// Without the lines that say what passes 1 Pa: these files keep pascals.
std::string besides_full_scale(const std::string& said) {
  std::string rest;
  for (const std::string& line : lines_of(said))
    if (line.find(" full scale, ") == std::string::npos) rest += line + "\n";
  return rest;
}

TEST(MeshScene, StruckMeshRingsLikeTheShapeItWasMadeFrom) {
  const CacheFolder none;
  const Folder folder;
  folder.file("bar.obj", obj_box({0.15, 0.02, 0.03}, {-0.075, -0.01, -0.015}).text());
  Json from_file = object("bar", mesh("bar.obj"), {0, 0.3, 0});
  Json from_name = object("bar", {{"kind", "bar"}, {"size", {0.15, 0.02, 0.03}}}, {0, 0.3, 0});
  from_file["static"] = from_name["static"] = true;
  const Json sources = Json::array({strike("bar", {0.07, 0.01, 0})});
  const Rendering a = render_in(folder, scene_of(Json::array({from_file}), sources));
  ASSERT_EQ(a.outcome.code, 0) << a.outcome.all();
  const Rendering b = render(scene_of(Json::array({from_name}), sources));
  ASSERT_EQ(b.outcome.code, 0) << b.outcome.all();
  EXPECT_EQ(a.report["objects"][0]["modes"], b.report["objects"][0]["modes"]);
  const double f = b.report["objects"][0]["lowest_mode_hz"];
  EXPECT_NEAR(a.report["objects"][0]["lowest_mode_hz"], f, 0.01 * f);
  EXPECT_NEAR(level(a.sounds[0], 0.01, 0.1), level(b.sounds[0], 0.01, 0.1), 1.5);
}

class FallingBody : public testing::TestWithParam<const char*> {};

TEST_P(FallingBody, LandsSoundsAndComesToRest) {
  const CacheFolder none;
  const Folder folder;
  const std::string kind = GetParam();
  folder.file("box.obj", obj_box({0.2, 0.04, 0.1}).text());
  Json shape = kind == "mesh" ? mesh("box.obj") : Json{{"kind", kind}};
  if (kind == "die") shape.update({{"size", 0.05}, {"edge_radius", 0.005}});
  Json body = object("body", shape, {0, 0.15, 0}, kind == "die" ? "acrylic" : "brass");
  body["rotation"] = {{"axis", {1, 0.3, 0.2}}, {"angle", 25}};
  Json scene = scene_of(Json::array({body}));
  scene["duration"] = 3;
  const Rendering result = render_in(folder, scene);
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  EXPECT_EQ(besides_full_scale(result.outcome.err), "");
  const SoundFile& sound = result.sounds[0];
  EXPECT_TRUE(sound.finite());
  // It falls 0.05 to 0.17 m: nothing is heard before 0.1 s.
  EXPECT_LT(level(sound, 0, 0.1), 0);
  const double landing = level(sound, 0.1, 0.5), rest = level(sound, 2.6, 3);
  EXPECT_GT(landing, 35);  // clearly audible; how loud depends on the corner it lands on
  EXPECT_LT(landing, 125);
  EXPECT_LT(rest, landing - 25) << "it drones";
  EXPECT_GT(result.report["impacts"], 3);
  EXPECT_LT(result.report["impacts"], 5000);
  for (const std::string warning : result.report["warnings"])
    EXPECT_EQ(besides_full_scale(warning), "");
}

INSTANTIATE_TEST_SUITE_P(Some, FallingBody, testing::Values("coin", "mug", "key", "die", "mesh"),
                         [](const auto& shape) { return std::string(shape.param); });

// The origin of a vessel is at its foot: at height 0 it stands, and nothing moves.
TEST(MeshScene, GlassStandsOnItsFoot) {
  const CacheFolder none;
  const Rendering result =
      render(scene_of(Json::array({object("glass", {{"kind", "cup"}}, {0, 0, 0}, "glass")}),
                      Json::array({{{"kind", "impact"}}, strike("glass", {0.035, 0.08, 0})})));
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  EXPECT_EQ(besides_full_scale(result.outcome.err), "");
  EXPECT_EQ(result.report["impacts"], 0);
  EXPECT_GT(level(result.sounds[0], 0.01, 0.1), 30);
  Json deep = scene_of(Json::array({object("glass", {{"kind", "cup"}}, {0, -0.04, 0}, "glass")}));
  const Folder folder;
  const std::string file = folder.file("deep.json", deep.dump());
  EXPECT_NE(run({"check", file}).err.find("object 'glass' is 40 mm inside the floor"),
            std::string::npos);
}

TEST(MeshScene, OpenSurfaceIsAPropThatIsHit) {
  const CacheFolder none;
  const Folder folder;
  folder.file("open.obj", obj_box({0.4, 0.02, 0.4}, {-0.2, 0, -0.2}).without_last(2).text());
  Json table = object("table", mesh("open.obj"), {0, 0.3, 0});
  table["static"] = true;
  table["sound"] = "none";
  const Json bar =
      object("bar", {{"kind", "bar"}, {"size", {0.1, 0.01, 0.02}}}, {0.02, 0.4, 0}, "aluminium");
  Json scene = scene_of({table, bar});
  scene["motion"] = Json::object();  // no floor: the prop alone stops the fall
  const Rendering result = render_in(folder, scene);
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  EXPECT_GT(result.report["impacts"], 0);
  EXPECT_GT(level(result.sounds[0], 0.1, 0.3), 40);
}

TEST(MeshScene, FilesAreFoundBesideTheScene) {
  const CacheFolder none;
  const Folder folder, elsewhere;
  std::filesystem::create_directory(folder / "models");
  folder.file("models/box.obj", obj_box().text());
  RunOptions options;
  options.folder = elsewhere.path();
  for (const std::string& file :
       {std::string("models/box.obj"), (folder / "models/box.obj").string(),
        "../" + folder.path().filename().string() + "/models/box.obj"}) {
    const std::string scene = folder.file(
        "scene.json", scene_of(Json::array({object("box", mesh(file), {0, 1, 0})})).dump());
    const Outcome outcome = run({"check", scene}, options);
    EXPECT_EQ(outcome.code, 0) << outcome.all();
  }
}

TEST(MeshScene, ScaleUpAndThickness) {
  const CacheFolder none;
  const Folder folder;
  folder.file("mm.obj", obj_box({150, 30, 20}, {-75, -15, -10}).text());  // z up, millimetres
  ObjMesh sheet;
  sheet.vertices = {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0.1}, {0, 0, 0.1}};
  sheet.triangles = {{0, 2, 1}, {0, 3, 2}};
  folder.file("sheet.obj", sheet.text());
  Json bar = mesh("mm.obj"), thin = mesh("sheet.obj");
  bar["scale"] = 0.001;
  bar["up"] = "z";
  thin["shell_thickness"] = 0.002;
  Json a = object("bar", bar, {0, 0.3, 0}), b = object("sheet", thin, {0.5, 0.3, 0});
  a["static"] = b["static"] = true;
  const Rendering result =
      render_in(folder, scene_of({a, b}, Json::array({strike("bar", {0.075, 0.01, 0}),
                                                      strike("sheet", {0.1, 0.001, 0.1})})));
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  // The z of the file, 20 mm, has become the height.
  const double c = std::sqrt(200e9 / 7850.0), f = 1.0279 * 0.02 / (0.15 * 0.15) * c;
  EXPECT_NEAR(result.report["objects"][0]["lowest_mode_hz"], f, 0.06 * f);
  // Leissa: a free square plate, f1 = 13.47 / (2 pi a^2) sqrt(D / (rho h)), for nu = 0.3.
  const double plate =
      13.47 / (2 * 3.14159265) / 0.01 * 0.002 * c / std::sqrt(12 * (1 - 0.29 * 0.29));
  EXPECT_NEAR(result.report["objects"][1]["lowest_mode_hz"], plate, 0.02 * plate);
}

TEST(MeshScene, UnlikelySizeIsAWarning) {
  const Folder folder;
  folder.file("mm.obj", obj_box({100, 50, 20}).text());
  const std::string file = folder.file(
      "scene.json", scene_of(Json::array({object("box", mesh("mm.obj"), {0, 1, 0})})).dump());
  RunOptions there;
  there.folder = folder.path();
  const Outcome outcome = run({"check", "scene.json"}, there);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_NE(
      outcome.out.find("warning: scene.json:/objects/0/shape/scale: object 'box': it is 100 m "
                       "long; if its file is in millimetres its scale should be 0.001\n"),
      std::string::npos)
      << outcome.out;
}

// The elastic problem knows no size, stiffness or density.
TEST(MeshScene, ScaledCopiesShareOneAnalysis) {
  const Folder folder;
  const CacheFolder cache((folder / "cache").string());
  folder.file("bar.obj", obj_box({0.1, 0.015, 0.02}).text());
  Json objects = Json::array(), sources = Json::array();
  for (int i = 0; i < 4; ++i) {
    Json shape = mesh("bar.obj");
    shape["scale"] = 1 + 0.25 * i;
    const std::string name = "bar" + std::to_string(i);
    objects.push_back(object(name, shape, {0.3 * i, 0.3, 0}));
    objects.back()["static"] = true;
    sources.push_back(strike(name, {0, 0, 0}));
  }
  const Rendering result = render_in(folder, scene_of(objects, sources));
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  EXPECT_EQ(names_in(folder / "cache/modes").size(), 1u);
  const double f = result.report["objects"][0]["lowest_mode_hz"];
  for (int i = 1; i < 4; ++i)
    EXPECT_NEAR(result.report["objects"][i]["lowest_mode_hz"], f / (1 + 0.25 * i), 1e-6 * f);
}

}  // namespace
}  // namespace peal::test
