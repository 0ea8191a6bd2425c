// The audio side of the engine: objects, ears, voices, clicks and contacts, moved on hop by
// hop. Enters: events (checked by engine_inbox.h). Leaves: one hop of float samples per
// channel, an ear or an object (dry), within -1 .. 1. After construction nothing allocates, locks
// or throws.
#pragma once
#include <peal/engine.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "dsp/play_body.h"
#include "engine/engine_blows.h"
#include "engine/engine_clicks.h"
#include "engine/engine_contacts.h"
#include "engine/engine_events.h"
#include "engine/engine_pose.h"
#include "engine/engine_rest.h"
#include "engine/pending_impacts.h"
#include "engine/voice_pool.h"

namespace peal {

/// What a bank gives.
struct EngineWorld {
  std::span<const PlayBody> bodies;
  PlayMaterial ground;
  double speed_of_sound = 343.2;  // [m/s]
  double bank_bytes = 0;          // that the bank itself has taken
};

struct EngineObject {
  int body = -1;  // none: the place is free
  bool held = false;
  EnginePoseFollower follower;
  Voice* voice = nullptr;
  std::int64_t life = 0;  // another number after every spawn
};

struct StruckObjects;  // engine_strikes.cpp

class EngineCore {
 public:
  /// World and limits must outlive it; limits make sense (engine_inbox.h).
  EngineCore(const EngineWorld& world, const EngineLimits& limits);

  /// [bytes] that it reserves, and for what.
  struct Memory {
    double bank = 0, voices = 0, bodies = 0, clicks = 0, objects = 0, contacts = 0, events = 0,
           blows = 0;
    double all() const {
      return bank + voices + bodies + clicks + objects + contacts + events + blows;
    }
  };
  static Memory memory(const EngineWorld& world, const EngineLimits& limits);

  /// Delays count from the start of the coming hop.
  void handle(const EngineEvent& event) noexcept;
  /// Computes one more hop; channel(c) holds it until the next call.
  void render_hop() noexcept;
  int channels() const noexcept { return channels_; }
  const float* channel(int c) const noexcept { return out_.data() + c * kHop; }

  /// See Engine::mode_amplitudes.
  int mode_amplitudes(int slot, float* out, int most) const noexcept;

  struct Counts {
    std::atomic<std::int64_t> rendered{0}, impacts{0}, unheard{0}, refused{0}, limited{0},
        stolen{0}, crowded{0};
    std::atomic<int> voices{0}, modes{0}, contacts{0};
  };
  const Counts& counts() const noexcept { return counts_; }
  const WeightBudget& weights() const noexcept { return weights_; }
  /// As of the last hop; any thread.
  EngineContactState contact_state(int slot) const noexcept {
    return contact_states_[slot].load(std::memory_order_relaxed);
  }

 private:
  struct Side;                                                     // of an impact or a contact
  struct Blow;                                                     // an impact of the coming hop
  static constexpr int kMostImpacts = EngineBlows::kMostTogether;  // per hop; more wait
  // Modes that they push on, unless it is one impact.
  static constexpr int kMostStruck = 400;
  void spawn(const EngineEvent& event) noexcept;
  void pose(EngineObject& object, const EngineEvent& event) noexcept;
  void despawn(int slot) noexcept;
  void move(double step) noexcept;
  /// Steps of a mode that solving blows may take, per hop: a tenth of a millisecond. Who
  /// overdraws it makes later ones wait.
  static constexpr std::int64_t kSolvedPerHop = 500'000;
  /// [hops] that an impact waits for it, 21 ms: later ones would be heard as echoes. They are not
  /// solved but pressed.
  static constexpr int kMostWait = 16;
  void strike_due() noexcept;
  int modes_of(int slot) const noexcept;
  std::int64_t life_of(int slot) const noexcept { return slot >= 0 ? objects_[slot].life : 0; }
  bool gone(int slot, std::int64_t life) const noexcept {
    return slot >= 0 && (objects_[slot].body < 0 || objects_[slot].life != life);
  }
  bool prepare(const PendingImpact& pending, Blow& blow) noexcept;
  void strike_together(std::span<Blow> blows) noexcept;
  void solve(std::span<Blow* const> island) noexcept;
  void follow(std::span<Blow* const> island, StruckObjects& struck, std::int64_t first) noexcept;
  bool press(Blow& blow, std::ptrdiff_t together) noexcept;
  bool click_all(const Blow& blow, std::span<ClickForce> forces, double impulse) noexcept;
  Side side(int slot, const Vec3& point, const Vec3& normal) noexcept;
  void place_in_world(EngineEvent& event) const noexcept;
  double closing_speed(const EngineEvent& event) const noexcept;
  double loudness_of(int slot) const noexcept;
  bool click(const Side& side, double impulse, double sample,
             std::span<const ClickForce> forces) noexcept;
  double mobility_between(const Blow& c, const Blow& d) const noexcept;
  Voice* sounding(int slot) const noexcept;
  Voice* voice_of(int slot, double loudness) noexcept;
  void update_contact(EngineEvent event) noexcept;
  ContactPair pair_of(const Side& a, const Side& b) const noexcept;
  void rub() noexcept;
  void find_rest(int contact, double load) noexcept;
  void lie(int contact) noexcept;
  void limit(float* out) noexcept;
  void count() noexcept;

  const EngineWorld* world_;
  const EngineLimits* limits_;
  int channels_;
  WeightBudget weights_;
  VoiceSpace space_;
  VoicePool pool_;
  EngineClicks clicks_;
  std::vector<EngineObject> objects_;
  int used_objects_ = 0;  // slots below this may be in use
  static constexpr int kOwnEars = 2;
  EnginePoseFollower ears_[kOwnEars];
  PendingImpacts pending_;
  EngineBlows blows_;
  std::int64_t solving_left_ = kSolvedPerHop;
  std::int64_t hop_ = 0;
  std::vector<float> out_;
  std::vector<Complex<double>> amplitude_;
  EngineContacts contacts_;
  EngineRest rest_;
  std::vector<std::atomic<EngineContactState>> contact_states_;
  std::vector<double> shape_[2][2];  // per side: along the normal, along the slip
  Counts counts_;
};

/// Samples are left alone up to kLimitFrom; larger ones approach 1 smoothly.
inline constexpr float kLimitFrom = 0.5f;

}  // namespace peal
