// Seed files, and what every test of a reader asks.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/mesh/parsers.h"
#include "io/mesh/read_mesh.h"
#include "support/error_of.h"

namespace peal {

inline const std::filesystem::path kSeeds = PEAL_SOURCE_DIR "/tests/fuzz/seeds";
inline const std::filesystem::path kBadMeshes = PEAL_SOURCE_DIR "/tests/bad/meshes";

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
inline std::string seed(const char* name) { return file_text(kSeeds / name); }

/// All mesh files of a folder, in order of name.
inline std::vector<std::string> mesh_files(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (is_mesh_file_name(entry.path().string())) out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

/// By the divergence theorem [m^3]; positive when the triangles turn counter-clockwise from
/// outside.
inline double volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sum += dot(mesh.area_vector(t), mesh.centroid(t)) / 3;
  return sum;
}
inline double area(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) sum += norm(mesh.area_vector(t));
  return sum;
}

inline TriangleMesh no_file_beside(const std::string& bytes) {
  return parse_gltf(bytes, "a.gltf", [](const std::string& path) -> std::string {
    fail("a.gltf: {}: no such file", path);
  });
}

}  // namespace peal
