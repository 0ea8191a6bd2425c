// glTF files for tests, made by hand: a unit cube, nodes, animations; and a reader that trusts
// nothing.
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/schema/container_types.h"
#include "physics/geometry/triangle_mesh.h"
#include "scene/load.h"
#include "support/error_of.h"

namespace peal {

using TestJson = nlohmann::json;

struct NoSettings {
  std::vector<std::string> objects;
};
inline const std::vector<SourceKindDeclaration>& gltf_kinds() {
  const auto kind = [](const char* name) {
    return source_kind(name,
                       Record<NoSettings>(name, Decides::sound, "Objects sound when they touch.")
                           .field("objects", &NoSettings::objects, array_of(reference_to("object")),
                                  "Which objects; none: all."));
  };
  static const std::vector<SourceKindDeclaration> kinds{kind("impact"), kind("click"),
                                                        kind("contact")};
  return kinds;
}

/// A folder that goes away with the test.
class TestFolder {
 public:
  TestFolder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            fmt::format("peal_{}_{}_{}", info->test_suite_name(), info->name(), ::getpid());
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline double volume_of(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sum += dot(mesh.area_vector(t), mesh.centroid(t)) / 3;
  return sum;
}

/// A GLB file in parts; the numbers behind its accessors.
struct GlbFile {
  TestJson json;
  std::string binary;

  explicit GlbFile(const std::string& bytes) {
    const auto word = [&](std::size_t at) {
      std::uint32_t value = 0;
      if (at + 4 <= bytes.size()) std::memcpy(&value, bytes.data() + at, 4);
      return value;
    };
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(word(4), 2u);
    EXPECT_EQ(word(8), bytes.size());
    const std::size_t length = word(12);
    EXPECT_EQ(word(16), 0x4E4F534Au);
    EXPECT_EQ(length % 4, 0u);
    json = TestJson::parse(bytes.substr(20, length));
    if (20 + length == bytes.size()) return;
    const std::size_t second = word(20 + length);
    EXPECT_EQ(word(24 + length), 0x004E4942u);
    EXPECT_EQ(second % 4, 0u);
    EXPECT_EQ(28 + length + second, bytes.size());
    binary = bytes.substr(28 + length);
  }

  std::vector<double> numbers(std::size_t accessor) const {
    const TestJson& a = json.at("accessors").at(accessor);
    const TestJson& view = json.at("bufferViews").at(a.at("bufferView").get<std::size_t>());
    const int kind = a.at("componentType");
    const std::size_t size = kind == 5121 ? 1 : kind == 5122 || kind == 5123 ? 2 : 4;
    const std::size_t columns = a.at("type") == "SCALAR" ? 1
                                : a.at("type") == "VEC3" ? 3
                                : a.at("type") == "MAT4" ? 16
                                                         : 4;
    const std::size_t count = a.at("count").get<std::size_t>() * columns;
    const std::size_t begin = view.at("byteOffset"), length = view.at("byteLength");
    const std::size_t stride = view.value("byteStride", columns * size);
    EXPECT_EQ(begin % 4, 0u);
    EXPECT_EQ(length, count / columns * stride);
    EXPECT_LE(begin + length, binary.size());
    std::vector<double> out;
    for (std::size_t k = 0; k < count; ++k) {
      const char* from = binary.data() + begin + k / columns * stride + k % columns * size;
      if (kind == 5126) {
        float value;
        std::memcpy(&value, from, 4);
        out.push_back(value);
      } else if (kind == 5122) {
        std::int16_t value;
        std::memcpy(&value, from, 2);
        out.push_back(value);
      } else {
        std::uint32_t value = 0;
        std::memcpy(&value, from, size);
        out.push_back(value);
      }
    }
    return out;
  }
};

/// Writes glTF files piece by piece.
class TestGltf {
 public:
  TestJson root = TestJson::parse(R"({"asset": {"version": "2.0"}, "scene": 0,
    "scenes": [{"nodes": [0]}], "nodes": [], "meshes": [], "accessors": [], "bufferViews": []})");

