#include "physics/coulomb/contact_colouring.h"

#include <array>
#include <bit>

#include "physics/coulomb/contact_packing.h"

namespace peal {
namespace {

constexpr int kLastColour = 63;

/// Slots whose velocities a side writes, counted through rigids, points and twists.
template <class Visit>
void visit_slots(const CoulombSide& side, const CoulombBodies& bodies, const Visit& visit) {
  if (side.kind == CoulombSide::Kind::rigid) {
    if (!is_driven(bodies.rigids[side.slot[0]])) visit(side.slot[0]);
  } else if (side.kind == CoulombSide::Kind::points) {
    for (int k = 0; k < side.count; ++k) visit(bodies.rigids.size() + side.slot[k]);
    if (side.twist != kNoTwist) visit(bodies.rigids.size() + bodies.points.size() + side.twist);
  }
}

}  // namespace

void ContactColouring::in_sequence(std::size_t contacts) {
  order_.resize(contacts);
  for (std::size_t i = 0; i < contacts; ++i) order_[i] = static_cast<std::uint32_t>(i);
  groups_.assign(1, {0, static_cast<std::uint32_t>(contacts), false});
}

void ContactColouring::colour(std::span<const CoulombContact> contacts,
                              const CoulombBodies& bodies) {
  taken_.assign(bodies.rigids.size() + bodies.points.size() + bodies.twists.size(), 0);
  colour_.resize(contacts.size()), order_.resize(contacts.size());
  std::array<std::uint32_t, kLastColour + 2> begin{};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const CoulombContact& c = contacts[i];
    int colour = 0;
    if (is_well_formed(c, bodies)) {
      std::uint64_t taken = 0;
      const auto look = [&](std::size_t slot) { taken |= taken_[slot]; };
      visit_slots(c.a, bodies, look), visit_slots(c.b, bodies, look);
      colour = std::min(std::countr_one(taken), kLastColour);
      const std::uint64_t bit = std::uint64_t{1} << colour;
      const auto take = [&](std::size_t slot) { taken_[slot] |= bit; };
      if (colour < kLastColour) visit_slots(c.a, bodies, take), visit_slots(c.b, bodies, take);
    }
    colour_[i] = static_cast<std::uint8_t>(colour);
    ++begin[static_cast<std::size_t>(colour) + 1];
  }
  groups_.clear();
  for (std::size_t k = 0; k <= kLastColour; ++k) {
    begin[k + 1] += begin[k];
    if (begin[k + 1] > begin[k]) groups_.push_back({begin[k], begin[k + 1], k < kLastColour});
  }
  for (std::size_t i = 0; i < contacts.size(); ++i)
    order_[begin[colour_[i]]++] = static_cast<std::uint32_t>(i);
}

}  // namespace peal
