// An impact of the take as a blow between resonators: with its closing speed, the contact of its
// materials and curvatures, and what gives way on both sides.
#pragma once
#include "emission/resonator_pool.h"
#include "sources/contact_of_impact.h"

namespace peal {

inline constexpr double kUncoupledRate = 48000;  // [Hz] of sub-steps where nothing rings

/// Objects that nobody asked to ring, and the floor, have no modes.
Blow blow_of(const ImpactContacts& contacts, const Impact& impact, const ContactOfImpact& contact,
             const ResonatorPool& resonators);

}  // namespace peal
