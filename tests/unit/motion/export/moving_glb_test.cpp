// Rods and grains in motion.glb: what the file says of a frame against what the tape says.
#include <cmath>

#include "base/constants.h"
#include "motion/export/motion_glb.h"
#include "motion/solids/scene_solid.h"
#include "motion/take/shape_tape.h"
#include "physics/geometry/swept_surface.h"
#include "unit/tools/import/gltf_samples.h"

namespace peal {
namespace {

constexpr int kPoints = 9, kFrames = 13, kGrains = 4;
constexpr double kRadius = 0.004, kLength = 0.4;  // [m]
constexpr double kRate = 60 * ShapeSamples::kKnot;

Scene rod_and_grains(const char* radii = "") {
  return parse_scene(fmt::format(R"({{"peal": 1, "name": "matter", "duration": 0.2,
    "listeners": [{{"name": "ear", "position": [0, 1, 1]}}],
    "objects": [{{"name": "wire", "body": "rod", "material": "steel", "position": [0, 0.2, 0],
      "shape": {{"kind": "rod", "points": {}, "section": {{"kind": "circle", "radius": {}}},
                "centreline": {{"kind": "straight", "length": {}}}}}}}],
    "grains": [{{"name": "beads", "material": "glass", "count": {}, "radius": 0.001{},
                "position": [0, 0.5, 0]}}],
    "sources": []}})",
                                 kPoints, kRadius, kLength, kGrains, radii),
                     "matter.json", gltf_kinds());
}

/// The wire bends into an arc in the plane of x and y while it falls; d1 turns about it.
double bend(int frame) { return 4.0 * frame / (kFrames - 1); }  // [1/m]
double twist(int frame, int i) { return 0.1 * frame + 0.05 * i; }
ShapeSamples::Knot knot(int frame, int i) {
  const double s = (static_cast<double>(i) / (kPoints - 1) - 0.5) * kLength, k = bend(frame);
  ShapeSamples::Knot out;
  out.position = k == 0 ? Vec3{s, 0.2, 0}
                        : Vec3{std::sin(k * s) / k,
                               0.2 - 0.1 * frame / kFrames + (1 - std::cos(k * s)) / k, 0};
  out.tangent = {std::cos(k * s), std::sin(k * s), 0};
  const Vec3 up{-std::sin(k * s), std::cos(k * s), 0};
  out.d1 = std::cos(twist(frame, i)) * up + std::sin(twist(frame, i)) * Vec3{0, 0, 1};
  return out;
}
/// Grain 3 comes with the fourth frame; grain 0 leaves after the tenth.
Vec3 grain(int frame, int i) {
  if ((i == 3 && frame < 3) || (i == 0 && frame > 9)) return {NAN, NAN, NAN};
  return {0.1 * i, 0.5 - 0.03 * frame + 0.01 * i, 0.02 * frame};
}

Take moving_take(const Scene& scene) {
  Take take;
  take.end = 0.22;
  take.bodies = {{scene.objects[0].name, 1, {1, 1, 1}}};
  take.tracks = {PoseTrack(scene.objects[0].pose())};
  auto tape = std::make_shared<ChunkFile>(ChunkFile::temporary({}));
  MotionBlock block;
  ShapeSamples shape;
  shape.rate = kRate, shape.count = kFrames * ShapeSamples::kKnot, shape.points = kPoints;
  for (int i = 0; i < kPoints; ++i)
    for (int f = 0; f < kFrames; ++f) shape.knots.push_back(knot(f, i));
  block.shapes.push_back(shape);
  for (int f = 0; f < kFrames; ++f) {
    CrowdFrame frame;
    frame.time = f / CrowdFrame::kFrameRate;
    for (int i = 0; i < kGrains; ++i)
      for (int k = 0; k < 3; ++k) frame.places.push_back(static_cast<float>(grain(f, i)[k]));
    block.frames.push_back(frame);
  }
  ShapeTapeWriter().record(block, *tape);
  take.tape = tape;
  return take;
}

