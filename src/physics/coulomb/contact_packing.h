// A contact as given => as the sweeps read it: frame, Delassus block, checks. Numbers that are
// none, slots that are not there, a body against itself, a normal of no length or a place where
// nothing can move make a contact that does nothing (all its numbers 0), and a reason.
#pragma once
#include "physics/coulomb/packed_contact_kernel.h"

namespace peal {

enum class PackingResult : std::uint8_t { good, invalid, immovable };

/// Slots, weights and coefficients; does not look at the bodies' numbers.
bool is_well_formed(const CoulombContact& contact, const CoulombBodies& bodies) noexcept;

/// W = sum over both sides of H M^-1 H^T [1/kg], world axes; points that both sides share count
/// once, with the difference of their weights. The contact is well formed.
SymMat3 delassus_block(const CoulombContact& contact, const CoulombBodies& bodies) noexcept;

/// @param terms where the twists of sides a and b are kept. Goal and impulse stay 0.
PackingResult pack_contact(const CoulombContact& contact, const CoulombBodies& bodies,
                           const std::uint32_t (&terms)[2], PackedContact& out) noexcept;

}  // namespace peal
