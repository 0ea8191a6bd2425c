// A glTF file for tests, text and numbers in two files: a cube of 10 cm that falls from 0.5 m onto
// y = 0 and stays there, and a camera that may turn.
#pragma once
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.h"

namespace peal::test {

class SmallGltf {
 public:
  static constexpr double kRate = 60;  // [1/s]
  static constexpr int kFrames = 31;   // 0 to 0.5 s
  nlohmann::json root = nlohmann::json::parse(R"({"asset": {"version": "2.0"}, "scene": 0,
    "scenes": [{"nodes": [0]}], "accessors": [], "bufferViews": [],
    "nodes": [{"name": "Cube", "mesh": 0, "extras": {"material": "steel"}}],
    "animations": [{"samplers": [], "channels": []}]})");

  SmallGltf() {
    std::vector<float> points;
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < 3; ++i) points.push_back((k >> i & 1) ? 0.05f : -0.05f);
    const int positions = floats(points, "VEC3");
    const int indices = shorts({0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
    root["meshes"] = {
        {{"primitives", {{{"attributes", {{"POSITION", positions}}}, {"indices", indices}}}}}};
    std::vector<float> way;
    for (int k = 0; k < kFrames; ++k) {
      const double t = k / kRate;
      way.insert(way.end(), {0, static_cast<float>(std::max(0.05, 0.55 - 9.81 * t * t / 2)), 0});
    }
    animate(0, "translation", way);
  }
  /// Values per frame.
  void animate(int node, const char* path, const std::vector<float>& values) {
    std::vector<float> times;
    for (int k = 0; k < kFrames; ++k) times.push_back(static_cast<float>(k / kRate));
    auto& animation = root["animations"][0];
    const int input = floats(times, "SCALAR");
    const int output = floats(values, path[0] == 'r' ? "VEC4" : "VEC3");
    animation["samplers"].push_back({{"input", input}, {"output", output}});
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", path}}}});
  }
  /// At the origin, looking along -z; its angle about +y at every frame [rad].
  template <class Angle>
  void add_camera(Angle angle) {
    root["cameras"] = {
        {{"type", "perspective"}, {"perspective", {{"yfov", 0.8}, {"znear", 0.01}}}}};
    root["nodes"].push_back({{"name", "Cam"}, {"camera", 0}});
    const int node = static_cast<int>(root["nodes"].size()) - 1;
    root["scenes"][0]["nodes"].push_back(node);
    std::vector<float> turns;
    for (int k = 0; k < kFrames; ++k) {
      const double half = angle(k / kRate) / 2;
      turns.insert(turns.end(),
                   {0, static_cast<float>(std::sin(half)), 0, static_cast<float>(std::cos(half))});
    }
    animate(node, "rotation", turns);
  }
  std::string write(const Folder& folder, const std::string& name = "shot.gltf") {
    root["buffers"] = {{{"uri", "shot.bin"}, {"byteLength", binary_.size()}}};
    folder.file("shot.bin", binary_);
    return folder.file(name, root.dump());
  }

 private:
  int floats(const std::vector<float>& values, const char* type) {
    const std::size_t columns = type[0] == 'S' ? 1 : static_cast<std::size_t>(type[3] - '0');
    return accessor(values.data(), values.size() * 4, 5126, type, values.size() / columns);
  }
  int shorts(const std::vector<std::uint16_t>& values) {
    return accessor(values.data(), values.size() * 2, 5123, "SCALAR", values.size());
  }
  int accessor(const void* data, std::size_t bytes, int component, const char* type,
               std::size_t count) {
    root["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes}});
    binary_.append(static_cast<const char*>(data), bytes);
    binary_.resize((binary_.size() + 3) / 4 * 4);
    root["accessors"].push_back({{"bufferView", root["bufferViews"].size() - 1},
                                 {"componentType", component},
                                 {"count", count},
                                 {"type", type}});
    return static_cast<int>(root["accessors"].size()) - 1;
  }
  std::string binary_;
};

}  // namespace peal::test
