#include "motion/take/lost_grains.h"

#include <fmt/format.h>

#include <algorithm>

#include "motion/take/shape_tape.h"

namespace peal {
namespace {

constexpr double kBelow = 0.2;  // [m] under the lowest place of what is there at the start

/// How far down, along the unit vector, anything reaches at any time of its path.
double lowest(const Scene& scene, const Vec3& down) {
  double out = -1e300;
  for (const ObjectSpec& object : scene.objects) {
    double reach = 0;
    if (object.geometry)
      for (const Vec3& x : object.geometry->surface.vertices) reach = std::max(reach, norm(x));
    out = std::max(out, dot(object.pose().position, down) + reach);
    for (const ObjectKeyframe& key : object.path)
      out = std::max(out, dot(key.position, down) + 2 * reach);
  }
  for (const GrainsSpec& crowd : scene.grains)
    out = std::max(out, dot(crowd.position, down) + norm(crowd.size));
  return out;
}

}  // namespace

std::vector<LostGrains> lost_grains(const Scene& scene, const ChunkFile& tape) {
  std::vector<LostGrains> out;
  const Vec3 down = normalized(scene.motion.gravity);
  if (!(norm(down) > 0) || (scene.motion.floor && down.y < 0)) return out;
  const double end = lowest(scene, down) + kBelow;
  for (int c = 0; c < static_cast<int>(scene.grains.size()); ++c) {
    const std::uint32_t track = kCrowdTrack + static_cast<std::uint32_t>(c);
    LostGrains lost;
    std::vector<bool> gone;
    for (const std::int64_t first : tape.chunks_of(track)) {
      const ShapeFrame frame = read_shape_frame(tape, track, first);
      gone.resize(std::max(gone.size(), frame.points.size()));
      for (std::size_t i = 0; i < frame.points.size(); ++i) {
        if (gone[i] || !is_finite(frame.points[i]) || dot(frame.points[i], down) < end) continue;
        if (lost.count++ == 0) lost.first = static_cast<int>(i), lost.time = frame.time;
        gone[i] = true;
      }
    }
    lost.crowd = c;
    if (lost.count > 0) out.push_back(lost);
  }
  return out;
}

std::vector<std::string> warn_of_lost_grains(const Scene& scene, const ChunkFile& tape) {
  std::vector<std::string> out;
  for (const LostGrains& lost : lost_grains(scene, tape))
    out.push_back(fmt::format(
        "{} grain{} of '{}' fell past everything, grain {} first: it was below all objects at "
        "{:.3g} s; close what holds them, move their region, or give the scene a floor",
        lost.count, lost.count == 1 ? "" : "s", scene.grains[lost.crowd].name, lost.first,
        lost.time));
  return out;
}

}  // namespace peal
