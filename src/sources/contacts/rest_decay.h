// What places of rest take from modes to first order (physics/contact/rest_contact.h), hop after
// hop: factors below one for twins and resonators. SI units.
#pragma once
#include <map>
#include <vector>

#include "sources/contacts/resting_places.h"

namespace peal {

/// How a place moves by what rings on both sides.
struct PlaceMotion {
  double speed = 0, omega = 1;  // [m/s] amplitude, [rad/s] typical
};

PlaceMotion motion_at(const RestPlace& place);

class RestDecay {
 public:
  void clear() { decay_.clear(); }
  /// In the coming hop of `seconds`.
  void take(const RestPlace& place, double seconds);
  /// What all places together took.
  void apply(std::int64_t hop, double seconds);

 private:
  std::map<RingingTwin*, std::vector<double>> decay_;  // [1/s] per mode
};

}  // namespace peal
