// The writer's side of packed shapes and tables: floats and a wanted error => steps and codes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "dsp/play_body.h"

namespace peal {

/// Error that a bank may have, rms, relative to what is packed (of a mode's shape, of a degree of
/// its transfer, of a row of a click); 0: floats as they are.
struct BankPrecision {
  double shapes = 0, transfer = 0, clicks = 0;
  bool exact() const { return shapes == 0 && transfer == 0 && clicks == 0; }
};

struct PackedNumbers {
  std::vector<float> steps, tails;
  std::vector<std::uint8_t> codes;
};

PackedNumbers pack_shapes(const PlayBody& body, double error);
/// @param blocks become blocks whose values follow each other, without gaps.
PackedNumbers pack_transfer(const TransferTables& tables, double error,
                            std::vector<TransferBlock>& blocks);
PackedNumbers pack_click(const ClickTables& tables, double error);

}  // namespace peal