class MovingGlb : public ::testing::Test {
 protected:
  GlbFile written(const Scene& scene, const MovingLimits& limits = {}) {
    const Take take = moving_take(scene);
    said_ = write_motion_glb(folder_ / "m.glb", scene, take.tracks, 0, 0.2, 60, &take, limits);
    return GlbFile(bytes_of_file(folder_ / "m.glb"));
  }
  static std::size_t node(const GlbFile& file, const std::string& name) {
    const TestJson& nodes = file.json.at("nodes");
    for (std::size_t n = 0; n < nodes.size(); ++n)
      if (nodes[n].at("name") == name) return n;
    ADD_FAILURE() << "there is no node " << name;
    return 0;
  }
  struct Channel {
    std::vector<double> times, values;
    std::string interpolation;
  };
  static Channel channel(const GlbFile& file, std::size_t node, const std::string& path) {
    const TestJson& animation = file.json.at("animations").at(0);
    for (const TestJson& one : animation.at("channels"))
      if (one.at("target").at("node") == node && one.at("target").at("path") == path) {
        const TestJson& sampler = animation.at("samplers").at(one.at("sampler").get<int>());
        return {file.numbers(sampler.at("input")), file.numbers(sampler.at("output")),
                sampler.at("interpolation")};
      }
    return {};
  }
  static Vec3 vec(const std::vector<double>& numbers, std::size_t k) {
    return {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
  }
  TestFolder folder_;
  std::vector<std::string> said_;
};

TEST_F(MovingGlb, ABentRodIsWhereTheTapeHasItWithItsSectionTurned) {
  const Scene scene = rod_and_grains();
  const GlbFile file = written(scene);
  EXPECT_TRUE(said_.empty());
  const TestJson& wire = file.json["nodes"][node(file, "wire")];
  EXPECT_EQ(wire["extras"]["material"], "steel");
  const TestJson& skin = file.json["skins"][wire["skin"].get<int>()];
  ASSERT_EQ(skin["joints"].size(), kPoints);
  const TestJson& primitive = file.json["meshes"][wire["mesh"].get<int>()]["primitives"][0];
  const auto places = file.numbers(primitive["attributes"]["POSITION"]),
             joints = file.numbers(primitive["attributes"]["JOINTS_0"]),
             weights = file.numbers(primitive["attributes"]["WEIGHTS_0"]),
             back = file.numbers(skin["inverseBindMatrices"]);
  // A ring per point, and those at the ends twice: the caps are flat.
  const std::size_t vertices = kSweptSides * (kPoints + 2);
  ASSERT_EQ(places.size(), 3 * vertices);
  ASSERT_EQ(joints.size(), 4 * vertices);
  for (std::size_t v = 0; v < vertices; ++v) EXPECT_EQ(weights[4 * v], 255);
  // The box of a frame in 32767 steps, a direction in 127.
  const double on_line = 0.5 * kLength / 32767 + 1e-7;
  const double off_line = on_line + kRadius * (1.0 / 127 + 0.02);
  for (const int frame : {0, 5, kFrames - 1}) {
    double farthest = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
      const auto i = static_cast<std::size_t>(joints[4 * v]);
      const std::size_t bone = skin["joints"][i];
      const Channel moves = channel(file, bone, "translation"),
                    turns = channel(file, bone, "rotation");
      ASSERT_EQ(moves.times.size(), kFrames);
      EXPECT_EQ(moves.interpolation, "LINEAR");
      EXPECT_NEAR(moves.times[frame], frame / 60.0, 1e-6);
      const Vec3 centre = vec(moves.values, frame);
      EXPECT_LT(norm(centre - knot(frame, static_cast<int>(i)).position), on_line);
      const double* q = &turns.values[4 * frame];
      const Quat rotation = normalized(Quat{q[3], q[0], q[1], q[2]});
      const double* m = &back[16 * i];
      const Vec3 p = vec(places, v);
      const Vec3 own = Vec3{m[0], m[1], m[2]} * p.x + Vec3{m[4], m[5], m[6]} * p.y +
                       Vec3{m[8], m[9], m[10]} * p.z + Vec3{m[12], m[13], m[14]};
      const Vec3 shown = centre + rotate(rotation, own);
      // On the circle around the true line, at the angle that it has in its own section.
      const ShapeSamples::Knot truth = knot(frame, static_cast<int>(i));
      const Vec3 d2 = cross(truth.tangent, truth.d1);
      const Vec3 expected = truth.position + own.x * truth.d1 + own.y * d2;
      EXPECT_NEAR(std::hypot(own.x, own.y), kRadius, 1e-6);
      EXPECT_NEAR(own.z, 0, 1e-6);
      const bool at_end = i == 0 || i == kPoints - 1;  // tangents there are those of the last edge
      const double slack = at_end ? kRadius * bend(frame) * kLength / (kPoints - 1) : 0;
      EXPECT_LT(norm(shown - expected), off_line + slack) << frame << " " << v;
      farthest = std::max(farthest, norm(shown - expected));
    }
    EXPECT_LT(farthest, 0.2 * kRadius);
  }
}

