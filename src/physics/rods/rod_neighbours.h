// Which edges of rods may touch: all pairs that were nearer than a margin when the list was made,
// with how far apart they were. As long as no edge has gone farther than half the margin from where
// it was then, no other pair can touch, and of those in the list only the ones whose distance the
// ways of both edges can have used up. Made anew from a grid of cells (Verlet lists over a sorted
// grid). What it answers is exact: it does not depend on when the list was made. SI units.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "physics/rods/elastic_rod.h"

namespace peal {

struct NeighbourRod {
  const ElasticRod* rod = nullptr;
  double reach = 0;     // [m] of its section
  bool touches = true;  // false: it goes through everything
};

struct EdgePair {
  std::uint32_t a = 0, b = 0;  // edges, counted through all rods; a < b
  float apart = 0;             // [m] gap of their skins when the list was made, or less
};

class RodNeighbours {
 public:
  explicit RodNeighbours(std::vector<NeighbourRod> rods);

  /// Edges of joined rods near their joint never touch: between any of `a` and any of `b`.
  void never(int rod_a, int first_a, int last_a, int rod_b, int first_b, int last_b);

  /// The rods as they are now, and where their points will be at the end of a step [m], all rods'
  /// in one row. False when so many pairs are near that there is no room for them.
  bool follow(const std::vector<Vec3>& start, const std::vector<Vec3>& end, double step);
  /// In the order of a, then b.
  const std::vector<EdgePair>& pairs() const { return pairs_; }
  /// In the steps that follow() has seen since the list was made, the skins may have touched.
  bool may_touch(const EdgePair& pair) const {
    return pair.apart <= moved_[pair.a] + moved_[pair.b];
  }

  struct Place {
    int rod = 0, edge = 0;
  };
  Place place(std::uint32_t edge) const { return {rod_of_[edge], edge_of_[edge]}; }
  std::uint32_t edge_index(int rod, int edge) const { return first_edge_[rod] + edge; }
  /// In the row of all points.
  std::uint32_t point_index(int rod, int point) const { return first_point_[rod] + point; }
  std::uint32_t edges() const { return first_edge_.back(); }
  std::uint32_t points() const { return first_point_.back(); }
  int lists_made() const { return lists_made_; }

  static constexpr std::size_t kMostPairs = 6'000'000;

 private:
  bool make(const std::vector<Vec3>& now, double fastest, double step);
  void sort_into_cells(double size);
  void collect(std::uint32_t edge, std::vector<EdgePair>& out) const;
  bool excluded(std::uint32_t a, std::uint32_t b) const;

  struct Never {
    std::uint32_t a0, a1, b0, b1;
  };
  std::vector<NeighbourRod> rods_;
  std::vector<std::uint32_t> first_edge_, first_point_;
  std::vector<int> rod_of_, edge_of_, skip_;  // skip_: edges along a rod that cannot reach another
  std::vector<Never> never_;
  std::vector<Vec3> then_;    // points when the list was made
  std::vector<float> moved_;  // [m] of each edge since, at most
  std::vector<float> points_moved_;
  std::vector<EdgePair> pairs_;
  double margin_ = -1;
  int lists_made_ = 0;
  // of the grid
  struct Cell {
    std::uint64_t key;
    std::uint32_t edge;
  };
  std::vector<Cell> cells_;
  std::vector<Vec3> middle_;
  std::vector<double> half_;
  std::vector<std::uint64_t> key_;
};

}  // namespace peal
