// The tables of `peal bake` on standard output: what there is to do and what it will cost.
#pragma once
#include <filesystem>

#include "models/bake/pulse_cache.h"
#include "tools/bake/bake_plan.h"
#include "tools/bake/transfer_bake.h"

namespace peal {

void print_plan(const BakePlan& plan, const PulseCache& cache, bool force);
/// @param dry_run warnings and failures are not said later, so now.
void print_transfer_plan(const TransferBakePlan& plan, const std::filesystem::path& cache,
                         bool dry_run);

}  // namespace peal
