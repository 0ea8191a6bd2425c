#include "engine/engine_contacts.h"

#include <algorithm>

namespace peal {

EngineContacts::EngineContacts(int count, double rate, int most_modes)
    : joined_(count), linked_to_(count), group_of_(count) {
  contacts_.reserve(count), groups_.reserve(count);
  for (int i = 0; i < count; ++i) {
    contacts_.emplace_back(rate, most_modes);
    groups_.emplace_back(std::min(count, kTogether));
  }
}

std::size_t EngineContacts::bytes(int count, int most_modes) {
  const auto laws = static_cast<std::size_t>(2 * std::min(count, kTogether));
  const std::size_t coupling = (laws * laws + 4 * laws) * kHop * sizeof(double);
  return static_cast<std::size_t>(count) *
         (sizeof(EngineContactSound) + sizeof(Group) + coupling +
          8 * sizeof(double) * static_cast<std::size_t>(most_modes));
}

void EngineContacts::clear() noexcept {
  for (int g = 0; g < group_count_; ++g) groups_[g].count = 0, groups_[g].coupling.clear();
  group_count_ = sounding_ = 0;
  ++hop_;
}

int EngineContacts::root(int contact) const noexcept {
  while (linked_to_[contact] != contact) contact = linked_to_[contact];
  return contact;
}

void EngineContacts::join(EngineContactSound& contact) noexcept {
  const int number = sounding_++;
  joined_[number] = &contact;
  linked_to_[number] = number;
  for (int s = 0; s < 2; ++s) {
    const int before = contact.voice(s) ? contact.voice(s)->last_contact(hop_, number) : -1;
    if (before < 0 || before == number) continue;
    // The first of a chain is its root: groups keep their order from hop to hop.
    const int a = root(before), b = root(number);
    linked_to_[std::max(a, b)] = std::min(a, b);
  }
}

void EngineContacts::form_groups() noexcept {
  std::fill_n(group_of_.begin(), sounding_, -1);
  for (int i = 0; i < sounding_; ++i) {
    const int first = root(i);
    linked_to_[i] = first;  // the way is short for those that come after
    int& g = group_of_[first];
    if (g < 0 || groups_[g].count == kTogether) g = group_count_++;  // as many groups as contacts
    groups_[g].member[groups_[g].count++] = joined_[i];
    joined_[i]->add_to(groups_[g].coupling);
  }
}

void EngineContacts::solve() noexcept {
  form_groups();
  for (int g = 0; g < group_count_; ++g) {
    groups_[g].coupling.solve();
    for (int m = 0; m < groups_[g].count; ++m) groups_[g].member[m]->finish(groups_[g].coupling);
  }
}

}  // namespace peal
