// The symmetric system of an implicit step of one rod: block pentadiagonal, of rings with corners.
// Panels from the rod kernel enter; after factor() right sides become solutions in O(points).
// Rings keep two points aside (arrow): the rest is an open rod, eight columns tie the two to it.
#pragma once
#include <array>
#include <vector>

#include "base/aligned.h"
#include "physics/rods/elastic_rod.h"

namespace peal {

class RodMatrix {
 public:
  explicit RodMatrix(const ElasticRod& rod);

  /// Fills in the matrix and r = load - dE/dq - M (a + alpha v); both with 4 numbers per
  /// point and 16 more.
  void assemble(const ElasticRod& rod, const RodRates& rates, const double* load,
                double* r) noexcept;
  /// Adds to one entry of a point's own block.
  void add(int point, int row, int column, double value) noexcept;
  /// Adds to the coordinates' part of the block in row `point` + `part`, column `point`, and to the
  /// same one transposed. part: 0 (symmetric), 1 or 2; of rings around.
  void add_block(int point, int part, const Mat3& block) noexcept;
  /// The unknown becomes its own right side.
  void fix(int point, int unknown) noexcept;
  void factor() noexcept;
  void solve(double* r) const noexcept;
  /// Blocks of the inverse: of each point with itself, and row i + 1, column i (around, of rings),
  /// 16 numbers in columns for each point.
  void inverse(double* own, double* beside) const noexcept;

 private:
  double* panel(int block) noexcept { return panels_.data() + kRodPanel * block; }
  bool looks_back(int block) const noexcept { return block >= middle_ + 2; }
  void tie() noexcept;

  const RodKernel* kernel_;
  int points_, band_, middle_;  // band_: blocks of the open part
  AlignedVector<double> panels_;
  // Of rings: the last two panels looking forward over the seam, K(band, kept) and with the
  // band's inverse before it, and the inverse of what is left for the kept unknowns.
  AlignedVector<double> seam_;
  std::array<AlignedVector<double>, 8> edge_, solved_;
  std::array<std::array<double, 8>, 8> kept_{};
};

}  // namespace peal
