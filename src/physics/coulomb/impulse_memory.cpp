#include "physics/coulomb/impulse_memory.h"

#include <bit>

#include "base/rng.h"

namespace peal {
namespace {

std::uint64_t hash_of(const CoulombKey& key) noexcept {
  return scramble(scramble(key.pair) ^ key.feature);
}

}  // namespace

void ImpulseMemory::keep(std::span<const KeptImpulse> impulses) {
  kept_.assign(impulses.begin(), impulses.end());
  table_.assign(std::bit_ceil(2 * kept_.size() + 2), 0);
  const std::uint64_t mask = table_.size() - 1;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    std::uint64_t at = hash_of(kept_[i].key) & mask;
    while (table_[at] != 0 && kept_[table_[at] - 1].key != kept_[i].key) at = (at + 1) & mask;
    if (table_[at] == 0) table_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

const KeptImpulse* ImpulseMemory::find(const CoulombKey& key) const noexcept {
  if (table_.empty()) return nullptr;
  const std::uint64_t mask = table_.size() - 1;
  for (std::uint64_t at = hash_of(key) & mask; table_[at] != 0; at = (at + 1) & mask)
    if (kept_[table_[at] - 1].key == key) return &kept_[table_[at] - 1];
  return nullptr;
}

}  // namespace peal
