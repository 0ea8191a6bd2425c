#include "physics/grains/grain_types.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kOctahedron = 32767;

double folded(double a, double b) noexcept { return (1 - std::abs(b)) * (a < 0 ? -1 : 1); }

}  // namespace

void pack_normal(const Vec3& n, std::int16_t (&out)[2]) noexcept {
  const double sum = std::max(1e-300, std::abs(n.x) + std::abs(n.y) + std::abs(n.z));
  double u = n.x / sum, v = n.y / sum;
  if (n.z < 0) {
    const double below = folded(u, v);
    v = folded(v, u), u = below;
  }
  out[0] = static_cast<std::int16_t>(std::lrint(u * kOctahedron));
  out[1] = static_cast<std::int16_t>(std::lrint(v * kOctahedron));
}

Vec3 unpacked_normal(const GrainHit& hit) noexcept {
  double u = hit.normal[0] / kOctahedron, v = hit.normal[1] / kOctahedron;
  const double z = 1 - std::abs(u) - std::abs(v);
  if (z < 0) {
    const double above = folded(u, v);
    v = folded(v, u), u = above;
  }
  return normalized(Vec3{u, v, z}, {0, 1, 0});
}

}  // namespace peal
