// The tables that `peal pack` prints: what there is to do; bodies of a bank, and what takes their
// bytes.
#pragma once
#include <memory>
#include <vector>

#include "tools/pack/pack_scene.h"

namespace peal {

/// @param objects of the scene.
void print_pack_plan(const std::vector<PackPlanRow>& rows, std::size_t objects);

/// Table on standard output, notes of the bodies on standard error.
/// @param bytes of the whole bank.
void print_bank_table(const std::vector<std::unique_ptr<PackedBody>>& packed,
                      const BankContents& bank, std::size_t bytes);

}  // namespace peal
