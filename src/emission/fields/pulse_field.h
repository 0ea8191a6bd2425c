// The click of any rigid body, from its PulseRecord: each coefficient (DOF, l, m) divided by the
// spectrum of the pulse, continued outward and sampled at the emitter's rate.
//   r p(t + r/c) = sum_lm Y_lm(n) table_lm(u; t),   u = r1 / r,  r and n from the sphere's centre
// is a polynomial of degree l in u. It is stored at Chebyshev points: exact for small l; beyond,
// fewer points than l + 1 are enough (click_degree). Two zones have tables of their own:
// everywhere, and farther than eight radii, where most ears are and a third of the points suffices.
// Coefficients that together are below 0.1 % of a DOF's sound (relative L2, far away, at 1.5 r1,
// and far away below 1 kHz) are left out, and so is the end of the tables below 0.03 %. The late
// part of long tables is kept in few rows, which stand before the coefficients' (late_tables.h).
#pragma once
#include <vector>

#include "emission/fields/click_field.h"
#include "emission/fields/late_tables.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

class PulseField final : public ClickField {
 public:
  /// Stops when the record makes no sense.
  /// @param left_out times what is left out of the energy: less than 1 for fields that nearly
  /// cancel others, so that their weakest part counts.
  PulseField(const PulseRecord& record, double rate, double left_out = 1);

  int coefficients() const { return static_cast<int>(coefficients_.size()); }
  /// Sample from which few rows stand for all; samples() or more: none.
  int late_from() const { return late_[1].from; }

 private:
  /// 1 / root of the energy of each row's DOF.
  std::vector<float> row_scales(const std::vector<std::vector<float>>& rows, ClickZone zone) const;

  std::vector<ClickCoefficient> coefficients_;  // those that sound longest first
  std::vector<int> active_[2];                  // per zone and block: rows that are not over yet
  LateTables late_[2];                          // per zone; their basis is in the tables
};

}  // namespace peal
