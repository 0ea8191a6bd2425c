// Tables of transfer and of clicks in few bits, and back: whole numbers of a step. Each degree l of
// each mode has a step of its own, since near the body degrees differ by orders of magnitude that
// do not reach far; each row of a click has one.
#pragma once
#include <cstdint>
#include <span>

#include "dsp/radiation/click_tables.h"
#include "dsp/radiation/transfer_tables.h"

namespace peal {

/// Numbers of a block that stay floats: continuation and wavenumbers.
constexpr std::uint64_t block_tail_count(int order) {
  return block_value_count(order) - coefficient_count(order);
}
/// Steps of a block: [l][mode].
constexpr std::uint64_t block_step_count(int order) {
  return static_cast<std::uint64_t>(order + 1) * kTransferLane;
}

/// values: those of all blocks, one after the other, zeros before. False: the codes end too early.
bool unpack_transfer(std::span<const TransferBlock> blocks, std::span<const float> tails,
                     std::span<const float> steps, std::span<const std::uint8_t> codes,
                     float* values) noexcept;

/// data: [block][row][kClickBlock]. One step per row.
bool unpack_click(int rows, int blocks, std::span<const float> steps,
                  std::span<const std::uint8_t> codes, float* data) noexcept;

}  // namespace peal
