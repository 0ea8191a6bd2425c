#include "takes/frame_islands.h"

#include <algorithm>
#include <numeric>

namespace peal {

double FrameIslands::reach(std::size_t b) const {
  const double h = view_.step(k_);
  return std::max(norm(view_.pose(b, k_ + 1).position - view_.pose(b, k_).position),
                  (norm(now_[b].velocity) + norm(setup_.gravity) * h) * h);
}

bool FrameIslands::near(std::size_t a, std::size_t b) const {
  return norm(view_.pose(a, k_).position - view_.pose(b, k_).position) <
         outer_radius(setup_.bodies[a].shape) + outer_radius(setup_.bodies[b].shape) + reach(a) +
             reach(b) + 1e-3;
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
