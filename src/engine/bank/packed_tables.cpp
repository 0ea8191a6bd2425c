#include "engine/bank/packed_tables.h"

#include <algorithm>

#include "engine/bank/rice_bits.h"

namespace peal {

bool unpack_transfer(std::span<const TransferBlock> blocks, std::span<const float> tails,
                     std::span<const float> steps, std::span<const std::uint8_t> codes,
                     float* values) noexcept {
  BitReader in(codes);
  for (const TransferBlock& block : blocks) {
    for (int l = 0; l <= block.order; ++l) {
      const float* step = steps.data() + static_cast<std::size_t>(l) * kTransferLane;
      const int k = static_cast<int>(in.bits(kRiceParameterBits));
      for (int h = l * l; h < (l + 1) * (l + 1); ++h)
        for (int part = 0; part < 2; ++part) {
          float* out = values + static_cast<std::size_t>(2 * h + part) * kTransferLane;
          for (int lane = 0; lane < kTransferLane; ++lane)
            if (step[lane] > 0) out[lane] = step[lane] * static_cast<float>(in.rice(k));
        }
      if (in.ended()) return false;
    }
    const auto tail = static_cast<std::size_t>(block_tail_count(block.order));
    std::copy_n(tails.data(), tail, values + coefficient_count(block.order));
    tails = tails.subspan(tail);
    steps = steps.subspan(static_cast<std::size_t>(block_step_count(block.order)));
    values += block_value_count(block.order);
  }
  return true;
}

bool unpack_click(int rows, int blocks, std::span<const float> steps,
                  std::span<const std::uint8_t> codes, float* data) noexcept {
  BitReader in(codes);
  for (int block = 0; block < blocks; ++block)
    for (int row = 0; row < rows; ++row, data += kClickBlock) {
      const float step = steps[static_cast<std::size_t>(row)];
      const int k = static_cast<int>(in.bits(kRiceParameterBits));
      for (int n = 0; n < kClickBlock; ++n) data[n] = step * static_cast<float>(in.rice(k));
      if (in.ended()) return false;
    }
  return true;
}

}  // namespace peal
