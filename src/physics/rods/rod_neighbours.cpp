#include "physics/rods/rod_neighbours.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/parallel.h"
#include "physics/rods/segment_distance.h"

namespace peal {
namespace {

constexpr double kSteps = 48;                // that a list is made for, at the speed of the fastest
constexpr std::uint32_t kChunk = 512;        // edges for one thread
constexpr std::uint32_t kManyPoints = 4000;  // worth a second thread
constexpr int kBits = 21;                    // of a cell's place along an axis

}  // namespace

RodNeighbours::RodNeighbours(std::vector<NeighbourRod> rods) : rods_(std::move(rods)) {
  first_edge_.push_back(0), first_point_.push_back(0);
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    const ElasticRod& rod = *rods_[r].rod;
    double shortest = 1e300;
    for (int j = 0; j < rod.edges(); ++j) {
      rod_of_.push_back(static_cast<int>(r)), edge_of_.push_back(j);
      shortest = std::min(shortest, norm(rod.point((j + 1) % rod.points()) - rod.point(j)));
    }
    // Bent to its own thickness, a rod meets itself after half a turn.
    skip_.push_back(1 + static_cast<int>(std::ceil(kPi * rods_[r].reach / shortest)));
    first_edge_.push_back(first_edge_.back() + static_cast<std::uint32_t>(rod.edges()));
    first_point_.push_back(first_point_.back() + static_cast<std::uint32_t>(rod.points()));
  }
  moved_.assign(edges(), 0), points_moved_.assign(points(), 0);
  middle_.resize(edges()), half_.resize(edges()), key_.resize(edges());
}

void RodNeighbours::never(int rod_a, int first_a, int last_a, int rod_b, int first_b, int last_b) {
  const auto within = [&](int rod, int j) {
    return edge_index(rod, std::clamp(j, 0, rods_[rod].rod->edges() - 1));
  };
  never_.push_back({within(rod_a, first_a), within(rod_a, last_a), within(rod_b, first_b),
                    within(rod_b, last_b)});
}

bool RodNeighbours::excluded(std::uint32_t a, std::uint32_t b) const {
  if (rod_of_[a] == rod_of_[b]) {
    const ElasticRod& rod = *rods_[rod_of_[a]].rod;
    int along = static_cast<int>(b - a);
    if (rod.closed()) along = std::min(along, rod.edges() - along);
    if (along <= skip_[rod_of_[a]]) return true;
  }
  return std::any_of(never_.begin(), never_.end(), [&](const Never& n) {
    return (a >= n.a0 && a <= n.a1 && b >= n.b0 && b <= n.b1) ||
           (b >= n.a0 && b <= n.a1 && a >= n.b0 && a <= n.b1);
  });
}

bool RodNeighbours::follow(const std::vector<Vec3>& start, const std::vector<Vec3>& end,
                           double step) {
  if (margin_ < 0) {
    double fastest = 0;
    for (std::size_t i = 0; i < start.size(); ++i)
      fastest = std::max(fastest, norm_squared(end[i] - start[i]));
    if (!make(start, std::sqrt(fastest) / step, step)) return false;
  }
  for (int tries = 0;; ++tries) {
    std::vector<float> farthest(rods_.size(), 0);
    double fastest = 0;
    const auto follow_rod = [&](std::size_t r) {
      const std::uint32_t p0 = first_point_[r], p1 = first_point_[r + 1];
      for (std::uint32_t i = p0; i < p1; ++i)
        points_moved_[i] =
            static_cast<float>(1.000001 * std::sqrt(std::max(norm_squared(start[i] - then_[i]),
                                                             norm_squared(end[i] - then_[i]))));
      const std::uint32_t e0 = first_edge_[r], edges = first_edge_[r + 1] - e0, points = p1 - p0;
      for (std::uint32_t j = 0; j < edges; ++j) {
        const std::uint32_t next = j + 1 == points ? 0 : j + 1;
        moved_[e0 + j] = std::max(points_moved_[p0 + j], points_moved_[p0 + next]);
        farthest[r] = std::max(farthest[r], moved_[e0 + j]);
      }
    };
    if (points() >= kManyPoints)
      parallel_for(rods_.size(), follow_rod);
    else
      for (std::size_t r = 0; r < rods_.size(); ++r) follow_rod(r);
    const float most = *std::max_element(farthest.begin(), farthest.end());
    if (2 * most < margin_ || tries > 0) return true;
    for (std::size_t i = 0; i < start.size(); ++i)
      fastest = std::max(fastest, norm_squared(end[i] - start[i]));
    if (!make(start, std::sqrt(fastest) / step, step)) return false;
  }
}

