#include "motion/solids/triangle_grid.h"

#include <algorithm>
#include <cmath>

namespace peal {

std::array<int, 3> TriangleGrid::cell_of(const Vec3& p) const {
  std::array<int, 3> cell;
  for (int k = 0; k < 3; ++k)
    cell[k] = static_cast<int>(std::clamp((p[k] - low_[k]) / cell_, 0.0, counts_[k] - 1.0));
  return cell;
}

void TriangleGrid::fill(std::span<const Vec3> points,
                        std::span<const std::array<int, 3>> triangles) {
  centres_.resize(triangles.size());
  reach_ = 0;
  Vec3 high;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    const Vec3 m = (points[a] + points[b] + points[c]) / 3.0;
    centres_[t] = m;
    for (const int n : triangles[t]) reach_ = std::max(reach_, norm(points[n] - m));
    for (int k = 0; k < 3; ++k) {
      low_[k] = t == 0 ? m[k] : std::min(low_[k], m[k]);
      high[k] = t == 0 ? m[k] : std::max(high[k], m[k]);
    }
  }
  const Vec3 size = high - low_;
  cell_ = std::max({2 * reach_, size.x / kMost, size.y / kMost, size.z / kMost, 1e-9});
  std::size_t cells = 1;
  for (int k = 0; k < 3; ++k) {
    counts_[k] = std::min(kMost, static_cast<int>(size[k] / cell_) + 1);
    cells *= counts_[k];
  }
  const auto number = [&](const Vec3& p) {
    const auto c = cell_of(p);
    return c[0] + counts_[0] * (c[1] + counts_[1] * c[2]);
  };
  first_.assign(cells + 1, 0);
  for (const Vec3& m : centres_) ++first_[number(m) + 1];
  for (std::size_t c = 0; c < cells; ++c) first_[c + 1] += first_[c];
  of_cell_.resize(centres_.size());
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t t = 0; t < centres_.size(); ++t)
    of_cell_[next[number(centres_[t])]++] = static_cast<int>(t);
}

void TriangleGrid::near(const Vec3& centre, double radius, std::vector<int>& out) const {
  out.clear();
  const double far = radius + reach_;
  const auto low = cell_of(centre - Vec3{far, far, far}),
             high = cell_of(centre + Vec3{far, far, far});
  for (int z = low[2]; z <= high[2]; ++z)
    for (int y = low[1]; y <= high[1]; ++y)
      for (int x = low[0]; x <= high[0]; ++x) {
        const int cell = x + counts_[0] * (y + counts_[1] * z);
        for (int i = first_[cell]; i < first_[cell + 1]; ++i)
          if (norm_squared(centres_[of_cell_[i]] - centre) <= far * far) out.push_back(of_cell_[i]);
      }
  std::sort(out.begin(), out.end());
}

}  // namespace peal
