#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rng.h"
#include "physics/geometry/triangle_tree.h"
#include "physics/grains/grain_walls.h"

namespace peal {
namespace {

struct CellBox {
  WallCells::Cell low, high;  // both belong to it
};

/// f(cell) for the cells of the box whose points can be nearer than `reach` to the piece.
template <class F>
void for_each_near(const WallFeature& feature, const CellBox& box, double side, double reach,
                   const F& f) {
  Vec3 middle, half;
  int widest = 0;
  for (int k = 0; k < 3; ++k) {
    middle[k] = 0.5 * side * (double(box.low[k]) + double(box.high[k]) + 1);
    half[k] = 0.5 * side * (double(box.high[k]) - double(box.low[k]) + 1);
    if (half[k] > half[widest]) widest = k;
  }
  if (feature.distance(middle) > reach + norm(half)) return;
  if (box.low == box.high) return f(box.low);
  CellBox left = box, right = box;
  left.high[widest] = (box.low[widest] + box.high[widest]) >> 1;
  right.low[widest] = left.high[widest] + 1;
  for_each_near(feature, left, side, reach, f);
  for_each_near(feature, right, side, reach, f);
}

Bounds bounds_of_feature(const WallFeature& f) {
  Bounds box;
  box.add(f.point);
  if (f.type == WallFeature::Type::edge) box.add(f.point + f.size * f.axis);
  if (f.type == WallFeature::Type::face) box.add(f.corner(1)), box.add(f.corner(2));
  return box;
}

}  // namespace

std::uint64_t WallCells::key_of(const std::int32_t* cell) noexcept {
  const auto part = [](std::int32_t k) { return static_cast<std::uint64_t>(k) & 0x1FFFFF; };
  return part(cell[0]) | part(cell[1]) << 21 | part(cell[2]) << 42;
}

WallCells::WallCells(const GrainWalls& walls, double side, double reach) {
  reach += 1e-6 * side;  // grains leave their cell a little late
  std::vector<std::pair<std::uint64_t, int>> entries;
  for (const int index : walls.bounded()) {
    const WallFeature& feature = walls.features()[index];
    const Bounds box = bounds_of_feature(feature);
    CellBox cells;
    for (int k = 0; k < 3; ++k) {
      cells.low[k] = static_cast<std::int32_t>(std::floor((box.min[k] - reach) / side));
      cells.high[k] = static_cast<std::int32_t>(std::floor((box.max[k] + reach) / side));
    }
    for_each_near(feature, cells, side, reach, [&](const Cell& cell) {
      entries.push_back({key_of(cell.data()), index});
    });
  }
  if (entries.empty()) return;
  std::sort(entries.begin(), entries.end());
  std::size_t cells = 0;
  for (std::size_t i = 0; i < entries.size(); ++i)
    cells += i == 0 || entries[i].first != entries[i - 1].first;
  std::size_t size = 16;
  while (size < 2 * cells) size *= 2;
  slots_.assign(size, {0, 0, 0});
  lists_.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size();) {
    std::size_t end = i;
    const std::size_t place = place_of(entries[i].first);
    slots_[place] = {entries[i].first, static_cast<std::uint32_t>(lists_.size()), 0};
    for (; end < entries.size() && entries[end].first == entries[i].first; ++end)
      lists_.push_back(entries[end].second);
    slots_[place].count = static_cast<std::uint32_t>(end - i);
    i = end;
  }
}

std::size_t WallCells::place_of(std::uint64_t key) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = scramble(key) & mask;
  while (slots_[place].count > 0 && slots_[place].key != key) place = (place + 1) & mask;
  return place;
}

std::span<const int> WallCells::at(const std::int32_t* cell) const noexcept {
  if (slots_.empty()) return {};
  const Slot& slot = slots_[place_of(key_of(cell))];
  return {lists_.data() + slot.begin, slot.count};
}

std::size_t WallCells::bytes() const {
  return slots_.capacity() * sizeof(Slot) + lists_.capacity() * sizeof(int);
}

}  // namespace peal