bool RodNeighbours::make(const std::vector<Vec3>& now, double fastest, double step) {
  ++lists_made_;
  then_ = now;
  double longest = 0, thinnest = 1e300, thickest = 0;
  for (std::uint32_t e = 0; e < edges(); ++e) {
    const int r = rod_of_[e],
              next = edge_of_[e] + 1 == rods_[r].rod->points() ? 0 : edge_of_[e] + 1;
    const Vec3 a = now[point_index(r, edge_of_[e])], b = now[point_index(r, next)];
    middle_[e] = 0.5 * (a + b), half_[e] = 0.5 * norm(b - a);
    if (!rods_[r].touches) continue;
    longest = std::max(longest, half_[e]);
    thinnest = std::min(thinnest, rods_[r].reach), thickest = std::max(thickest, rods_[r].reach);
  }
  // Room for the steps to come, but no more than what keeps the list short; and always for one.
  margin_ = std::clamp(2 * kSteps * fastest * step, 0.2 * thinnest,
                       std::max(4 * thickest, 0.5 * longest));
  margin_ = std::max(margin_, 4 * fastest * step);
  sort_into_cells(2 * (longest + thickest) + margin_);
  const std::uint32_t chunks = (edges() + kChunk - 1) / kChunk;
  std::vector<std::vector<EdgePair>> found(chunks);
  parallel_for(chunks, [&](std::size_t c) {
    const auto begin = static_cast<std::uint32_t>(c) * kChunk;
    for (std::uint32_t e = begin; e < std::min(begin + kChunk, edges()); ++e) {
      collect(e, found[c]);
      if (found[c].size() > kMostPairs) return;
    }
  });
  pairs_.clear();
  for (const auto& part : found) {
    if (pairs_.size() + part.size() > kMostPairs) return false;
    pairs_.insert(pairs_.end(), part.begin(), part.end());
  }
  return true;
}

/// Places of edges on a grid, sorted so that cells beside each other along x follow each other.
void RodNeighbours::sort_into_cells(double size) {
  Vec3 low = middle_.empty() ? Vec3{} : middle_[0];
  for (const Vec3& m : middle_)
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], m[k]);
  constexpr double kMost = (1 << kBits) - 4;
  cells_.clear();
  for (std::uint32_t e = 0; e < edges(); ++e) {
    if (!rods_[rod_of_[e]].touches) continue;
    std::uint64_t key = 0;
    for (int k = 2; k >= 0; --k)
      key = key << kBits |
            static_cast<std::uint64_t>(2 + std::min((middle_[e][k] - low[k]) / size, kMost - 2));
    key_[e] = key;
    cells_.push_back({key, e});
  }
  std::sort(cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) {
    return a.key != b.key ? a.key < b.key : a.edge < b.edge;
  });
}

void RodNeighbours::collect(std::uint32_t a, std::vector<EdgePair>& out) const {
  const int ra = rod_of_[a];
  if (!rods_[ra].touches) return;
  const std::size_t before = out.size();
  const auto ends = [&](std::uint32_t e) {
    const int r = rod_of_[e], j = edge_of_[e], next = j + 1 == rods_[r].rod->points() ? 0 : j + 1;
    return std::pair{then_[point_index(r, j)], then_[point_index(r, next)]};
  };
  const auto [a0, a1] = ends(a);
  for (int y = -1; y <= 1; ++y)
    for (int z = -1; z <= 1; ++z) {
      const std::uint64_t row = key_[a] + static_cast<std::uint64_t>(y * (1ll << kBits)) +
                                static_cast<std::uint64_t>(z * (1ll << 2 * kBits));
      auto cell = std::lower_bound(cells_.begin(), cells_.end(), row - 1,
                                   [](const Cell& c, std::uint64_t key) { return c.key < key; });
      for (; cell != cells_.end() && cell->key <= row + 1; ++cell) {
        const std::uint32_t b = cell->edge;
        if (b <= a) continue;
        const double reach = rods_[ra].reach + rods_[rod_of_[b]].reach, near = reach + margin_;
        const double far = half_[a] + half_[b] + near;
        if (norm_squared(middle_[a] - middle_[b]) > far * far || excluded(a, b)) continue;
        const auto [b0, b1] = ends(b);
        const NearestPlaces at = nearest_of_segments(a0 - b0, a1 - a0, b1 - b0);
        const double distance = norm(a0 + at.s * (a1 - a0) - b0 - at.t * (b1 - b0));
        if (distance > near) continue;
        const double apart = distance - reach;
        out.push_back({a, b, static_cast<float>(apart - 1e-6 * distance)});
      }
    }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
            [](const EdgePair& p, const EdgePair& q) { return p.b < q.b; });
}

}  // namespace peal