TEST_F(MovingGlb, GrainsAreShownFrameByFrameWhereTheTapeHasThem) {
  const Scene scene = rod_and_grains();
  const GlbFile file = written(scene);
  EXPECT_EQ(file.json["extensionsRequired"][0], "KHR_mesh_quantization");
  const TestJson& crowd = file.json["nodes"][node(file, "beads")];
  EXPECT_EQ(crowd["extras"]["grains"]["count"], kGrains);
  EXPECT_EQ(crowd["extras"]["grains"]["shown"], kGrains);
  EXPECT_EQ(crowd["extras"]["grains"]["radius"], 0.001);
  ASSERT_EQ(crowd["children"].size(), kFrames);
  for (int f = 0; f < kFrames; ++f) {
    const std::size_t n = crowd["children"][f];
    const TestJson& frame = file.json["nodes"][n];
    EXPECT_NEAR(frame["extras"]["grain_time"].get<double>(), f / 60.0, 1e-6);
    const TestJson& primitive = file.json["meshes"][frame["mesh"].get<int>()]["primitives"][0];
    EXPECT_EQ(primitive["mode"], 0);
    const int accessor = primitive["attributes"]["POSITION"];
    EXPECT_EQ(file.json["accessors"][accessor]["normalized"], true);
    const auto steps = file.numbers(accessor);
    ASSERT_EQ(steps.size(), 3u * (f < 3 ? 3 : kGrains));
    const Channel scale = channel(file, n, "scale");
    EXPECT_EQ(scale.interpolation, "STEP");
    // There from its time to that of the next, and its size is that of the places.
    Vec3 size;
    for (std::size_t k = 0; k < scale.times.size(); ++k) {
      const Vec3 value = vec(scale.values, k);
      const bool own = std::abs(scale.times[k] - f / 60.0) < 1e-6;
      EXPECT_EQ(norm(value) > 0, own) << f << " " << scale.times[k];
      if (own) size = value;
    }
    if (f + 1 < kFrames) {
      EXPECT_NEAR(scale.times.back(), (f + 1) / 60.0, 1e-6);
    }
    for (std::size_t i = 0; i < steps.size() / 3; ++i) {
      const int seen = i == 0 ? std::min(f, 9) : f;  // it stays where it was seen last
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(frame["translation"][k].get<double>() + size[k] * steps[3 * i + k] / 65535,
                    grain(seen, static_cast<int>(i))[k], 0.3 / 32767 + 1e-6)
            << f << " " << i;
    }
  }
}

