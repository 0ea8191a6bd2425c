// Small meshes as OBJ text, good and bad, and the environment that tests of bodies need. Metres.
#pragma once
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace peal::test {

struct ObjMesh {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<int, 3>> triangles;

  std::string text() const {
    std::string out;
    for (const auto& [x, y, z] : vertices) out += fmt::format("v {} {} {}\n", x, y, z);
    for (const auto& [a, b, c] : triangles) out += fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1);
    return out;
  }
  ObjMesh reversed() const {
    ObjMesh out = *this;
    for (auto& t : out.triangles) std::swap(t[1], t[2]);
    return out;
  }
  ObjMesh and_also(const ObjMesh& other) const {
    ObjMesh out = *this;
    const int first = static_cast<int>(vertices.size());
    out.vertices.insert(out.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& [a, b, c] : other.triangles)
      out.triangles.push_back({a + first, b + first, c + first});
    return out;
  }
  ObjMesh without_last(int count) const {
    ObjMesh out = *this;
    out.triangles.resize(out.triangles.size() - static_cast<std::size_t>(count));
    return out;
  }
};

/// From a corner; normals outwards. The last two triangles are the side of largest x.
inline ObjMesh obj_box(std::array<double, 3> size = {0.1, 0.05, 0.02},
                       std::array<double, 3> corner = {0, 0, 0}) {
  ObjMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back({corner[0] + (k & 1 ? size[0] : 0), corner[1] + (k & 2 ? size[1] : 0),
                             corner[2] + (k & 4 ? size[2] : 0)});
  const int sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& [a, b, c, d] : sides) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

/// Sets PEAL_CACHE for the programs that a test starts; empty: no cache.
class CacheFolder {
 public:
  explicit CacheFolder(const std::string& folder = "") {
    if (const char* before = std::getenv("PEAL_CACHE")) before_ = before, was_set_ = true;
    ::setenv("PEAL_CACHE", folder.c_str(), 1);
  }
  ~CacheFolder() {
    if (was_set_)
      ::setenv("PEAL_CACHE", before_.c_str(), 1);
    else
      ::unsetenv("PEAL_CACHE");
  }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;

 private:
  std::string before_;
  bool was_set_ = false;
};

}  // namespace peal::test
