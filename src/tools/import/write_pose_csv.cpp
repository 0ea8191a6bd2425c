#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/files/atomic_file.h"
#include "tools/import/imported_scene.h"

namespace peal {
namespace {

/// Whose half unit is nearest to the rounding: who reads the file takes it for its noise.
int decimals(double rounding) {
  if (!(rounding > 0)) return 9;
  return std::clamp(static_cast<int>(std::ceil(-std::log10(2 * rounding))), 3, 12);
}

}  // namespace

void write_pose_csv(const std::filesystem::path& path, const PoseTable& table) {
  const int place = decimals(table.rounding), turn = decimals(table.turn_rounding / 2);
  std::string text = "time,body,px,py,pz,qw,qx,qy,qz\n";
  for (const PoseRow& row : table.rows) {
    const Vec3& p = row.own.position;
    const Quat& q = row.own.rotation;
    fmt::format_to(std::back_inserter(text),
                   "{:.12g},{},{:.{}f},{:.{}f},{:.{}f},{:.{}f},{:.{}f},{:.{}f},{:.{}f}\n", row.time,
                   table.bodies[row.body], p.x, place, p.y, place, p.z, place, q.w, turn, q.x, turn,
                   q.y, turn, q.z, turn);
  }
  write_file_atomically(path, text);
}

}  // namespace peal
