// How the modes of a body reach an ear, from its transfer record: the run-time form, with the same
// contract as the quick tier (wave/surface_radiation.h).
// In: TransferRecord; places in the body frame [m]. Out: complex weights [Pa per unit modal
// velocity], e^{-i omega t}, phase e^{ik |x|} of the way from the body-frame origin taken out.
// Multipoles are summed as they are: exact at every distance and smooth on every path. Directional
// maps of a few terms in 1/r are no cheaper where they hold, and do not hold where they would be:
// docs/theory/radiation.md, tests/unit/emission/three_terms_test.cpp.
#pragma once
#include <array>
#include <complex>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "play/transfer_kernel.h"
#include "wave/transfer_record.h"

namespace peal {

class TransferField {
 public:
  /// Stops when the record makes no sense.
  explicit TransferField(const TransferRecord& record);

  std::size_t mode_count() const { return covered_.size(); }
  /// False for modes the record does not hold: their weights are 0.
  bool covers(std::size_t mode) const { return mode < covered_.size() && covered_[mode]; }
  std::size_t bytes() const;

  /// Fills out (mode_count() values). Within the sphere of the record the value on the sphere in
  /// that direction. Finite everywhere. No allocation; may be called from several threads.
  void weights(const Vec3& listener_body, std::span<std::complex<double>> out) const;

 private:
  /// Up to eight modes of similar order: all of them are summed to the largest.
  struct Block {
    std::array<int, kTransferLane> modes{};  // -1: none
    std::array<double, kTransferLane> size{};
    int order = 0;
    AlignedVector<float> coefficients, inverse, wavenumber;
    TransferModes kernel_modes() const {
      return {order, coefficients.data(), inverse.data(), wavenumber.data()};
    }
  };
  Block make_block(const TransferRecord& record, std::span<const int> modes) const;
  void make_steps();

  Vec3 centre_;
  double radius_ = 0;
  const TransferKernel* kernel_ = nullptr;
  std::vector<bool> covered_;
  std::vector<Block> blocks_;
  int order_ = 0;                                 // largest of all
  std::vector<double> step_scale_, step_before_;  // HarmonicSteps
};

}  // namespace peal
