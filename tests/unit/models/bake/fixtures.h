// A folder that goes away, small surfaces and records.
#pragma once
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "physics/geometry/convex/convex_hull.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal::test {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "peal-bake-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A box with corners at +- half. [m]
inline TriangleMesh box(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back(
        {k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  return convex_hull(corners);
}

/// Decaying oscillations of very different size in translation and rotation.
inline PulseRecord some_record(int samples = 400) {
  PulseRecord record;
  record.centre = {0.001, -0.002, 0.003};
  record.radius = 0.02, record.pulse = 7e-6, record.max_frequency = 20000;
  record.polar_axis = 1, record.begin = -14e-6, record.step = 1.75e-6, record.samples = samples;
  record.cell = 1e-3, record.tail = 3e-6, record.wall_cells = 4;
  for (int dof = 0; dof < kRigidDofs; ++dof)
    for (int l = 0; l < 4; ++l)
      for (int m = -l; m <= l; ++m) {
        record.coefficients.push_back({dof, l, m});
        const double size = (dof < 3 ? 0.37 : 2.3e-6) / (1 + l * l + m);
        for (int i = 0; i < samples; ++i)
          record.values.push_back(
              static_cast<float>(size * std::exp(-0.01 * i) * std::sin(0.07 * i * (l + 1) + m)));
      }
  return record;
}

}  // namespace peal::test
