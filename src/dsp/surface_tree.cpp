#include "dsp/surface_tree.h"

#include <algorithm>
#include <numeric>

namespace peal {
namespace {

constexpr int kLeaf = 4;  // triangles that are looked at one by one

double along(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

SurfaceTree::SurfaceTree(const PlaySurface& surface) {
  const auto count = surface.triangle_count();
  if (count == 0) return;
  std::vector<Vec3> middle(count);
  for (std::size_t t = 0; t < count; ++t)
    for (std::size_t k = 0; k < 6; ++k)
      middle[t] += surface.nodes[static_cast<std::size_t>(surface.triangles[6 * t + k])] / 6;
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  boxes_.reserve(2 * count);
  build(middle, surface, 0, static_cast<int>(count));
}

// Halves of equal number along the longest side: no deeper than the logarithm, whatever the shape.
int SurfaceTree::build(const std::vector<Vec3>& middle, const PlaySurface& surface, int first,
                       int count) {
  const int number = static_cast<int>(boxes_.size());
  boxes_.push_back({});
  SurfaceBox box;
  box.first = first, box.count = count;
  for (int i = first; i < first + count; ++i) {
    Vec3 six[6];
    for (std::size_t k = 0; k < 6; ++k) {
      const auto at = 6 * static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]) + k;
      six[k] = surface.nodes[static_cast<std::size_t>(surface.triangles[at])];
    }
    if (i == first) box.low = box.high = six[0];
    const double bulge = surface_bulge(six);
    for (const Vec3& x : six)
      for (int axis = 0; axis < 3; ++axis) {
        box.low[axis] = std::min(box.low[axis], x[axis] - bulge);
        box.high[axis] = std::max(box.high[axis], x[axis] + bulge);
      }
  }
  if (count > kLeaf) {
    const Vec3 size = box.high - box.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](int a, int b) {
      const double x = along(middle[static_cast<std::size_t>(a)], axis);
      const double y = along(middle[static_cast<std::size_t>(b)], axis);
      return x != y ? x < y : a < b;
    });
    build(middle, surface, first, count / 2);  // its number is the next one
    box.second = build(middle, surface, first + count / 2, count - count / 2);
  }
  boxes_[static_cast<std::size_t>(number)] = box;
  return number;
}

}  // namespace peal
