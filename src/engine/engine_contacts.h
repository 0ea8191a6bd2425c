// All contacts of the engine: those that share a ringing body are solved together, the others each
// in a coupling of its own (dsp/modal/coupling.h).
#pragma once
#include <atomic>
#include <vector>

#include "engine/engine_contact.h"

namespace peal {

class EngineContacts {
 public:
  EngineContacts(int count, double rate, int most_modes);
  static std::size_t bytes(int count, int most_modes);

  std::vector<EngineContactSound>& all() noexcept { return contacts_; }
  /// For those that sound in the coming hop: joins, then solves all.
  void clear() noexcept;
  void join(EngineContactSound& contact) noexcept;
  void solve() noexcept;
  int sounding() const noexcept { return sounding_; }
  /// Contacts that bodies link and that are still solved together. Of longer chains each part feels
  /// what the others did one hop later.
  static constexpr int kTogether = 8;

 private:
  struct Group {
    explicit Group(int together) : coupling(2 * together) {}
    Coupling coupling;
    EngineContactSound* member[kTogether] = {};
    int count = 0;
  };
  int root(int contact) const noexcept;
  void form_groups() noexcept;

  std::vector<EngineContactSound> contacts_;
  std::vector<Group> groups_;
  std::vector<EngineContactSound*> joined_;
  std::vector<int> linked_to_;  // per joined contact: one before it that it hangs together with
  std::vector<int> group_of_;   // per joined contact that is the first of its chain
  int group_count_ = 0, sounding_ = 0;
  std::int64_t hop_ = 0;
};

}  // namespace peal
