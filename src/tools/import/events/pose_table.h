// Poses of bodies at frames, as other programs write them.
// Enters: a CSV file with the header time,body,px,py,pz,qw,qx,qy,qz in any order: seconds, metres,
// unit quaternion; the pose takes the body's own frame (the coordinates of its file or shape) to
// the world, y up. `frame` may stand for time (with frames per second), rx,ry,rz for the quaternion
// (Euler angles in degrees: first about x, then y, then z). Leaves: rows sorted by body, then time,
// in metres, y up. Throws an Error with file and line; what can be repaired is a warning.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/pose_track.h"
#include "physics/geometry/shape.h"

namespace peal {

class CsvReader;

struct PoseRow {
  double time = 0;  // [s]
  int body = 0;     // index into PoseTable::bodies
  Pose own;         // own frame to world
};

struct PoseTable {
  std::string file;
  std::vector<std::string> bodies;  // in the order of their first row
  std::vector<PoseRow> rows;        // sorted by body, then time; no time twice
  double step = 0;                  // [s] between frames (median); 0: one frame only
  double rounding = 0;              // [m] half of the last decimal written
  double turn_rounding = 0;         // [rad]
  std::vector<std::string> warnings;

  /// First and last + 1 row of a body.
  std::pair<std::size_t, std::size_t> range(int body) const;
};

struct PoseTableOptions {
  double fps = 0;         // [1/s] > 0: times are frame numbers
  double scale = 1;       // [m] per unit of the positions
  UpAxis up = UpAxis::y;  // z: x stays, z becomes y, y becomes -z; of world and own frames
};

PoseTable read_pose_table(const std::filesystem::path& path, const PoseTableOptions& options);
PoseTable read_pose_table(CsvReader& csv, const PoseTableOptions& options);

/// Euler angles in degrees, first about x, then y, then z (fixed axes).
Quat rotation_from_euler(double x, double y, double z);
/// Poses, points and directions of a world whose z points up, with y up.
Vec3 z_up_to_y_up(const Vec3& v);
Quat z_up_to_y_up(const Quat& q);

}  // namespace peal
