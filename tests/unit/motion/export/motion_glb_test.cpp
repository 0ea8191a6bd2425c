#include "motion/export/motion_glb.h"

#include <set>

#include "unit/tools/import/gltf_samples.h"

namespace peal {
namespace {

class MotionGlb : public ::testing::Test {
 protected:
  GlbFile written(double begin, double end, double fps) {
    write_motion_glb(folder_ / "motion.glb", scene_, tracks_of(scene_, begin), begin, end, fps);
    return GlbFile(bytes_of_file(folder_ / "motion.glb"));
  }
  /// Keys of a node: times and values; empty when there are none.
  static std::pair<std::vector<double>, std::vector<double>> keys(const GlbFile& file,
                                                                  std::size_t node,
                                                                  const std::string& path) {
    const TestJson& animation = file.json.at("animations").at(0);
    for (const TestJson& channel : animation.at("channels"))
      if (channel.at("target").at("node") == node && channel.at("target").at("path") == path) {
        const TestJson& sampler = animation.at("samplers").at(channel.at("sampler").get<int>());
        EXPECT_EQ(sampler.at("interpolation"), "LINEAR");
        return {file.numbers(sampler.at("input")), file.numbers(sampler.at("output"))};
      }
    return {};
  }
  TestFolder folder_;
  Scene scene_ = two_movers();
};

TEST_F(MotionGlb, EveryAccessorIsInTheBufferAndItsLimitsAreTrue) {
  const GlbFile file = written(0, 2, 60);
  EXPECT_EQ(file.json.at("buffers").at(0).at("byteLength"), file.binary.size());
  std::set<std::size_t> positions, inputs;
  for (const TestJson& mesh : file.json.at("meshes"))
    for (const TestJson& primitive : mesh.at("primitives")) {
      const std::size_t position = primitive.at("attributes").at("POSITION");
      const std::size_t normal = primitive.at("attributes").at("NORMAL");
      positions.insert(position);
      EXPECT_EQ(file.json["accessors"][position]["count"], file.json["accessors"][normal]["count"]);
      const auto n = file.numbers(normal);
      for (std::size_t k = 0; k < n.size(); k += 3)
        EXPECT_NEAR(std::hypot(n[k], n[k + 1], n[k + 2]), 1, 1e-6);
      const std::size_t count = file.json["accessors"][position]["count"];
      for (const double index : file.numbers(primitive.at("indices"))) EXPECT_LT(index, count);
    }
  for (const TestJson& sampler : file.json["animations"][0]["samplers"])
    inputs.insert(sampler.at("input").get<std::size_t>());
  ASSERT_FALSE(inputs.empty());
  for (std::size_t a = 0; a < file.json["accessors"].size(); ++a) {
    const TestJson& accessor = file.json["accessors"][a];
    const auto values = file.numbers(a);
    for (const double value : values) ASSERT_TRUE(std::isfinite(value));
    EXPECT_EQ(accessor.contains("min"), positions.contains(a) || inputs.contains(a));
    if (!accessor.contains("min")) continue;
    const std::size_t columns = accessor["min"].size();
    for (std::size_t c = 0; c < columns; ++c) {
      double low = 1e300, high = -1e300;
      for (std::size_t k = c; k < values.size(); k += columns)
        low = std::min(low, values[k]), high = std::max(high, values[k]);
      EXPECT_EQ(accessor["min"][c].get<double>(), low);
      EXPECT_EQ(accessor["max"][c].get<double>(), high);
    }
  }
  for (const std::size_t a : inputs) {
    const auto times = file.numbers(a);
    EXPECT_GE(times.front(), 0);
    for (std::size_t k = 1; k < times.size(); ++k) EXPECT_GT(times[k], times[k - 1]);
  }
}

TEST_F(MotionGlb, EqualBodiesShareAMeshAndOtherMaterialsItsNumbers) {
  const GlbFile file = written(0, 1, 30);
  const TestJson& nodes = file.json.at("nodes");
  ASSERT_EQ(nodes.size(), 7u);  // four objects, the floor, two cameras
  EXPECT_EQ(file.json["scenes"][0]["nodes"].size(), 7u);
  EXPECT_EQ(nodes[1]["mesh"], nodes[2]["mesh"]);
  EXPECT_NE(nodes[1]["mesh"], nodes[3]["mesh"]);
  const auto primitive = [&](int node) {
    return file.json["meshes"][nodes[node]["mesh"].get<int>()]["primitives"][0];
  };
  EXPECT_EQ(primitive(2)["attributes"], primitive(3)["attributes"]);
  EXPECT_NE(primitive(2)["material"], primitive(3)["material"]);
  // A bar has six faces with sharp edges: four vertices each.
  EXPECT_EQ(file.json["accessors"][primitive(1)["attributes"]["POSITION"].get<int>()]["count"], 24);
  const TestJson& steel = file.json["materials"][primitive(1)["material"].get<int>()];
  EXPECT_EQ(steel["name"], "steel");
  EXPECT_EQ(steel["pbrMetallicRoughness"]["metallicFactor"], 1.0);
  const TestJson& cup = file.json["materials"][primitive(0)["material"].get<int>()];
  EXPECT_EQ(cup["pbrMetallicRoughness"]["metallicFactor"], 0.0);
}

TEST_F(MotionGlb, NodesStandInTheOwnFrameOfTheirShapes) {
  const GlbFile file = written(0, 1, 30);
  const TestJson& cup = file.json["nodes"][0];
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(cup["translation"][i].get<double>(), scene_.objects[0].position[i], 1e-12);
  const Quat q{cup["rotation"][3], cup["rotation"][0], cup["rotation"][1], cup["rotation"][2]};
  EXPECT_NEAR(std::abs(dot(q, scene_.objects[0].rotation)), 1, 1e-12);
  // The mug of the reference stands on its origin.
  const int mesh = cup["mesh"];
  const int position = file.json["meshes"][mesh]["primitives"][0]["attributes"]["POSITION"];
  EXPECT_NEAR(file.json["accessors"][position]["min"][1].get<double>(), 0, 1e-6);
  EXPECT_NEAR(file.json["accessors"][position]["max"][1].get<double>(), 0.095, 1e-6);
  EXPECT_EQ(cup["extras"]["material"], "porcelain");
  const double volume = scene_.objects[0].geometry->solid.volume;
  EXPECT_NEAR(cup["extras"]["mass"].get<double>(), 2400 * volume, 1e-9);
  EXPECT_FALSE(cup["extras"].contains("static"));
  EXPECT_EQ(file.json["nodes"][2]["extras"]["static"], true);
}

TEST_F(MotionGlb, KeysAreThePosesAtTheFramesAndRestsAreThinned) {
  const GlbFile file = written(0, 2, 50);
  const auto [times, places] = keys(file, 0, "translation");
  const auto [same_times, turns] = keys(file, 0, "rotation");
  EXPECT_EQ(times, same_times);
  ASSERT_EQ(times.size(), 22u);  // 0 .. 0.4 s, and the last frame
  EXPECT_FLOAT_EQ(times.back(), 2);
  const auto tracks = tracks_of(scene_);
  const BodyFrame& frame = scene_.objects[0].geometry->frame;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const Pose body = tracks[0].pose_at(times[k]);
    const Quat q =
        normalized(Quat{turns[4 * k + 3], turns[4 * k], turns[4 * k + 1], turns[4 * k + 2]});
    const Vec3 p{places[3 * k], places[3 * k + 1], places[3 * k + 2]};
    EXPECT_LT(norm(p + rotate(q, frame.centre) - body.position), 2e-7);
    EXPECT_NEAR(std::abs(dot(q * frame.axes, body.rotation)), 1, 1e-12);
    if (k == 0) continue;
    double product = 0;
    for (int i = 0; i < 4; ++i) product += turns[4 * k + i] * turns[4 * k - 4 + i];
    EXPECT_GT(product, 0.9);  // never from q to -q
  }
  EXPECT_EQ(keys(file, 1, "translation").first.size(), 101u);
  EXPECT_TRUE(keys(file, 2, "translation").first.empty());
  EXPECT_TRUE(keys(file, 3, "translation").first.empty());
}

TEST_F(MotionGlb, ListenersAreCamerasThatMoveLikeThem) {
  const GlbFile file = written(0, 2, 50);
  const TestJson &ear = file.json["nodes"][5], &walker = file.json["nodes"][6];
  EXPECT_EQ(ear["name"], "ear");
  EXPECT_EQ(ear["extras"]["listener"], "mono");
  EXPECT_EQ(walker["extras"]["spacing"], 0.3);
  const Quat q{ear["rotation"][3], ear["rotation"][0], ear["rotation"][1], ear["rotation"][2]};
  EXPECT_LT(norm(rotate(q, {0, 0, -1}) - scene_.listeners[0].look), 1e-12);
  EXPECT_NEAR(rotate(q, {1, 0, 0}).y, 0, 1e-12);
  EXPECT_GT(rotate(q, {0, 1, 0}).y, 0);
  EXPECT_TRUE(keys(file, 5, "translation").first.empty());
  const auto [times, places] = keys(file, 6, "translation");
  ASSERT_EQ(times.size(), 4u);
  EXPECT_FLOAT_EQ(times[1], 0.5);
  EXPECT_FLOAT_EQ(times[2], 0.8);
  EXPECT_EQ((std::vector<double>(places.begin(), places.end())),
            (std::vector<double>{1, 1, 2, 2, 1, 2, 2, 3, 2, 2, 3, 2}));
  EXPECT_EQ(file.json["cameras"].size(), 2u);
  const TestJson& floor = file.json["nodes"][4];
  EXPECT_EQ(floor["extras"]["floor"], true);
  EXPECT_EQ(floor["translation"][1], 0.05);
}

TEST_F(MotionGlb, APreRollBeginsAtTheFilesTimeZero) {
  const GlbFile file = written(-0.5, 0.5, 50);
  EXPECT_EQ(keys(file, 1, "translation").first.front(), 0);
  EXPECT_FLOAT_EQ(keys(file, 1, "translation").first.back(), 1);
  EXPECT_EQ(file.json["animations"][0]["extras"]["peal_offset"], -0.5);
}

TEST_F(MotionGlb, BadRequestsEndInASentenceAndLeaveNoFile) {
  const auto tracks = tracks_of(scene_);
  const auto error = [&](const std::vector<PoseTrack>& t, double begin, double end, double fps) {
    return error_of([&] { write_motion_glb(folder_ / "x.glb", scene_, t, begin, end, fps); });
  };
  EXPECT_NE(error({}, 0, 1, 24).find("0 tracks for the 4 objects"), std::string::npos);
  EXPECT_NE(error(tracks, 0, 1, 0).find("frame rate"), std::string::npos);
  EXPECT_NE(error(tracks, 0, 1, NAN).find("frame rate"), std::string::npos);
  EXPECT_NE(error(tracks, 0, 3600, 1e5).find("at most 1000000 frames"), std::string::npos);
  EXPECT_NE(error(tracks, 1, 0, 24).find("from 1 s to 0 s"), std::string::npos);
  EXPECT_NE(error(std::vector<PoseTrack>(4), 0, 1, 24).find("'cup' has no poses"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace peal
