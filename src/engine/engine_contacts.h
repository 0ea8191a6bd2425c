// All contacts of the engine: those that share a ringing body are solved together, the others each
// in a coupling of its own (play/coupling.h).
#pragma once
#include <atomic>
#include <vector>

#include "engine/engine_contact.h"

namespace peal {

class EngineContacts {
 public:
  EngineContacts(int count, double rate, int most_modes);

  std::vector<EngineContactSound>& all() noexcept { return contacts_; }
  /// For those that sound in the coming grain: joins, then solves all.
  void clear() noexcept;
  void join(EngineContactSound& contact) noexcept;
  void solve() noexcept;
  int sounding() const noexcept { return sounding_; }
  /// Contacts that touch the same bodies and are still solved together.
  static constexpr int kTogether = 4;

 private:
  struct Group {
    Group() : coupling(2 * kTogether) {}
    Coupling coupling;
    EngineContactSound* member[kTogether] = {};
    int count = 0;
  };
  std::vector<EngineContactSound> contacts_;
  std::vector<Group> groups_;
  int group_count_ = 0, sounding_ = 0;
};

}  // namespace peal