  std::size_t floats(const std::vector<float>& values, const char* type) {
    const std::size_t columns = type[0] == 'S' ? 1 : type[3] - '0';
    return accessor({reinterpret_cast<const char*>(values.data()), values.size() * 4}, 5126, type,
                    values.size() / columns);
  }
  std::size_t shorts(const std::vector<std::uint16_t>& values) {
    return accessor({reinterpret_cast<const char*>(values.data()), values.size() * 2}, 5123,
                    "SCALAR", values.size());
  }
  /// From (0, 0, 0) to (1, 1, 1).
  std::size_t cube() {
    std::vector<float> points;
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < 3; ++i) points.push_back(static_cast<float>(k >> i & 1));
    const auto positions = floats(points, "VEC3");
    const auto indices = shorts({0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
    root["meshes"].push_back(
        {{"primitives",
          TestJson::array({{{"attributes", {{"POSITION", positions}}}, {"indices", indices}}})}});
    return root["meshes"].size() - 1;
  }
  std::size_t node(TestJson json) {
    root["nodes"].push_back(std::move(json));
    return root["nodes"].size() - 1;
  }
  void animate(std::size_t node, const char* path, const std::vector<float>& times,
               const std::vector<float>& values, const char* interpolation = "LINEAR") {
    if (!root.contains("animations"))
      root["animations"] = TestJson::parse(R"([{"samplers": [], "channels": []}])");
    TestJson& animation = root["animations"][0];
    const std::size_t input = floats(times, "SCALAR");
    const std::size_t output = floats(values, path[0] == 'r' ? "VEC4" : "VEC3");
    animation["samplers"].push_back(
        {{"input", input}, {"output", output}, {"interpolation", interpolation}});
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", path}}}});
  }
  std::filesystem::path write(const std::filesystem::path& path) const {
    TestJson json = root;
    std::string binary = binary_;
    binary.resize((binary.size() + 3) / 4 * 4);
    json["buffers"] = TestJson::array({{{"byteLength", binary.size()}}});
    std::string text = json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto word = [](std::size_t value) {
      const auto narrow = static_cast<std::uint32_t>(value);
      return std::string(reinterpret_cast<const char*>(&narrow), 4);
    };
    std::ofstream file(path, std::ios::binary);
    file << "glTF" << word(2) << word(28 + text.size() + binary.size()) << word(text.size())
         << "JSON" << text << word(binary.size()) << std::string("BIN\0", 4) << binary;
    return path;
  }

 private:
  std::size_t accessor(std::string_view data, int component, const char* type, std::size_t count) {
    binary_.resize((binary_.size() + 3) / 4 * 4);
    root["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", data.size()}});
    binary_ += data;
    root["accessors"].push_back({{"bufferView", root["bufferViews"].size() - 1},
                                 {"componentType", component},
                                 {"count", count},
                                 {"type", type}});
    return root["accessors"].size() - 1;
  }
  std::string binary_;
};

inline Scene two_movers() {
  return parse_scene(R"({"peal": 1, "name": "two",
    "listeners": [
      {"name": "ear", "kind": "mono", "position": [0, 1, 2], "look": [0.3, -0.5, -1]},
      {"name": "walker", "position": [1, 1, 2], "spacing": 0.3,
       "path": [{"time": 0.5, "position": [2, 1, 2]}, {"time": 0.8, "position": [2, 3, 2]}]}],
    "materials": {"mine": {"like": "glass", "density": 2600}},
    "objects": [
      {"name": "cup", "shape": {"kind": "mug"}, "material": "porcelain", "position": [0, 0.4, 0],
       "rotation": {"axis": [1, 2, 3], "angle": 70}},
      {"name": "a", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]}, "material": "steel", "position": [0.5, 0.3, 0]},
      {"name": "b", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]}, "material": "steel", "position": [0.7, 0.3, 0],
       "static": true},
      {"name": "c", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]}, "material": "mine", "position": [0.9, 0.3, 0],
       "static": true}],
    "motion": {"floor": {"height": 0.05, "material": "oak", "friction": 0.7}},
    "sources": [{"kind": "impact"}]})",
                     "two.json", gltf_kinds());
}

/// The cup flies and turns for 0.4 s, then rests; bar a moves all the time; b and c stay.
inline std::vector<PoseTrack> tracks_of(const Scene& scene, double begin = 0) {
  std::vector<PoseTrack> out(4);
  const Pose start = scene.objects[0].pose();
  const Vec3 speed{1, -0.3, 0.2}, spin{0, 4, 3};
  for (int k = 0; k <= 40; ++k) {
    const double t = 0.01 * k;
    out[0].append(
        {begin + t,
         {start.position + t * speed, Quat::from_axis_angle(spin, t * norm(spin)) * start.rotation},
         speed,
         spin});
  }
  PoseKnot rest = out[0].knots().back();
  rest.velocity = rest.spin = {};
  out[0].append(rest);
  out[1].append({begin, scene.objects[1].pose(), {0, 0, 1}, {}});
  out[1].append({begin + 2, {{0.5, 0.3, 2}, {}}, {0, 0, 1}, {}});
  out[2] = PoseTrack(scene.objects[2].pose());
  out[3] = PoseTrack(scene.objects[3].pose());
  return out;
}

}  // namespace peal