TEST_F(MovingGlb, RadiiThatDifferAreTold) {
  const Scene scene = rod_and_grains(R"(, "radius_to": 0.003)");
  const GlbFile file = written(scene);
  const TestJson& crowd = file.json["nodes"][node(file, "beads")];
  for (const TestJson& child : crowd["children"]) {
    const TestJson& attributes =
        file.json["meshes"][file.json["nodes"][child.get<int>()]["mesh"].get<int>()]["primitives"]
                 [0]["attributes"];
    const TestJson& radii = file.json["accessors"][attributes["_RADIUS"].get<int>()];
    EXPECT_EQ(radii["count"], file.json["accessors"][attributes["POSITION"].get<int>()]["count"]);
    EXPECT_EQ(
        radii["bufferView"],
        file.json["accessors"]
                 [file.json["meshes"][file.json["nodes"][crowd["children"][0].get<int>()]["mesh"]
                                          .get<int>()]["primitives"][0]["attributes"]["_RADIUS"]
                      .get<int>()]["bufferView"]);
  }
}

TEST_F(MovingGlb, BeyondTheLimitsThereIsLessAndItIsSaid) {
  const Scene scene = rod_and_grains();
  MovingLimits limits;
  limits.bones = 4;
  GlbFile file = written(scene, limits);
  // Every second point: with fewer than four it could not bend.
  EXPECT_EQ(file.json["skins"][0]["joints"].size(), 5u);
  ASSERT_EQ(said_.size(), 1u);
  EXPECT_EQ(said_[0], "motion.glb shows 5 of the 9 points of its rods");
  EXPECT_EQ(file.json["scenes"][0]["extras"]["peal_left_out"][0], said_[0]);

  limits = {};
  limits.bytes = 2 * 20 * kPoints * 4;  // half of it for four frames of the rod
  file = written(scene, limits);
  const std::size_t bone = file.json["skins"][0]["joints"][0];
  EXPECT_EQ(channel(file, bone, "translation").times.size(), 4u);
  EXPECT_NEAR(channel(file, bone, "translation").times.back(), 0.2, 1e-6);
  ASSERT_GE(said_.size(), 1u);
  EXPECT_NE(said_[0].find("one frame of its rods in 4"), std::string::npos) << said_[0];

  limits = {};
  limits.frames = 5;
  file = written(scene, limits);
  EXPECT_LE(file.json["nodes"][node(file, "beads")]["children"].size(), 5u);
  ASSERT_EQ(said_.size(), 1u);
  EXPECT_NE(said_[0].find("one frame of its grains in"), std::string::npos);
}

