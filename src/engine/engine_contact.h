// One contact that lasts: what the game says about it 30 to 120 times a second becomes a Hertz
// spring over the rough ways of both surfaces and, while they slide, bristles that drag along the
// slip; both act on the modes of both bodies (sources/contacts/moving_contact.h says the same
// offline). Between updates load, speeds and the touching point move on in straight lines. Whether
// it rests, slides or rolls is decided with hysteresis: it must not flicker, and what rests is
// silent. SI units. After construction nothing allocates, locks or throws.
#pragma once
#include <peal/engine.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "dsp/contact_sound.h"
#include "dsp/modal/coupling.h"
#include "engine/engine_events.h"
#include "engine/voice.h"
#include "physics/contact/moving.h"

namespace peal {

/// A number that goes to its target in a straight line.
struct EngineRamp {
  double value = 0, step = 0;
  int left = 0;
  void aim(double target, int hops) noexcept { step = (target - value) / hops, left = hops; }
  void advance() noexcept {
    if (left > 0) value += step, --left;
  }
};

class EngineContactSound {
 public:
  EngineContactSound(double rate, int most_modes);

  /// @param life of both objects: it ends with either.
  void begin(int a, int b, const std::int64_t (&life)[2]) noexcept;
  void end() noexcept { ended_ = true; }
  bool free() const noexcept { return !open_; }
  int slot(int side) const noexcept { return slot_[side]; }
  std::int64_t life(int side) const noexcept { return life_[side]; }
  EngineContactState state() const noexcept;
  double load() const noexcept { return force_.value; }         // [N]
  const Vec3& normal() const noexcept { return told_.normal; }  // from b to a

  /// The newest of the updates that came since the last hop counts.
  void tell(const EngineEvent& event) noexcept { told_ = event, told_anew_ = true; }
  const EngineEvent* told() noexcept { return std::exchange(told_anew_, false) ? &told_ : nullptr; }
  bool first_update() const noexcept { return open_ && !known_; }
  void set_pair(const ContactPair& pair) noexcept { sound_.set_pair(pair); }
  /// @param shape per side: modes along the normal (from a to b), then along the slip; null: none.
  void update(const EngineEvent& event, const double* const (*shape)[2], const int* modes) noexcept;
  /// Unit vector along which slip is counted, world; updates keep it when the slip is small.
  Vec3 along(const Vec3& slip) const noexcept;

  /// Controls of the coming hop; false when it is silent.
  bool prepare() noexcept;
  /// Joins the coupling with the voices of both sides (null: does not ring); false: no ports left.
  bool connect(Voice* a, Voice* b) noexcept;
  void add_to(Coupling& coupling) noexcept;
  /// After the coupling was solved.
  void finish(const Coupling& coupling) noexcept;
  void disconnect() noexcept;
  Voice* voice(int side) const noexcept { return side_[side].voice; }
  /// True once when a side that could ring does not: no voice, or no ports were free.
  bool missed(int side) noexcept;

 private:
  enum Direction { kNormal, kSlip };
  struct Side {
    Voice* voice = nullptr;
    std::int64_t serial = -1;  // of the voice when the ports were claimed
    bool fresh = true;         // ports must take the shapes as they are
    int port[2] = {-1, -1};
    int modes = 0;
    std::vector<double> shape[2], step[2];
    int left = 0;  // hops until the shapes are there
    bool missed = false;
  };
  void move_shapes(Side& side) noexcept;

  double rate_;
  bool open_ = false, known_ = false, ended_ = false;
  Moving slides_, rolls_;
  int slot_[2] = {-1, -1};
  std::int64_t life_[2] = {};
  Side side_[2];
  ContactSound sound_;
  EngineEvent told_;
  bool told_anew_ = false;
  EngineRamp force_, slip_, roll_;
  Vec3 along_{1, 0, 0};
  int since_update_ = 0;  // hops
  int normal_at_ = -1;    // number of its normal contact in the coupling; -1: none
};

}  // namespace peal
