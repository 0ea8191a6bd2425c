#include "tools/import/import_gltf.h"

#include "base/constants.h"
#include "base/rng.h"
#include "gltf_samples.h"
#include "motion/export/motion_glb.h"
#include "physics/elastic/materials/material_library.h"
#include "scene/listener_track.h"
#include "tools/import/imported_scene.h"

namespace peal {
namespace {

using namespace std::string_literals;

GltfImportOptions all_steel() {
  GltfImportOptions options;
  options.materials = MaterialMap({{"*", "steel"}}, "map");
  return options;
}

class ImportGltf : public ::testing::Test {
 protected:
  GltfImport import(const TestGltf& gltf, const GltfImportOptions& options = all_steel()) {
    return import_gltf(gltf.write(folder_ / "shot.glb"), options);
  }
  std::string error(const TestGltf& gltf, const GltfImportOptions& options = all_steel()) {
    std::string text = error_of([&] { import(gltf, options); });
    const std::string file = (folder_ / "shot.glb").string() + ": ";
    EXPECT_TRUE(text.starts_with(file)) << text;
    return text.substr(std::min(text.size(), file.size()));
  }
  /// A cube that moves from 0 to (1, 0, 0) in a second, 24 frames.
  TestGltf sliding() {
    TestGltf gltf;
    gltf.node({{"mesh", gltf.cube()}, {"name", "Cube.001"}});
    gltf.animate(0, "translation", {0, 1}, {0, 0, 0, 1, 0, 0});
    return gltf;
  }
  TestFolder folder_;
};

void expect_has(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(ImportGltf, WhatMotionGlbWritesComesBack) {
  const Scene scene = two_movers();
  const auto tracks = tracks_of(scene);
  write_motion_glb(folder_ / "motion.glb", scene, tracks, 0, 2, 50);
  const GltfImport back = import_gltf(folder_ / "motion.glb");
  EXPECT_TRUE(back.warnings.empty());
  EXPECT_EQ(back.fps, 50);
  EXPECT_EQ(back.frames, 101);
  EXPECT_EQ(back.start, 0);
  ASSERT_EQ(back.bodies.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    const GltfBody& body = back.bodies[i];
    const ObjectSpec& object = scene.objects[i];
    EXPECT_EQ(body.name, object.name);
    EXPECT_EQ(body.material.name, object.material);
    EXPECT_EQ(body.material.density, scene.material(object.material).density);
    EXPECT_EQ(body.is_static, object.is_static);
    EXPECT_EQ(body.poses.size(), object.is_static ? 1u : 101u);
    const BodyFrame& frame = object.geometry->frame;
    for (int k = 0; k < back.frames; ++k) {
      const Pose want = tracks[i].pose_at(back.time(k));
      const Pose& own = body.poses[body.poses.size() == 1 ? 0 : k];
      EXPECT_LT(norm(own.position + rotate(own.rotation, frame.centre) - want.position), 3e-7);
      EXPECT_NEAR(std::abs(dot(own.rotation * frame.axes, want.rotation)), 1, 1e-12);
    }
    TriangleMesh own = object.geometry->surface;
    for (Vec3& x : own.vertices) x = frame.to_own(x);
    EXPECT_NEAR(volume_of(body.surface->mesh), volume_of(own), 1e-6 * volume_of(own));
    EXPECT_NEAR(*body.mass, object.geometry->solid.volume * body.material.density, 1e-9);
  }
  EXPECT_EQ(back.bodies[1].surface, back.bodies[2].surface);
  ASSERT_TRUE(back.floor);
  EXPECT_NEAR(back.floor->height, 0.05, 1e-8);
  EXPECT_EQ(back.floor->material, "oak");
  EXPECT_EQ(back.floor->friction, 0.7);
  ASSERT_EQ(back.cameras.size(), 2u);
  EXPECT_EQ(back.cameras[0].kind, ListenerKind::mono);
  EXPECT_LT(norm(rotate(back.cameras[0].poses[0].rotation, {0, 0, -1}) - scene.listeners[0].look),
            1e-7);
  EXPECT_LT(norm(back.cameras[1].poses[25].position - Vec3{2, 1, 2}), 1e-6);
}

TEST_F(ImportGltf, ARoundTripThroughASceneFolderKeepsSceneAndPoses) {
  const Scene scene = two_movers();
  write_motion_glb(folder_ / "motion.glb", scene, tracks_of(scene), 0, 2, 50);
  const GltfImport found = import_gltf(folder_ / "motion.glb");
  const auto notes = write_imported_scene(folder_ / "out", found);
  EXPECT_TRUE(notes.empty()) << notes[0];
  const Scene back = load_scene(folder_ / "out/scene.json", gltf_kinds());
  EXPECT_EQ(back.duration, 3);
  ASSERT_EQ(back.objects.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    const ObjectSpec &a = scene.objects[i], &b = back.objects[i];
    EXPECT_EQ(b.name, a.name);
    EXPECT_EQ(b.is_static, a.is_static);
    EXPECT_LT(norm(b.position - a.position), 1e-7);
    EXPECT_NEAR(std::abs(dot(b.rotation, a.rotation)), 1, 1e-12);
    EXPECT_EQ(back.material(b.material).density, scene.material(a.material).density);
    const double volume = a.geometry->solid.volume;
    EXPECT_NEAR(b.geometry->solid.volume, volume, 0.05 * volume);
  }
  EXPECT_EQ(back.objects[0].material, "porcelain");
  EXPECT_EQ(back.objects[3].material, "mine");
  ASSERT_TRUE(back.motion.floor);
  EXPECT_EQ(back.motion.floor->friction, 0.7);
  ASSERT_EQ(back.listeners.size(), 2u);
  EXPECT_EQ(back.listeners[0].kind, ListenerKind::mono);
  EXPECT_LT(norm(back.listeners[0].look - scene.listeners[0].look), 1e-7);
  EXPECT_TRUE(back.listeners[0].path.empty());
  const auto& path = back.listeners[1].path;
  ASSERT_EQ(path.size(), 3u);
  EXPECT_NEAR(path[0].time, 0.5, 1e-9);
  EXPECT_LT(norm(path[0].position - Vec3{2, 1, 2}), 1e-6);
  EXPECT_NEAR(path[1].time, 0.8, 1e-9);
  EXPECT_LT(norm(path[1].position - Vec3{2, 3, 2}), 1e-6);

  const PoseTable table = pose_table(found);
  const PoseTable read = read_pose_table(folder_ / "out/poses.csv", {});
  EXPECT_EQ(read.bodies, (std::vector<std::string>{"cup", "a"}));
  ASSERT_EQ(read.rows.size(), 202u);
  ASSERT_EQ(table.rows.size(), 202u);
  EXPECT_NEAR(read.step, 0.02, 1e-9);
  EXPECT_NEAR(read.rounding / table.rounding, 1, 0.9);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_NEAR(read.rows[k].time, table.rows[k].time, 1e-9);
    EXPECT_LT(norm(read.rows[k].own.position - table.rows[k].own.position), 1e-6);
    EXPECT_NEAR(std::abs(dot(read.rows[k].own.rotation, table.rows[k].own.rotation)), 1, 1e-12);
  }
}

TEST_F(ImportGltf, APreRollComesBackAtNegativeTimes) {
  const Scene scene = two_movers();
  const auto tracks = tracks_of(scene, -0.5);
  write_motion_glb(folder_ / "motion.glb", scene, tracks, -0.5, 0.5, 50);
  const GltfImport back = import_gltf(folder_ / "motion.glb");
  EXPECT_EQ(back.start, -0.5);
  EXPECT_EQ(back.frames, 51);
  EXPECT_LT(norm(back.bodies[1].poses[25].position - tracks[1].pose_at(0).position), 1e-7);
  write_imported_scene(folder_ / "out", back);
  const Scene read = load_scene(folder_ / "out/scene.json", gltf_kinds());
  EXPECT_LT(norm(read.objects[1].position - Vec3{0.5, 0.3, 0.5}), 1e-6);
}

TEST_F(ImportGltf, ABeginBetweenFramesIsKept) {
  const Scene scene = two_movers();
  const auto tracks = tracks_of(scene);
  write_motion_glb(folder_ / "motion.glb", scene, tracks, 0.0133, 1, 30);
  const GltfImport back = import_gltf(folder_ / "motion.glb");
  EXPECT_NEAR(back.start, 0.0133, 1e-8);
  EXPECT_EQ(back.frames, 30);
  EXPECT_LT(norm(back.bodies[1].poses[7].position - tracks[1].pose_at(back.time(7)).position),
            1e-7);
}

TEST_F(ImportGltf, StepsHoldLinesAreStraightAndSplinesAreHermite) {
  TestGltf gltf;
  gltf.root["scenes"][0]["nodes"] = {0, 1, 2};
  const auto cube = gltf.cube();
  for (int k = 0; k < 3; ++k) gltf.node({{"mesh", cube}});
  gltf.animate(0, "translation", {0, 1, 2}, {0, 0, 0, 4, 0, 0, 5, 0, 0}, "STEP");
  gltf.animate(1, "translation", {0, 2}, {0, 0, 0, 4, 0, 8}, "LINEAR");
  // Per key: tangent in, value, tangent out.
  gltf.animate(2, "translation", {0, 2}, {9, 9, 9, 0, 1, 0, 2, 0, 0, -1, 0, 0, 1, 1, 0, 9, 9, 9},
               "CUBICSPLINE");
  GltfImportOptions options = all_steel();
  options.fps = 4;
  const GltfImport found = import(gltf, options);
  ASSERT_EQ(found.frames, 9);
  const auto x = [&](int body, int frame) { return found.bodies[body].poses[frame].position.x; };
  EXPECT_EQ(x(0, 3), 0);
  EXPECT_EQ(x(0, 4), 4);
  EXPECT_EQ(x(0, 7), 4);
  EXPECT_EQ(x(0, 8), 5);
  EXPECT_DOUBLE_EQ(x(1, 3), 1.5);
  EXPECT_DOUBLE_EQ(found.bodies[1].poses[3].position.z, 3);
  // u = 1/2: 2 * 1/8 * 2 + 1/2 * 1 - 2 * 1/8 * -1 = 1.25
  EXPECT_DOUBLE_EQ(x(2, 4), 1.25);
  // u = 1/4: 2 * 9/64 * 2 + 5/32 * 1 + 2 * -3/64 * -1
  EXPECT_DOUBLE_EQ(x(2, 2), 0.5625 + 0.15625 + 0.09375);
  EXPECT_DOUBLE_EQ(found.bodies[2].poses[3].position.y, 1);
  EXPECT_EQ(x(2, 8), 1);
}

TEST_F(ImportGltf, RotationsTakeTheShorterWayAtConstantSpeed) {
  TestGltf gltf;
  gltf.root["scenes"][0]["nodes"] = {0, 1};
  const auto cube = gltf.cube();
  for (int k = 0; k < 2; ++k) gltf.node({{"mesh", cube}});
  const float h = static_cast<float>(std::sqrt(0.5));
  // To a quarter turn about z, given as -q.
  gltf.animate(0, "rotation", {0, 1}, {0, 0, 0, 1, 0, 0, -h, -h});
  gltf.animate(1, "rotation", {0, 1},
               {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, h, h, 0, 0, 0, 0},
               "CUBICSPLINE");
  GltfImportOptions options = all_steel();
  options.fps = 4;
  const GltfImport found = import(gltf, options);
  const Quat third = Quat::from_axis_angle({0, 0, 1}, kPi / 8);
  EXPECT_NEAR(std::abs(dot(found.bodies[0].poses[1].rotation, third)), 1, 1e-12);
  // Flat tangents: the middle of two equally long quaternions is the middle of the turn.
  const Quat half = Quat::from_axis_angle({0, 0, 1}, kPi / 4);
  EXPECT_NEAR(std::abs(dot(found.bodies[1].poses[2].rotation, half)), 1, 1e-12);
  // u = 1/4: weights 27/32 and 5/32
  const double angle = 2 * std::atan2(5 * std::sqrt(0.5), 27 + 5 * std::sqrt(0.5));
  const Quat quarter = Quat::from_axis_angle({0, 0, 1}, angle);
  EXPECT_NEAR(std::abs(dot(found.bodies[1].poses[1].rotation, quarter)), 1, 1e-12);
}

TEST_F(ImportGltf, ParentsTurnMoveAndScaleTheirChildren) {
  TestGltf gltf;
  const float h = static_cast<float>(std::sqrt(0.5));
  gltf.node({{"children", {1}},
             {"translation", {10, 0, 0}},
             {"rotation", {0, 0, h, h}},  // x becomes y
             {"scale", {2, 2, 2}}});
  gltf.node({{"mesh", gltf.cube()}, {"name", "child"}, {"scale", {1, 3, 1}}});
  gltf.animate(1, "translation", {0, 1}, {1, 0, 0, 2, 0, 0});
  const GltfImport found = import(gltf);
  ASSERT_EQ(found.bodies.size(), 1u);
  const GltfBody& body = found.bodies[0];
  EXPECT_NEAR(volume_of(body.surface->mesh), 24, 1e-6);
  EXPECT_LT(norm(body.surface->mesh.vertices[7] - Vec3{2, 6, 2}), 1e-6);
  EXPECT_LT(norm(body.poses[0].position - Vec3{10, 2, 0}), 1e-6);
  EXPECT_LT(norm(body.poses.back().position - Vec3{10, 4, 0}), 1e-6);
  EXPECT_LT(norm(to_world(body.poses[0], body.surface->mesh.vertices[1]) - Vec3{10, 4, 0}), 1e-6);
  EXPECT_EQ(found.fps, 24);
  EXPECT_EQ(found.frames, 25);
}

TEST_F(ImportGltf, AMirroredParentKeepsBodiesRigidAndTheirOutsideOut) {
  TestGltf gltf;
  const float h = static_cast<float>(std::sqrt(0.5));
  gltf.node({{"children", {1}}, {"scale", {-1, 1, 1}}});
  gltf.node({{"mesh", gltf.cube()}});
  gltf.animate(1, "rotation", {0, 1}, {0, 0, 0, 1, 0, 0, h, h});
  const GltfImport found = import(gltf);
  const GltfBody& body = found.bodies[0];
  EXPECT_NEAR(volume_of(body.surface->mesh), 1, 1e-9);
  // Corner (1, 0, 0): turned to (0, 1, 0), mirrored in x. Corner (0, 1, 0): (-1, 0, 0), (1, 0, 0).
  const auto& corners = body.surface->mesh.vertices;
  EXPECT_LT(norm(to_world(body.poses.back(), corners[1]) - Vec3{0, 1, 0}), 1e-6);
  EXPECT_LT(norm(to_world(body.poses.back(), corners[2]) - Vec3{1, 0, 0}), 1e-6);
  EXPECT_LT(norm(to_world(body.poses[0], corners[1]) - Vec3{-1, 0, 0}), 1e-6);
}

TEST_F(ImportGltf, AMatrixIsTakenApart) {
  TestGltf gltf;
  // Columns: x -> 2 z, y -> 3 x, z -> 4 y; then (5, 6, 7).
  gltf.node({{"mesh", gltf.cube()}, {"matrix", {0, 0, 2, 0, 3, 0, 0, 0, 0, 4, 0, 0, 5, 6, 7, 1}}});
  const GltfImport found = import(gltf);
  const GltfBody& body = found.bodies[0];
  EXPECT_TRUE(body.is_static);
  EXPECT_NEAR(volume_of(body.surface->mesh), 24, 1e-9);
  EXPECT_LT(norm(body.surface->mesh.vertices[7] - Vec3{2, 3, 4}), 1e-9);
  EXPECT_LT(norm(to_world(body.poses[0], body.surface->mesh.vertices[7]) - Vec3{8, 10, 9}), 1e-9);
}

TEST_F(ImportGltf, ScaleAndUpTurnAndShrinkTheWorld) {
  TestGltf gltf = sliding();
  gltf.animate(0, "scale", {0, 1}, {1, 1, 2, 1, 1, 2});  // constant: allowed
  gltf.root["nodes"][0]["translation"] = {0, 0, 0};
  gltf.root["cameras"] = TestJson::parse(R"([{"type": "perspective"}])");
  gltf.node({{"camera", 0}, {"translation", {0, -3, 1}}, {"name", "cam"}});
  gltf.root["scenes"][0]["nodes"] = {0, 1};
  GltfImportOptions options = all_steel();
  options.up = UpAxis::z;
  options.scale = 0.01;
  const GltfImport found = import(gltf, options);
  const GltfBody& body = found.bodies[0];
  EXPECT_NEAR(volume_of(body.surface->mesh), 2e-6, 1e-12);
  EXPECT_LT(norm(body.poses.back().position - Vec3{0.01, 0, 0}), 1e-9);
  // The corner (0, 0, 2) of the file is up.
  EXPECT_LT(norm(to_world(body.poses[0], body.surface->mesh.vertices[4]) - Vec3{0, 0.02, 0}), 1e-9);
  // A camera without rotation looks along -z of the file: down.
  EXPECT_LT(norm(found.cameras[0].poses[0].position - Vec3{0, 0.01, 0.03}), 1e-9);
  EXPECT_LT(norm(rotate(found.cameras[0].poses[0].rotation, {0, 0, -1}) - Vec3{0, -1, 0}), 1e-9);
  write_imported_scene(folder_ / "out", found);
  const Scene scene = load_scene(folder_ / "out/scene.json", gltf_kinds());
  EXPECT_EQ(scene.listeners[0].name, "cam");
  EXPECT_LT(norm(scene.listeners[0].look - Vec3{0, -1, 0}), 1e-9);
  const Vec3 right = right_of(scene.listeners[0].look, scene.listeners[0].up);
  EXPECT_LT(norm(right - Vec3{1, 0, 0}), 1e-9);  // its ears: along x
}

TEST_F(ImportGltf, FramesAreFoundInTheKeys) {
  const auto grid = [](double fps, double begin, int keys, int every) {
    std::vector<double> times;
    for (int k = 0; k < keys; ++k) times.push_back(static_cast<float>(begin + every * k / fps));
    return frame_grid(times, 0);
  };
  for (const double fps : {24.0, 25.0, 30.0, 60.0, 120.0, 240.0, 1000.0, 24 / 1.001, 30 / 1.001}) {
    const FrameGrid found = grid(fps, 0, 400, 1);
    EXPECT_NEAR(found.fps, fps, 1e-9);
    EXPECT_EQ(found.frames, 400);
    EXPECT_EQ(found.start, 0);
    EXPECT_TRUE(found.regular);
  }
  EXPECT_NEAR(grid(24, 1.0 / 24, 100, 1).start, 1.0 / 24, 1e-9);  // Blender's frame 1
  EXPECT_EQ(grid(24, 0.0133, 100, 1).fps, 24);
  EXPECT_NEAR(grid(24, 0.0133, 100, 1).start, 0.0133, 1e-8);
  EXPECT_EQ(grid(24, 0, 10, 24).frames, 217);
  EXPECT_EQ(grid(100, 3000, 5000, 1).fps, 100);  // single precision: 0.25 ms
  const FrameGrid odd = frame_grid({0, 0.1, 0.1234567, 0.7654321}, 0);
  EXPECT_FALSE(odd.regular);
  EXPECT_NEAR(odd.fps, 1 / 0.0234567, 1e-6);
  // Keys of one rate at another: all of the motion is in it.
  const FrameGrid other = frame_grid({0, 1.0 / 24, 2.0 / 24}, 30);
  EXPECT_EQ(other.fps, 30);
  EXPECT_EQ(other.frames, 4);
  EXPECT_EQ(frame_grid({}, 0).frames, 1);
}

TEST_F(ImportGltf, MaterialsComeFromMapExtrasAndNames) {
  TestGltf gltf;
  gltf.root["scenes"][0]["nodes"] = {0, 1, 2, 3, 4};
  gltf.root["materials"] = TestJson::parse(R"([{"name": "Cast Iron.002"}, {"name": "Blue"}])");
  const auto plain = gltf.cube(), iron = gltf.cube(), blue = gltf.cube();
  gltf.root["meshes"][iron]["primitives"][0]["material"] = 0;
  gltf.root["meshes"][blue]["primitives"][0]["material"] = 1;
  gltf.node({{"mesh", plain}, {"name", "Coin.001"}});
  gltf.node({{"mesh", iron}, {"name", "Pan"}, {"extras", {{"mass", 2}, {"friction", 0.1}}}});
  gltf.node({{"mesh", blue}, {"name", "Ball"}});
  gltf.node({{"mesh", plain}, {"name", "Mug"}, {"extras", {{"material", "porcelain"}}}});
  gltf.node({{"mesh", plain}, {"name", "Coin.001"}});
  GltfImportOptions options;
  const std::string lost = error(gltf, options);
  expect_has(lost, "nothing is said of 'Coin.001', 'Coin.001'\n");
  expect_has(lost, "'Blue' of 'Ball'\n");
  expect_has(lost, "\ngive a map, for example --materials map.json with {\"*\": \"steel\"}");
  options.materials = MaterialMap(
      {{"Coin*", "nickel"}, {"Bl?e", "rubber"}, {"*", "oak"}, {"Coin.0*", "brass"}}, "m");
  const GltfImport found = import(gltf, options);
  const auto material = [&](int body) { return found.bodies[body].material.name; };
  EXPECT_EQ(material(0), "brass");
  EXPECT_EQ(material(1), "cast-iron");
  EXPECT_EQ(material(2), "rubber");
  EXPECT_EQ(material(3), "porcelain");
  EXPECT_EQ(found.bodies[0].name, "Coin.001");
  EXPECT_EQ(found.bodies[4].name, "Coin.001_2");
  EXPECT_EQ(found.bodies[0].surface, found.bodies[4].surface);
  EXPECT_EQ(found.bodies[1].mass, 2);
  EXPECT_EQ(found.bodies[1].friction, 0.1);
  // All at once, each with what it may mean.
  gltf.root["nodes"][3]["extras"]["material"] = "cheese";
  gltf.root["nodes"][4]["extras"]["material"] = "White Tiles.003";
  options.materials = {};
  const std::string list = error(gltf, options);
  expect_has(list, "4 materials are not in the library");
  expect_has(list, "\n  'cheese' of 'Mug'\n");
  expect_has(list,
             "\n  'White Tiles.003' of 'Coin.001'; did you mean 'porcelain', 'stoneware' or "
             "'marble'?\n");
  expect_has(list, R"({"White Tiles.003": "porcelain", "*": "steel"})");
}

TEST_F(ImportGltf, AMapOfMaterialsIsChecked) {
  const auto map = [&](const std::string& text) {
    std::ofstream(folder_ / "map.json") << text;
    return read_material_map(folder_ / "map.json");
  };
  EXPECT_EQ(map(R"({"a*": "steel", "*": "oak"})").find("abc"), "steel");
  EXPECT_EQ(map(R"({"a*": "steel", "abc": "oak"})").find("abc"), "oak");
  EXPECT_EQ(map(R"({"a*c": "steel"})").find("abcb"), std::nullopt);
  EXPECT_EQ(map(R"({"*": "oak"})").find("abc"), std::nullopt);
  EXPECT_EQ(map(R"({"*": "oak"})").rest(), "oak");
  expect_has(error_of([&] { map(R"({"a": "stele"})"); }),
             "'stele' of \"a\"; did you mean 'steel'?");
  expect_has(error_of([&] { map(R"({"a": "stele", "b": "oka"})"); }),
             "'oka' of \"b\"; did you mean 'oak'?");
  expect_has(error_of([&] { map(R"({"a": 1})"); }), "expected the name of a material");
  expect_has(error_of([&] { map("[]"); }), "expected an object");
  expect_has(error_of([&] { map("{"); }), "is not valid JSON");
  expect_has(error_of([&] { map(std::string(100000, '[')); }), "nested");
  EXPECT_TRUE(matches("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(matches(std::string(50, '*') + "b", std::string(5000, 'a')));
}

TEST_F(ImportGltf, OpenSheetsMassesAndStaticsBecomeASceneThatLoads) {
  TestGltf gltf;
  gltf.root["scenes"][0]["nodes"] = {0, 1, 2, 3, 4};
  const auto cube = gltf.cube();
  const auto corners = gltf.floats({0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1}, "VEC3");
  const auto indices = gltf.shorts({0, 2, 1, 0, 3, 2});
  gltf.root["meshes"].push_back(
      {{"name", "Sheet"},
       {"primitives",
        TestJson::array({{{"attributes", {{"POSITION", corners}}}, {"indices", indices}}})}});
  gltf.node({{"mesh", 1}, {"name", "leaf"}});
  gltf.node({{"mesh", 1}, {"name", "ground"}});
  gltf.node({{"mesh", cube},
             {"name", "block"},
             {"scale", {0.1, 0.1, 0.1}},
             {"extras", {{"mass", 5.0}, {"restitution", 0.9}}}});
  gltf.node({{"mesh", cube}, {"name", "crate"}, {"extras", {{"mass", 1}}}});
  gltf.node({{"mesh", cube},
             {"name", "lead"},
             {"scale", {0.1, 0.1, 0.1}},
             {"extras", {{"mass", 1e3}, {"static", 0}}}});
  for (const std::size_t node : {0, 2})
    gltf.animate(node, "translation", {0, 1}, {0, 0, 0, 1, 0, 0});
  const GltfImport found = import(gltf);
  const auto notes = write_imported_scene(folder_ / "out", found);
  ASSERT_EQ(notes.size(), 4u);
  expect_has(notes[0], "body 'leaf': its surface is open; it is taken as a sheet 2 mm thick");
  expect_has(notes[1], "body 'ground': its surface is open, so it makes no sound");
  expect_has(notes[2], "body 'lead': 1000 kg in 1 l are 1e+06 kg/m^3, which nothing is");
  expect_has(notes[3], "has no camera; a listener is put at");
  const Scene scene = load_scene(folder_ / "out/scene.json", gltf_kinds());
  ASSERT_EQ(scene.objects.size(), 5u);
  EXPECT_EQ(std::get<MeshShape>(scene.objects[0].shape).shell_thickness, 0.002);
  EXPECT_TRUE(scene.objects[1].is_static);
  EXPECT_EQ(scene.objects[1].sound, ObjectSound::none);
  const Material& block = scene.material(scene.objects[2].material);
  EXPECT_NEAR(block.density, 5000, 0.01);
  EXPECT_EQ(block.restitution, 0.9);
  EXPECT_EQ(block.young, find_material("steel")->young);
  EXPECT_EQ(scene.objects[3].material, "steel");  // static: its mass does not matter
  EXPECT_FALSE(scene.objects[4].is_static);
  EXPECT_EQ(pose_table(found).bodies, (std::vector<std::string>{"leaf", "block", "lead"}));
}

TEST_F(ImportGltf, WhatIsMovedAndStaticFollowsAPath) {
  TestGltf gltf = sliding();
  gltf.root["nodes"][0]["extras"] = {{"static", true}};
  const GltfImport found = import(gltf);
  EXPECT_TRUE(found.bodies[0].is_moved);
  EXPECT_FALSE(found.bodies[0].is_static);
  write_imported_scene(folder_ / "out", found);
  const Scene scene = load_scene(folder_ / "out/scene.json", gltf_kinds());
  ASSERT_EQ(scene.objects[0].path.size(), 25u);
  EXPECT_NEAR(scene.objects[0].path[12].time, 0.5, 1e-12);
  EXPECT_NEAR(scene.objects[0].path[12].position.x, 0.5, 1e-7);
}

TEST_F(ImportGltf, SkinsAndMorphTargetsAreRigidWithAWarning) {
  TestGltf gltf = sliding();
  gltf.root["nodes"][0]["skin"] = 0;
  gltf.root["meshes"][0]["weights"] = {0.5};
  gltf.root["animations"][0]["channels"].push_back(
      {{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}});
  const GltfImport found = import(gltf);
  ASSERT_EQ(found.warnings.size(), 3u);
  expect_has(found.warnings[0], "/animations/0/channels/1: morph targets");
  expect_has(found.warnings[1], "/nodes/0 ('Cube.001'): is bent by a skin");
  expect_has(found.warnings[2], "/nodes/0 ('Cube.001'): has morph targets");
  EXPECT_EQ(found.bodies[0].poses.size(), 25u);
}

TEST_F(ImportGltf, OneAnimationOfSeveralCounts) {
  TestGltf gltf = sliding();
  gltf.root["animations"].push_back(gltf.root["animations"][0]);
  const GltfImport found = import(gltf);
  ASSERT_EQ(found.warnings.size(), 1u);
  expect_has(found.warnings[0],
             "/animations/1/channels/0: the translation of node 0 is animated twice");
}

TEST_F(ImportGltf, HostileFilesEndInASentence) {
  TestGltf gltf = sliding();
  gltf.root["nodes"][0]["children"] = {0};
  expect_has(error(gltf), "/nodes/0: is reached twice: a cycle");
  gltf = sliding();
  gltf.root["animations"][0]["channels"][0]["target"]["node"] = 7;
  expect_has(error(gltf), "/animations/0/channels/0/target/node: refers to entry 7 of \"nodes\"");
  gltf = sliding();
  gltf.root["accessors"][2]["count"] = 1000000000;
  expect_has(error(gltf), "/accessors/2: 1000000000 entries of 4 bytes");
  gltf = sliding();
  gltf.root["accessors"][2]["count"] = 1;
  expect_has(error(gltf), "/animations/0/samplers/0: 1 keys need 1 values, but accessor 3 has 2");
  gltf = sliding();
  gltf.root["accessors"][3]["bufferView"] = 99;
  expect_has(error(gltf), "/accessors/3/bufferView: refers to entry 99");
  gltf = sliding();
  gltf.root["extensionsRequired"] = {"KHR_magic"};
  expect_has(error(gltf), "KHR_magic is not known: export without it");
  gltf = sliding();
  gltf.root["animations"][0]["samplers"][0]["interpolation"] = "BEZIER";
  expect_has(error(gltf), "/animations/0/samplers/0/interpolation");
  gltf = sliding();
  gltf.root["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  expect_has(error(gltf), "animates node 0, which has a matrix");
  gltf = sliding();
  gltf.root["nodes"][0]["extras"] = {{"mass", "heavy"}};
  expect_has(error(gltf), "/nodes/0/extras/mass: expected a number from 0 to 1e+09, got \"heavy\"");
  gltf = sliding();
  gltf.root["nodes"][0]["scale"] = {1, 0, 1};
  expect_has(error(gltf), "/nodes/0 ('Cube.001'): is scaled to nothing");
  gltf = sliding();
  gltf.root["nodes"][0].erase("mesh");
  expect_has(error(gltf), "no node of the default scene has a mesh");
}

TEST_F(ImportGltf, HostileKeysEndInASentence) {
  const auto with = [&](const char* path, const std::vector<float>& times,
                        const std::vector<float>& values) {
    TestGltf gltf;
    gltf.node({{"mesh", gltf.cube()}, {"name", "c"}});
    gltf.animate(0, path, times, values);
    return error(gltf);
  };
  expect_has(with("translation", {0, NAN}, {0, 0, 0, 1, 0, 0}),
             "/accessors/2: entry 1 is not a finite number");
  expect_has(with("translation", {0, 1}, {0, 0, 0, 1, 0, INFINITY}),
             "/accessors/3: entry 1 is not a finite number");
  expect_has(with("translation", {1, 0.5}, {0, 0, 0, 1, 0, 0}),
             "/accessors/2: key 1 is at 0.5 s, not after the key before it at 1 s");
  expect_has(with("translation", {-1, 0.5}, {0, 0, 0, 1, 0, 0}), "key 0 is at -1 s");
  expect_has(with("translation", {0, 1e9}, {0, 0, 0, 1, 0, 0}), "a key is at 1000000000 s");
  expect_has(with("translation", {0, 1}, {0, 0, 0, 3e38f, 0, 0}), "at most 1e9 m are read");
  expect_has(with("rotation", {0, 1}, {0, 0, 0, 1, 0, 0, 0, 0}),
             "/accessors/3: the rotation of key 1 is no unit quaternion");
  expect_has(with("scale", {0, 1}, {1, 1, 1, 2, 1, 1}),
             "/nodes/0 ('c'): changes its size or is sheared at 0.0416667 s");
}

TEST_F(ImportGltf, TooManyPosesAreRefusedBeforeTheyAreMade) {
  TestGltf gltf;
  gltf.node({{"mesh", gltf.cube()}});
  gltf.animate(0, "translation", {0, 3600}, {0, 0, 0, 1, 0, 0});
  GltfImportOptions options = all_steel();
  options.fps = 1e5;
  expect_has(error(gltf, options), "too many: give a lower rate");
  options.fps = -1;
  expect_has(error(gltf, options), "--fps");
  options.fps = 0, options.scale = 0;
  expect_has(error(gltf, options), "--scale");
}

TEST_F(ImportGltf, CutOffFilesNeverCrash) {
  const Scene scene = two_movers();
  write_motion_glb(folder_ / "motion.glb", scene, tracks_of(scene), 0, 0.2, 30);
  const std::string whole = bytes_of_file(folder_ / "motion.glb");
  for (std::size_t length : {0u, 3u, 11u, 12u, 19u, 40u, 2000u, 20000u}) {
    std::ofstream(folder_ / "cut.glb", std::ios::binary) << whole.substr(0, length);
    const std::string text = error_of([&] { import_gltf(folder_ / "cut.glb"); });
    expect_has(text, "cut.glb: ");
  }
  expect_has(error_of([&] { import_gltf(folder_ / "none.glb"); }), "no such file");
  std::ofstream(folder_ / "a.fbx") << "Kaydara FBX Binary";
  expect_has(error_of([&] { import_gltf(folder_ / "a.fbx"); }), "export glTF 2.0");
}

TEST_F(ImportGltf, ChangedBytesEndInASentenceOrAnImport) {
  TestGltf gltf = sliding();
  gltf.root["nodes"][0]["extras"] = {{"mass", 1.5}, {"material", "oak"}};
  gltf.root["nodes"][0]["children"] = {1};
  gltf.root["cameras"] = TestJson::parse(R"([{"type": "perspective"}])");
  gltf.node({{"camera", 0}, {"rotation", {0, 0, 0, 1}}});
  gltf.animate(1, "rotation", {0, 0.5, 1}, {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0}, "STEP");
  const std::string whole = bytes_of_file(gltf.write(folder_ / "whole.glb"));
  int imported = 0;
  for (std::uint64_t k = 0; k < 1500; ++k) {
    KeyedRng random(7, k, 0);
    std::string bytes = whole;
    const int changes = 1 + static_cast<int>(3 * random.uniform());
    for (int c = 0; c < changes; ++c) {
      const auto at = static_cast<std::size_t>(random.uniform() * bytes.size());
      const bool json = at < whole.find("BIN");
      bytes[at] = json ? "0123456789{}[],:-e\"tn"[static_cast<int>(random.uniform() * 21)]
                       : static_cast<char>(256 * random.uniform());
    }
    try {
      const GltfImport found = import_gltf(bytes, "m.glb", {}, all_steel());
      ++imported;
      for (const GltfBody& body : found.bodies)
        for (const Pose& pose : body.poses) {
          ASSERT_TRUE(is_finite(pose.position));
          ASSERT_NEAR(dot(pose.rotation, pose.rotation), 1, 1e-9);
        }
    } catch (const Error& error) {
      ASSERT_NE(std::string(error.what()).find("m.glb: "), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(imported, 100);
}

}  // namespace
}  // namespace peal
