// The late part of a body's tables in few rows: when only air in a vessel still rings, all tables
// are mixtures of a few dozen basis functions over time.
//   table_row(n) = sum_k mix(row, k) basis_k(n),   n >= from
// Rows come in groups (the DOFs of a body ring in oscillations of their own), each with its
// basis: an orthonormal basis of random mixtures of its rows (Halko, Martinsson & Tropp 2011).
#pragma once
#include <span>
#include <vector>

#include "base/aligned.h"
#include "dsp/radiation/click_tables.h"

namespace peal {

struct LateTables {
  int from = 0;  // [samples], a whole number of blocks; where the rows end when there is no need
  std::vector<std::vector<float>> basis;  // kLateBasis per group, from sample `from` on
  std::vector<int> ends, members;         // rows of each group, one group after the other
  AlignedVector<float> mix;               // [member][basis function]

  /// weights_k = sum_rows weights_row mix(row, k)
  void weights(std::span<const float> rows, std::span<float> basis) const;
  /// As dsp/radiation/click_tables.h reads it; rows and active are left to the caller.
  PulseZone zone() const;
};

/// @param rows may end before `samples`. @param group of each row, from 0 on; none: all are of one.
/// @param scale of each row: its error is measured with it;
/// all rows' scaled energies sum to about 1 per part that must be right by itself.
/// Short tables, and those that do not become few, are left as they are: no basis.
LateTables late_tables(const std::vector<std::vector<float>>& rows, const std::vector<float>& scale,
                       int samples, std::vector<int> group = {});

}  // namespace peal
