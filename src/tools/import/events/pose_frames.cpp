#include "tools/import/events/pose_frames.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/rigid/rigid_arc.h"
#include "tools/import/events/arc_fit.h"

namespace peal {
namespace {

constexpr double kSpeedError = 3e-3;       // [m/s]
constexpr double kSameFrame = 1e-3;        // steps: closer times are one frame
constexpr double kMostPoses = 5e7;         // bodies times frames
constexpr double kLongestStep = 1.0 / 24;  // [s] frames are not thinned beyond
constexpr double kMuchThinner = 1.5;       // worth telling

std::vector<double> common_times(PoseTable& table) {
  std::vector<double> all;
  all.reserve(table.rows.size());
  for (const PoseRow& row : table.rows) all.push_back(row.time);
  std::sort(all.begin(), all.end());
  std::vector<double> times;
  for (const double t : all)
    if (times.empty() || t - times.back() > kSameFrame * table.step) times.push_back(t);
  const double shortest = std::min(2 * table.rounding / kSpeedError, kLongestStep);
  if (table.step >= shortest) return times;
  std::vector<double> thinned;
  for (const double t : times)
    if (thinned.empty() || t - thinned.back() >= shortest) thinned.push_back(t);
  if (thinned.size() > 1)
    thinned.back() = times.back();
  else if (times.size() > 1)
    thinned.push_back(times.back());
  if (static_cast<double>(times.size()) > kMuchThinner * static_cast<double>(thinned.size()))
    table.warnings.push_back(fmt::format(
        "{}: positions are rounded to {:g} m, too coarse for frames of {:.3g} s: {} of {} were "
        "used; write six decimals or more",
        table.file, 2 * table.rounding, table.step, thinned.size(), times.size()));
  return thinned;
}

Pose between(const PoseRow& a, const PoseRow& b, double time, const Vec3& gravity) {
  const double h = b.time - a.time, u = (time - a.time) / h;
  Pose pose;
  pose.position = a.own.position + u * (b.own.position - a.own.position);
  const bool moved = norm(b.own.position - a.own.position) > 1e-5;
  if (moved) pose.position += (0.5 * h * h * (u * u - u)) * gravity;
  pose.rotation = rotated(a.own.rotation, u * turn_between(a.own.rotation, b.own.rotation));
  return pose;
}

}  // namespace

double PoseFrames::frame_rate() const {
  if (times.size() < 2) return 0;
  return static_cast<double>(times.size() - 1) / (times.back() - times.front());
}

PoseFrames frames_of(PoseTable& table, const std::vector<FramedBody>& bodies, const Vec3& gravity) {
  PoseFrames frames;
  frames.times = common_times(table);
  frames.rounding = table.rounding;
  frames.turn_rounding = table.turn_rounding;
  if (static_cast<double>(bodies.size()) * static_cast<double>(frames.times.size()) > kMostPoses)
    fail("{}: {} bodies at {} different times are too many; give all bodies at the same frames",
         table.file, bodies.size(), frames.times.size());
  const double slack = std::max(kSameFrame * table.step, 1e-12);
  for (const FramedBody& body : bodies) {
    std::vector<Pose>& poses = frames.poses.emplace_back();
    poses.reserve(frames.times.size());
    if (body.row_body < 0) {
      poses.assign(frames.times.size(), body.still);
      continue;
    }
    const auto [first, last] = table.range(body.row_body);
    const PoseRow &begin = table.rows[first], &end = table.rows[last - 1];
    // One row says where a body is that never moves.
    if (last - first > 1 && (begin.time > frames.times.front() + 1.5 * table.step ||
                             end.time < frames.times.back() - 1.5 * table.step))
      table.warnings.push_back(fmt::format(
          "{}: '{}' is only there from {:g} s to {:g} s; it stays still before and after",
          table.file, table.bodies[static_cast<std::size_t>(body.row_body)], begin.time, end.time));
    std::size_t i = first;
    for (const double t : frames.times) {
      while (i + 1 < last && table.rows[i + 1].time <= t + slack) ++i;
      const PoseRow& row = table.rows[i];
      const bool here = std::abs(row.time - t) <= slack || t < row.time || i + 1 == last;
      const Pose own = here ? row.own : between(row, table.rows[i + 1], t, gravity);
      poses.push_back({own.position + rotate(own.rotation, body.frame.centre),
                       normalized(own.rotation * body.frame.axes)});
    }
  }
  return frames;
}

}  // namespace peal
