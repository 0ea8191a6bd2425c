#include "tools/import/events/frame_islands.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "motion/rigid/body_pieces.h"

namespace peal {

double FrameIslands::reach(std::size_t b) const {
  const double h = view_.step(k_);
  return std::max(norm(view_.pose(b, k_ + 1).position - view_.pose(b, k_).position),
                  (norm(now_[b].velocity) + norm(setup_.gravity) * h) * h);
}

namespace {

constexpr double kSlack = 1e-3;  // [m]

// Boxes in their bodies' frames: false when a plane along a face of one keeps them farther apart
// than `way`. Planes along edges of both are left out: what they part counts as near.
bool boxes_meet(const Bounds& a, const Pose& pose_a, const Bounds& b, const Pose& pose_b,
                double way) {
  const Vec3 half_a = 0.5 * (a.max - a.min), half_b = 0.5 * (b.max - b.min);
  const Vec3 between =
      to_world(pose_b, 0.5 * (b.max + b.min)) - to_world(pose_a, 0.5 * (a.max + a.min));
  const auto apart = [&](const Pose& own, const Vec3& half, const Pose& other, const Vec3& wide) {
    const Vec3 along = rotate_back(own.rotation, between);
    const Mat3 turn = rotation_matrix(conjugate(own.rotation) * other.rotation);
    for (int d = 0; d < 3; ++d) {
      double reach = half[d] + way;
      for (int e = 0; e < 3; ++e) reach += std::abs(turn(d, e)) * wide[e];
      if (std::abs(along[d]) > reach) return true;
    }
    return false;
  };
  return !apart(pose_a, half_a, pose_b, half_b) && !apart(pose_b, half_b, pose_a, half_a);
}

}  // namespace

bool FrameIslands::near(std::size_t a, std::size_t b) const {
  const Pose &pose_a = view_.pose(a, k_), &pose_b = view_.pose(b, k_);
  const double way = reach(a) + reach(b) + kSlack;
  if (norm(pose_a.position - pose_b.position) >=
      view_.bounding_radius(a) + view_.bounding_radius(b) + way)
    return false;
  const auto &cut_a = setup_.bodies[a].cut, &cut_b = setup_.bodies[b].cut;
  if (!cut_a || !cut_b) return true;
  // While they turn their surfaces move, too.
  const double turned = view_.bounding_radius(a) * turn(a) + view_.bounding_radius(b) * turn(b);
  return boxes_meet(cut_a->box, pose_a, cut_b->box, pose_b, way + turned);
}

double FrameIslands::turn(std::size_t b) const {
  const double h = view_.step(k_);
  return std::max(norm(view_.mean(b, k_).spin), norm(now_[b].spin)) * h;
}

std::vector<std::vector<std::size_t>> FrameIslands::of(
    const std::vector<std::size_t>& bodies) const {
  std::vector<std::size_t> parent(bodies.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i];
    return i;
  };
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (near(bodies[i], bodies[j])) parent[root(i)] = root(j);
  std::vector<std::vector<std::size_t>> out(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) out[root(i)].push_back(bodies[i]);
  std::erase_if(out, [](const auto& island) { return island.empty(); });
  return out;
}

}  // namespace peal
