// How the modes of a body reach an ear: builds and owns what dsp/radiation/transfer_tables.h reads,
// from the body's transfer record; the same contract as approximate radiation
// (physics/wave/bem/surface_radiation.h). Multipoles are summed as they are: exact at every
// distance and smooth on every path. Directional maps of a few terms in 1/r are no cheaper where
// they hold, and do not hold where they would be: docs/theory/radiation.md,
// tests/unit/emission/three_terms_test.cpp.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "dsp/radiation/transfer_tables.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal {

class TransferField {
 public:
  /// Stops when the record makes no sense.
  explicit TransferField(const TransferRecord& record);

  TransferField(const TransferField&) = delete;
  TransferField& operator=(const TransferField&) = delete;

  const TransferTables& play() const { return play_; }
  std::size_t mode_count() const { return covered_.size(); }
  /// False for modes the record does not hold: their weights are 0.
  bool covers(std::size_t mode) const { return mode < covered_.size() && covered_[mode]; }
  std::size_t bytes() const;

  /// Fills out (mode_count() values). Within the sphere of the record the value on the sphere in
  /// that direction. Finite everywhere. No allocation; may be called from several threads.
  void weights(const Vec3& listener_body, std::span<std::complex<double>> out) const;

 private:
  void add_block(const TransferRecord& record, std::span<const int> modes);

  std::vector<bool> covered_;
  std::vector<TransferBlock> blocks_;
  AlignedVector<float> values_;
  TransferTables play_;  // of these
};

}  // namespace peal
