#include "physics/grains/wall_tree.h"

#include <numeric>

namespace peal {
namespace {

constexpr std::size_t kLeaf = 4;
constexpr int kDeepest = 50;

Bounds box_of(const WallFeature& f) {
  Bounds box;
  box.add(f.point);
  if (f.type == WallFeature::Type::edge) box.add(f.point + f.size * f.axis);
  if (f.type == WallFeature::Type::face) box.add(f.corner(1)), box.add(f.corner(2));
  return box;
}

}  // namespace

WallTree::WallTree(std::span<const WallFeature> features, std::span<const int> pieces) {
  std::vector<Bounds> boxes;
  for (const int piece : pieces) {
    const Bounds box = box_of(features[piece]);
    boxes.push_back(box);
    for (int corner = 0; corner < 8; ++corner)
      radius_ = std::max(
          radius_, norm(Vec3{corner & 1 ? box.min.x : box.max.x, corner & 2 ? box.min.y : box.max.y,
                             corner & 4 ? box.min.z : box.max.z}));
  }
  if (pieces.empty()) return;
  order_.resize(pieces.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.emplace_back();
  split(0, 0, order_.size(), boxes, 0);
  for (int& k : order_) k = pieces[k];
}

void WallTree::split(std::size_t node, std::size_t begin, std::size_t end,
                     const std::vector<Bounds>& boxes, int depth) {
  Bounds all, middles;
  for (std::size_t k = begin; k < end; ++k)
    all.add(boxes[order_[k]]), middles.add(boxes[order_[k]].centre());
  nodes_[node].box = all;
  nodes_[node].first = static_cast<std::int32_t>(begin);
  nodes_[node].count = static_cast<std::int32_t>(end - begin);
  if (end - begin <= kLeaf || depth == kDeepest) return;
  const Vec3 size = middles.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::size_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + std::ptrdiff_t(begin), order_.begin() + std::ptrdiff_t(middle),
                   order_.begin() + std::ptrdiff_t(end), [&](int a, int b) {
                     const double x = boxes[a].centre()[axis], y = boxes[b].centre()[axis];
                     return x < y || (x == y && a < b);
                   });
  const std::size_t left = nodes_.size();
  nodes_.resize(left + 2);
  nodes_[node].first = static_cast<std::int32_t>(left), nodes_[node].count = 0;
  split(left, begin, middle, boxes, depth + 1);
  split(left + 1, middle, end, boxes, depth + 1);
}

}  // namespace peal
