#include "dsp/lowest_points.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kLevel = 1e-3;    // of its size: what is as low as this touches
constexpr double kOnePlace = 0.1;  // of its size: places of touch nearer than this are one
constexpr int kSectors = 48;       // around the middle, a multiple of three

/// The farthest point of all around a middle, and of each sector the one that lies farthest along
/// the sector's own direction. Sectors count from the first point: a third of a turn from it is
/// the middle of a sector, so that a ring with vertices there gives just these.
struct Outline {
  const Vec3* point[kSectors + 1] = {};
  int count = 0;

  Outline(std::span<const Vec3> points, const Vec3& down, double level) noexcept {
    double near = 0, farthest = -1;
    Vec3 middle;
    for (const Vec3& x : points)
      if (dot(x, down) >= level) middle += x, near += 1;
    if (!(near > 0)) return;  // NaN
    middle = middle / near;
    for (const Vec3& x : points)
      if (dot(x, down) >= level && norm_squared(x - middle) > farthest)
        point[0] = &x, farthest = norm_squared(x - middle);
    if (!point[0]) return;
    const Vec3 u = *point[0] - middle, v = cross(down, u);
    double far[kSectors];
    const Vec3* chosen[kSectors] = {};
    for (const Vec3& x : points) {
      if (!(dot(x, down) >= level)) continue;
      const double along = dot(x - middle, u), across = dot(x - middle, v);
      const double turn = std::atan2(across, along) * kSectors / (2 * kPi);
      if (!(std::abs(turn) <= kSectors)) continue;  // NaN
      const int nearest = static_cast<int>(std::lround(turn));
      const int sector = (nearest + kSectors) % kSectors;
      const double angle = 2 * kPi * sector / kSectors;
      const double reach = std::cos(angle) * along + std::sin(angle) * across;
      if (!chosen[sector] || reach > far[sector]) chosen[sector] = &x, far[sector] = reach;
    }
    count = 1;
    for (const Vec3* x : chosen)
      if (x && x != point[0]) point[count++] = x;
  }
};

}  // namespace

int lowest_points(std::span<const Vec3> points, const Vec3& down, double size,
                  Vec3 (&out)[kRestPoints]) noexcept {
  double lowest = -1e300;
  for (const Vec3& x : points) lowest = std::max(lowest, dot(x, down));
  const Outline near(points, down, lowest - kLevel * size);
  if (near.count == 0) return 0;
  const Vec3 first = *near.point[0];
  const double apart = kOnePlace * kOnePlace * size * size;
  double best = apart, far = apart;
  const Vec3 *second = nullptr, *pair[2] = {};
  for (int i = 1; i < near.count; ++i) {
    const Vec3& x = *near.point[i];
    const double to_first = norm_squared(x - first);
    if (to_first > far) far = to_first, second = &x;
    for (int j = i + 1; j < near.count && to_first > best; ++j) {
      const Vec3& y = *near.point[j];
      const double least = std::min({to_first, norm_squared(y - first), norm_squared(y - x)});
      if (least > best) best = least, pair[0] = &x, pair[1] = &y;
    }
  }
  out[0] = first;
  if (pair[0]) {
    out[1] = *pair[0], out[2] = *pair[1];
    return 3;
  }
  if (!second) return 1;
  out[1] = *second;
  return 2;
}

}  // namespace peal
