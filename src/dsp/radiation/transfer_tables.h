// How the modes of a body reach an ear, from the multipoles of its transfer
// (physics/wave/multipole/transfer_record.h): the form that is read while sound plays. In: places
// in the body frame [m]. Out: complex weights [Pa per unit modal velocity], e^{-i omega t}, phase
// e^{ik |x|} of the way from the body-frame origin taken out. Plain arrays that somebody else owns
// (emission/fields/transfer_field.h, or a bank); no allocation.
#pragma once
#include <complex>
#include <cstdint>
#include <span>

#include "base/harmonics_kernel.h"
#include "base/vec.h"
#include "dsp/radiation/transfer_kernel.h"

namespace peal {

/// Up to eight modes of similar order: all of them are summed to the largest. Fixed layout: banks
/// hold it as it is.
struct TransferBlock {
  double size[kTransferLane];         // [Pa] that coefficients of 1 stand for
  std::int32_t modes[kTransferLane];  // -1: none
  std::int32_t order;                 // the largest of the eight
  std::int32_t reserved;
  std::uint64_t first;  // in TransferTables::values: coefficients, then inverse, then wavenumber
};

/// Floats of a block, see dsp/radiation/transfer_kernel.h: a whole number of lanes each.
constexpr std::uint64_t coefficient_count(int order) {
  return harmonic_count(order) * 2 * kTransferLane;
}
constexpr std::uint64_t inverse_count(int order) {
  return static_cast<std::uint64_t>(order + 1) * 2 * kTransferLane;
}
constexpr std::uint64_t block_value_count(int order) {
  return coefficient_count(order) + inverse_count(order) + kTransferLane;
}

struct TransferTables {
  Vec3 centre;        // [m] of the sphere, body frame
  double radius = 0;  // [m] of the sphere
  int modes = 0;      // weights are given for these; 0 for those in no block
  int order = 0;      // largest of all blocks, at most kMaxHarmonicOrder
  std::span<const TransferBlock> blocks;
  std::span<const float> values;  // 32-byte aligned
  HarmonicSteps steps;            // harmonic_steps()
};

/// Recurrence up to kMaxHarmonicOrder, made at the first call: call it before sound plays.
HarmonicSteps harmonic_steps();

/// Fills out[0 .. modes). Within the sphere the value on the sphere in that direction. Finite
/// everywhere; zeros for a place that is not finite. May be called from several threads.
/// @param most_order multipoles beyond it are left out: coarser, and cheaper by its square.
void transfer_weights(const TransferTables& tables, const Vec3& ear, std::complex<double>* out,
                      int most_order = kMaxHarmonicOrder) noexcept;
/// What that costs: multipoles of eight modes, about 1 ns each.
std::int64_t transfer_work(const TransferTables& tables,
                           int most_order = kMaxHarmonicOrder) noexcept;

}  // namespace peal
