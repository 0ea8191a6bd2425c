// Contacts that share no body may be solved at the same time. Each contact in the order of its
// index takes the first colour that none of its bodies has yet (greedy); what finds none of 63 goes
// into the last group, which is solved one after the other (a cup full of beads). The same for any
// number of threads.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "physics/coulomb/coulomb_bodies.h"

namespace peal {

struct ContactGroup {
  std::uint32_t begin = 0, end = 0;  // in `order`
  bool independent = false;          // no two share a body
};

class ContactColouring {
 public:
  /// One group in the order of index.
  void in_sequence(std::size_t contacts);
  /// @param contacts well formed ones count, others may be anywhere (they touch no body).
  void colour(std::span<const CoulombContact> contacts, const CoulombBodies& bodies);

  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const ContactGroup> groups() const { return groups_; }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<ContactGroup> groups_;
  std::vector<std::uint8_t> colour_;
  std::vector<std::uint64_t> taken_;  // colours of each slot: rigids, points, twists
};

}  // namespace peal
