// Impulses of the last step, found again by the key of their contact: where the next search begins.
// They are part of the state of a simulation: who saves it, saves `all()`.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "physics/coulomb/coulomb_bodies.h"

namespace peal {

struct KeptImpulse {
  CoulombKey key;
  Vec3 impulse;     // [N s] world, on side a
  double slip = 0;  // [1/kg] LocalImpulse::slip
};

class ImpulseMemory {
 public:
  /// Of equal keys the first is found.
  void keep(std::span<const KeptImpulse> impulses);
  void clear() { kept_.clear(), table_.clear(); }
  /// Null when there is none.
  const KeptImpulse* find(const CoulombKey& key) const noexcept;
  std::span<const KeptImpulse> all() const { return kept_; }

 private:
  std::vector<KeptImpulse> kept_;
  std::vector<std::uint32_t> table_;  // open addressing; index + 1 into kept_, 0: free
};

}  // namespace peal
