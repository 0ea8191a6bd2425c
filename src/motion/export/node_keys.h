// Where one node of a motion.glb is, key by key, as the file has them: metres, unit quaternions
// x y z w. The middle of a rest is left out.
#pragma once
#include <algorithm>
#include <vector>

#include "base/vec.h"

namespace peal {

struct NodeKeys {
  std::vector<float> times, positions, rotations;

  void add(float time, const Vec3& p, const Quat& q) {
    for (const double x : {p.x, p.y, p.z}) positions.push_back(static_cast<float>(x));
    for (const double x : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(x));
    times.push_back(time);
    const std::size_t n = times.size();
    if (n >= 3 && same(n - 1, n - 2) && same(n - 2, n - 3)) drop(n - 2);
  }
  /// The pose never changes.
  bool still() const { return times.size() < 2 || (times.size() == 2 && same(0, 1)); }

 private:
  bool same(std::size_t a, std::size_t b) const {
    return std::equal(&positions[3 * a], &positions[3 * a] + 3, &positions[3 * b]) &&
           std::equal(&rotations[4 * a], &rotations[4 * a] + 4, &rotations[4 * b]);
  }
  void drop(std::size_t k) {
    times.erase(times.begin() + k);
    positions.erase(positions.begin() + 3 * k, positions.begin() + 3 * k + 3);
    rotations.erase(rotations.begin() + 4 * k, rotations.begin() + 4 * k + 4);
  }
};

}  // namespace peal
