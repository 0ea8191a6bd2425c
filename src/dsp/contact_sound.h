// Two bodies that slide or roll on each other, as sound: a Hertz spring over the rough ways of both
// surfaces pushes along the normal, and while they slide, bristles drag along the slip. Both act on
// the modes of both bodies through a Coupling. Enters per hop: load [N], speeds [m/s]. Offline
// and real-time drivers share it; no allocation, nothing throws.
// docs/theory/friction.md says what is physics here and what is choice.
#pragma once
#include "dsp/friction_contact.h"
#include "dsp/modal/mass_body.h"
#include "dsp/rolling_contact.h"
#include "physics/contact/roughness_kernel.h"

namespace peal {

/// What a pair of bodies is like at the touching point, whatever it does.
struct ContactPair {
  double radius = 0;   // [m] reduced; unlimited for flat ones
  double modulus = 0;  // [Pa] reduced
  double mass = 0;     // [kg] that the contact can move along the normal; unlimited: none moves
  double restitution = 0.5, friction = 0.3;
  double stickiness = 1.1;       // static over dynamic friction
  double stribeck_speed = 0.05;  // [m/s]
  Roughness roughness;           // of both surfaces together
};

class ContactSound {
 public:
  explicit ContactSound(double rate) noexcept;
  /// A new contact.
  void set_pair(const ContactPair& pair) noexcept;

  /// Controls of the coming hop: the load that is to be reached, the slip along its direction and
  /// the speed of rolling at its end. False when it is silent.
  /// @param rolling_radius [m] > 0: radius of curvature along the way, where it is another than
  /// that across: a rim of radius a, tilted by alpha, rolls with a / sin(alpha)
  bool prepare(double load, double slip, double roll, double rolling_radius = 0) noexcept;
  /// The load is gone: nothing sounds until it is back.
  bool quiet() const noexcept { return load_ == 0; }
  /// Whether it was silent before this hop: ports begin anew.
  bool drags() const noexcept { return drags_; }

  RollingContact& normal() noexcept { return normal_; }
  FrictionContact& slide() noexcept { return slide_; }
  MassBody& mass() noexcept { return mass_; }
  const double* slip() const noexcept { return slips_; }  // [m/s] kHop values
  /// The normal contact was solved: what it bore presses the bristles of the next hop.
  void pressed(const double* force) noexcept;

 private:
  double rate_;
  ContactPair pair_;
  RoughnessProfile profile_;
  double bridged_ = 0;  // [m] waves shorter than this are rolled over
  RollingContact normal_;
  FrictionContact slide_;
  MassBody mass_;
  bool started_ = false, drags_ = false;
  double load_ = 0, slip_ = 0;  // at the end of the last hop
  double way_ = 0;              // [m]
  double settled_ = 0;          // part of the rise that is felt, while a contact begins
  double slips_[kHop] = {}, pressed_[kHop] = {};
};

}  // namespace peal
