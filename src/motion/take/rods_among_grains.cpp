#include "motion/take/rods_among_grains.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "motion/motion.h"
#include "motion/take/shape_tape.h"
#include "physics/geometry/rod_shape.h"

namespace peal {
namespace {

struct RodBox {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};

  void add(const std::vector<Vec3>& points) {
    for (const Vec3& p : points)
      for (int k = 0; k < 3; ++k)
        low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
  }
  /// The way from p to q, widened.
  bool reached_by(const Vec3& p, const Vec3& q, double reach) const {
    for (int k = 0; k < 3; ++k)
      if (std::min(p[k], q[k]) - reach > high[k] || std::max(p[k], q[k]) + reach < low[k])
        return false;
    return true;
  }
};

double to_piece(const Vec3& p, const Vec3& a0, const Vec3& a1) {
  const Vec3 along = a1 - a0;
  const double length2 = dot(along, along);
  const double part = length2 > 0 ? std::clamp(dot(p - a0, along) / length2, 0.0, 1.0) : 0;
  return norm(p - a0 - part * along);
}

/// A rod between two frames.
class MovingRod {
 public:
  MovingRod(const ShapeFrame& before, const ShapeFrame& after, bool closed)
      : before_(before.points), after_(after.points), closed_(closed) {
    box_.add(before_), box_.add(after_);
  }
  bool met_by(const Vec3& from, const Vec3& to, double reach) const {
    if (!box_.reached_by(from, to, reach)) return false;
    const std::size_t n = after_.size();
    for (std::size_t i = 0; i < (closed_ ? n : n - 1); ++i) {
      const std::size_t j = (i + 1) % n;
      // In a frame that goes with the middle of the piece, which is where it is at the end.
      const Vec3 moved = 0.5 * (after_[i] + after_[j]) - 0.5 * (before_[i] + before_[j]);
      if (piece_distance(from + moved, to, after_[i], after_[j]) < reach) return true;
    }
    return false;
  }

 private:
  const std::vector<Vec3>&before_, &after_;
  bool closed_;
  RodBox box_;
};

std::optional<RodAmongGrains> meeting(const std::vector<ShapeFrame>& rod, bool closed,
                                      const ChunkFile& tape, int crowd, double reach) {
  if (rod.empty()) return {};
  const std::uint32_t track = kCrowdTrack + static_cast<std::uint32_t>(crowd);
  RodAmongGrains out;
  std::vector<bool> met;
  ShapeFrame last;
  std::size_t k = 0, before = 0;
  for (const std::int64_t first : tape.chunks_of(track)) {
    ShapeFrame now = read_shape_frame(tape, track, first);
    while (k + 1 < rod.size() && rod[k + 1].time <= now.time) ++k;
    const MovingRod moving(rod[before], rod[k], closed);
    met.resize(std::max(met.size(), now.points.size()));
    for (std::size_t i = 0; i < now.points.size(); ++i) {
      if (met[i] || !is_finite(now.points[i])) continue;
      const bool was = i < last.points.size() && is_finite(last.points[i]);
      if (!moving.met_by(was ? last.points[i] : now.points[i], now.points[i], reach)) continue;
      if (out.grains++ == 0) out.time = now.time;
      met[i] = true;
    }
    last = std::move(now), before = k;
  }
  if (out.grains == 0) return {};
  return out;
}

}  // namespace

// |a0 + s a - b0 - t b| is least inside both pieces, or at an end of one of them.
double piece_distance(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 a = a1 - a0, b = b1 - b0, d = a0 - b0;
  const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b), det = aa * bb - ab * ab;
  if (det > 1e-12 * aa * bb) {
    const double s = (ab * dot(d, b) - bb * dot(d, a)) / det,
                 t = (aa * dot(d, b) - ab * dot(d, a)) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return norm(d + s * a - t * b);
  }
  return std::min(
      {to_piece(a0, b0, b1), to_piece(a1, b0, b1), to_piece(b0, a0, a1), to_piece(b1, a0, a1)});
}

std::vector<RodAmongGrains> rods_among_grains(const Scene& scene, const ChunkFile& tape) {
  std::vector<RodAmongGrains> out;
  if (scene.grains.empty()) return out;
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const ObjectSpec& object = scene.objects[i];
    if (object.body != BodyKind::rod) continue;
    const auto& shape = std::get<RodShape>(object.shape);
    const auto frames = read_shape_frames(tape, kShapeTrack + static_cast<std::uint32_t>(i));
    for (int c = 0; c < static_cast<int>(scene.grains.size()); ++c) {
      const double radius = std::max(scene.grains[c].radius, scene.grains[c].radius_to);
      if (auto found =
              meeting(frames, is_closed(shape), tape, c, radius + outline_reach(shape.section))) {
        found->object = i, found->crowd = c;
        out.push_back(*found);
      }
    }
  }
  return out;
}

std::vector<std::string> warn_of_rods_among_grains(const Scene& scene, const ChunkFile& tape) {
  std::vector<std::string> out;
  for (const RodAmongGrains& m : rods_among_grains(scene, tape))
    out.push_back(fmt::format(
        "grains and rods do not feel each other: from {:.3g} s on, {} grain{} of '{}' went through "
        "the rod '{}' unhindered and unheard; move one of them, or let a rigid bar stand for the "
        "rod",
        m.time, m.grains, m.grains == 1 ? "" : "s", scene.grains[m.crowd].name,
        scene.objects[m.object].name));
  return out;
}

}  // namespace peal
