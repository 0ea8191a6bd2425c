// Files of surfaces that another simulator moved, docs/reference/surface-file.md: velocities of all
// points at audio rate, positions now and then. Opening checks all that can be told without reading
// the motion: layout, rates, indices, finite rest. Errors name the file and the array. SI units.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "motion/solids/solid_surface.h"

namespace peal {

class Hdf5Reader;  // io/data/hdf5_file.h

class SurfaceFile {
 public:
  static constexpr double kLowestRate = 44100;   // [Hz] of velocities
  static constexpr double kLongestKey = 1.1e-3;  // [s] from one place to the next

  explicit SurfaceFile(const std::filesystem::path& path);
  ~SurfaceFile();

  const std::string& name() const { return name_; }
  double rate() const { return rate_; }    // [Hz]
  double begin() const { return begin_; }  // [s] of frame 0
  std::int64_t frames() const { return frames_; }
  double end() const { return begin_ + static_cast<double>(frames_ - 1) / rate_; }
  const SolidSurface& surface() const { return surface_; }
  std::size_t points() const { return surface_.rest.size(); }
  const std::vector<double>& key_times() const { return key_times_; }  // [s]

  /// [m/s] frame by frame, point by point, x y z. Stops where one is not a number or beyond 1 km/s.
  std::vector<float> velocities(std::int64_t first, std::int64_t count) const;
  /// [m] key by key, likewise.
  std::vector<double> positions(std::int64_t first, std::int64_t count) const;

 private:
  void read_head();
  void read_surface();
  void read_motion_sizes();

  std::string name_;
  std::unique_ptr<Hdf5Reader> file_;
  double rate_ = 0, begin_ = 0;
  std::int64_t frames_ = 0;
  SolidSurface surface_;
  std::vector<double> key_times_;
};

}  // namespace peal
