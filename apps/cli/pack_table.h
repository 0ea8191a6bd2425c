// The table that `peal pack` prints: bodies of a bank, and what takes their bytes.
#pragma once
#include <memory>
#include <vector>

#include "engine/bank/bank_writer.h"
#include "tools/pack/pack_body.h"

namespace peal {

/// Table on standard output, notes of the bodies on standard error.
/// @param bytes of the whole bank.
void print_bank_table(const std::vector<std::unique_ptr<PackedBody>>& packed,
                      const BankContents& bank, std::size_t bytes);

}  // namespace peal