TEST(ThinCrowds, FewerFramesComeFirstAndThereIsAnEnd) {
  const MovingLimits limits;
  const auto size = [](const CrowdThinning& t, std::size_t frames) {
    return t.shown * (frames / t.stride + 1) * kGrainBytes;
  };
  const auto all = thin_crowds(1000, 600, 1, limits.bytes, limits);
  EXPECT_EQ(all.stride, 1u);
  EXPECT_EQ(all.shown, 1000u);
  const auto two_seconds = thin_crowds(100'000, 120, 1, limits.bytes, limits);
  EXPECT_EQ(two_seconds.stride, 2u);
  EXPECT_EQ(two_seconds.shown, 100'000u);
  const auto ten_seconds = thin_crowds(100'000, 600, 1, limits.bytes, limits);
  EXPECT_EQ(ten_seconds.stride, 3u);
  EXPECT_GE(ten_seconds.shown, 20'000u);
  for (const std::size_t frames : {120u, 600u, 3600u, 36000u})
    for (const std::size_t particles : {1u, 20'000u, 100'000u, 1'000'000u}) {
      const auto thinned = thin_crowds(particles, frames, 2, limits.bytes, limits);
      EXPECT_LE(size(thinned, frames), limits.bytes) << particles << " " << frames;
      EXPECT_LE(2 * (frames / thinned.stride + 1), limits.frames);
      EXPECT_GE(thinned.shown, 1u);
    }
}

TEST_F(MovingGlb, WithoutATapeARodIsStiffAndThereAreNoGrains) {
  const Scene scene = rod_and_grains();
  const Take take = moving_take(scene);
  EXPECT_TRUE(write_motion_glb(folder_ / "m.glb", scene, take.tracks, 0, 0.2, 60).empty());
  const GlbFile file(bytes_of_file(folder_ / "m.glb"));
  EXPECT_FALSE(file.json.contains("skins"));
  EXPECT_FALSE(file.json.contains("extensionsRequired"));
  EXPECT_EQ(file.json["nodes"].size(), 2u);
}

TEST_F(MovingGlb, ASolidIsWhereTheTapeHasItAndTurnsWithItsTriangles) {
  const Scene scene = parse_scene(R"({"peal": 1, "name": "matter", "duration": 0.2,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "objects": [{"name": "sheet", "body": "solid", "material": "steel", "position": [0, 0.2, 0],
      "shape": {"kind": "plate", "length": 0.3, "width": 0.2, "thickness": 0.001},
      "solid": {"cells": 6}}], "sources": []})",
                                  "matter.json", gltf_kinds());
  const SolidSurface surface = scene_solid_surface(scene, scene.objects[0]);
  // It turns by a quarter about x while it moves along x.
  const auto place = [&](int frame, std::size_t p) {
    const Quat turn = Quat::from_axis_angle({1, 0, 0}, kPi / 2 * frame / (kFrames - 1));
    return Vec3{0.01 * frame, 0, 0} + rotate(turn, surface.rest[p]);
  };
  Take take;
  take.end = 0.22;
  take.bodies = {{"sheet", 1, {1, 1, 1}}};
  take.tracks = {PoseTrack(scene.objects[0].pose())};
  auto tape = std::make_shared<ChunkFile>(ChunkFile::temporary({}));
  MotionBlock block;
  ShapeSamples shape;
  shape.rate = kRate, shape.count = kFrames * ShapeSamples::kKnot;
  shape.points = static_cast<int>(surface.rest.size());
  for (std::size_t p = 0; p < surface.rest.size(); ++p)
    for (int f = 0; f < kFrames; ++f) shape.knots.push_back({place(f, p), {}, {}, {}});
  block.shapes.push_back(shape);
  ShapeTapeWriter().record(block, *tape);
  take.tape = tape;
  EXPECT_TRUE(
      write_motion_glb(folder_ / "m.glb", scene, take.tracks, 0, 0.2, 60, &take, {}).empty());
  const GlbFile file(bytes_of_file(folder_ / "m.glb"));
  const TestJson& skin =
      file.json["skins"][file.json["nodes"][node(file, "sheet")]["skin"].get<int>()];
  ASSERT_EQ(skin["joints"].size(), surface.rest.size());
  for (const std::size_t p : {std::size_t{0}, std::size_t{9}, surface.rest.size() - 1}) {
    const Channel moves = channel(file, skin["joints"][p], "translation"),
                  turns = channel(file, skin["joints"][p], "rotation");
    ASSERT_EQ(moves.times.size(), kFrames);
    for (const int f : {0, 6, kFrames - 1})
      EXPECT_LT(norm(vec(moves.values, f) - place(f, p)), 1e-4) << p;
    // Of unit quaternions in 32767 steps: from the first frame to the last.
    const auto quat = [&](std::size_t k) {
      const double* q = &turns.values[4 * k];
      return normalized(Quat{q[3], q[0], q[1], q[2]});
    };
    const Vec3 turned = rotate(quat(kFrames - 1), rotate_back(quat(0), {0, 1, 0}));
    EXPECT_LT(norm(turned - Vec3{0, 0, 1}), 2e-3) << p;
  }
}

}  // namespace
}  // namespace peal
