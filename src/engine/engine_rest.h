// Bodies that lie still are damped by what they lie on: at up to three places of each resting
// contact its load takes from the modes of both sides (physics/contact/rest_contact.h), hop after
// hop, while they ring. Only factors below one: nothing is ever given. The same as the offline
// renderer's (sources/contacts/resting.h). SI units. After construction nothing allocates, locks or
// throws.
#pragma once
#include <cstddef>
#include <vector>

#include "dsp/lowest_points.h"
#include "dsp/play_body.h"
#include "engine/voice.h"
#include "physics/contact/rest_contact.h"

namespace peal {

/// What a resting contact is made of.
struct EngineRestPlace {
  double stiffness = 0;  // [N/m^1.5] Hertz' K
  Vec3 point[2];         // [m] on both sides, body frames
  Vec3 normal[2];        // body frames
};

class EngineRest {
 public:
  EngineRest(int contacts, int most_modes);
  static std::size_t bytes(int contacts, int most_modes);

  /// True when places have to be made: it did not rest, or its load is another.
  bool stale(int contact, double load) const noexcept;
  void forget(int contact) noexcept { contacts_[contact].places = 0; }
  bool rests(int contact) const noexcept { return contacts_[contact].places > 0; }

  struct Pair {
    double load = 0;         // [N] of all places
    double restitution = 1;  // of both materials
    double loss = 0;         // loss factors, their sum
    double yield = 0;        // [m/s/N]
    const PlayBody* body[2] = {};
  };
  void make(int contact, const Pair& pair, const EngineRestPlace* places, int count) noexcept;

  /// Damps what rings, at the start of the coming hop. @param voices of both sides, or none.
  void damp(int contact, Voice* const (&voices)[2], double seconds) noexcept;

 private:
  struct Side {
    int modes = 0;
    std::vector<float> squared[kRestPoints];  // phi^2 per place and mode [1/kg]
    std::vector<float> closed;                // [1/s] decay while all places stay closed
    bool any = false;                         // worth applying
  };
  struct Contact {
    int places = 0;
    double load = 0, restitution = 1;
    RestSpring spring[kRestPoints];
    Side side[2];
  };
  std::vector<Contact> contacts_;
  std::vector<double> shape_;
  std::vector<float> factor_;
};

}  // namespace peal
