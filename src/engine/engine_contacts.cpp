#include "engine/engine_contacts.h"

namespace peal {

EngineContacts::EngineContacts(int count, double rate, int most_modes) : groups_(count) {
  contacts_.reserve(count);
  for (int i = 0; i < count; ++i) contacts_.emplace_back(rate, most_modes);
}

void EngineContacts::clear() noexcept {
  for (int g = 0; g < group_count_; ++g) groups_[g].count = 0, groups_[g].coupling.clear();
  group_count_ = sounding_ = 0;
}

void EngineContacts::join(EngineContactSound& contact) noexcept {
  const auto share = [&](const EngineContactSound& other) {
    for (int s = 0; s < 2; ++s)
      for (int t = 0; t < 2; ++t)
        if (contact.voice(s) && contact.voice(s) == other.voice(t)) return true;
    return false;
  };
  Group* chosen = nullptr;
  for (int g = 0; g < group_count_ && !chosen; ++g)
    for (int m = 0; m < groups_[g].count; ++m)
      if (groups_[g].count < kTogether && share(*groups_[g].member[m])) chosen = &groups_[g];
  if (!chosen) chosen = &groups_[group_count_++];  // as many groups as contacts
  chosen->member[chosen->count++] = &contact;
  contact.add_to(chosen->coupling);
  ++sounding_;
}

void EngineContacts::solve() noexcept {
  for (int g = 0; g < group_count_; ++g) {
    groups_[g].coupling.solve();
    for (int m = 0; m < groups_[g].count; ++m) groups_[g].member[m]->finish(groups_[g].coupling);
  }
}

}  // namespace peal
