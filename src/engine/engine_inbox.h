// The game's side of the engine: who exists, and events to the audio side (event_ring.h). Every
// number is checked here; what makes no sense is refused and counted and goes no farther. One
// thread at a time. After construction nothing allocates, locks or throws.
#pragma once
#include <peal/engine.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dsp/play_body.h"
#include "engine/engine_events.h"
#include "engine/engine_frame.h"
#include "engine/event_ring.h"

namespace peal {

/// Ids of things that come and go: a place and how often it was given away, so that an old id is
/// not taken for a new thing.
class EngineIds {
 public:
  explicit EngineIds(int count);
  int add() noexcept;               // -1: all places are taken
  void remove(int id) noexcept;     // must be there
  int slot(int id) const noexcept;  // -1: no such thing
  int at(int slot) const noexcept;  // the id that holds a place; -1: none
  static constexpr int kMost = 1 << 16;

 private:
  struct Place {
    int turn = 1;  // grows when it is given away
    bool taken = false;
  };
  std::vector<Place> places_;
  // A queue: a place is given away again as late as possible, when its sound has faded.
  std::vector<int> free_;
  int first_free_ = 0, free_count_;
};

class EngineInbox {
 public:
  EngineInbox(const EngineLimits& limits, std::span<const PlayBody> bodies);

  int spawn(int body, const EnginePose& pose, bool held, EngineFrame frame = EngineFrame::body,
            int copy = 0) noexcept;
  bool despawn(int object) noexcept;
  bool set_pose(int object, const EnginePose& pose) noexcept;
  bool set_listener(const EngineVector& left, const EngineVector& right) noexcept;
  bool impact(const EngineImpact& impact) noexcept;
  int contact_begin(int a, int b) noexcept;
  bool contact_update(int contact, const EngineContact& state) noexcept;
  bool contact_end(int contact) noexcept;
  bool to_world(int object, const EngineVector& point, EngineVector& world) const noexcept;
  int object_slot(int object) const noexcept { return objects_.slot(object); }
  int contact_slot(int contact) const noexcept { return contacts_.slot(contact); }

  /// The audio side.
  bool pop(EngineEvent& event) noexcept { return ring_.pop(event); }

  std::int64_t refused() const noexcept { return refused_.load(std::memory_order_relaxed); }
  std::int64_t overflowed() const noexcept { return overflowed_.load(std::memory_order_relaxed); }

 private:
  bool refuse() noexcept;
  bool send(const EngineEvent& event, bool may_be_lost = false) noexcept;
  bool partner(int id, int& slot) const noexcept;
  struct Told;
  bool read_pose(const EnginePose& pose, const Told& object, EngineEvent& event) const noexcept;

  std::vector<EngineMeshFrame> meshes_;  // one per body
  int copies_;                           // of each body
  /// What the game has said of an object.
  struct Told {
    int body = 0;
    EngineFrame frame = EngineFrame::body;
    Pose pose;  // of the body frame
  };
  std::vector<Told> told_;  // per object
  EngineIds objects_, contacts_;
  struct ContactObjects {
    int slot[2] = {-1, -1};
  };
  std::vector<ContactObjects>
      contact_objects_;  // objects of each contact: its id is freed with either
  EventRing<EngineEvent> ring_;
  std::atomic<std::int64_t> refused_{0}, overflowed_{0};
};

/// A sentence when the limits make no sense; empty when they do.
std::string check_limits(const EngineLimits& limits);

}  // namespace peal
