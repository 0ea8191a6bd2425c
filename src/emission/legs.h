// What carries a body that stands: a table on its legs. A leg is a rod so long that nothing comes
// back from its foot: it pushes against the body with f = Z v along itself, Z = A sqrt(E rho)
// [N s/m]. Permanent contacts, solved together with the modes by the contact stage: they damp,
// shift and mix them, and never give any energy. Body frame, SI units.
#pragma once
#include <memory>
#include <vector>

#include "dsp/touch_contact.h"
#include "emission/contact_stage.h"

namespace peal {

struct Legs {
  std::vector<Vec3> points;  // [m] where they end; none: the body has no legs
  Vec3 along;                // unit
  double resistance = 0;     // [N s/m] Z of each
  double mass = 0;           // [kg] of the body; 0: it is held otherwise and cannot sway
  Vec3 inertia;              // [kg m^2] about its principal axes
  double gain = 1;           // of what is heard
};

/// A body that also sways on its legs: besides its modes it moves as a whole, along the legs and
/// about its three axes. Pushes, blows and contacts feel this as four more modes behind the
/// others, which nobody hears: of 15 Hz, so that it comes back; what legs take is far more.
class SwayingBody final : public RingingBody {
 public:
  static constexpr int kWays = 4;
  /// @param legs with the mass of the body.
  SwayingBody(std::shared_ptr<const RingingBody> body, const Legs& legs);

  const std::vector<Complex<double>>& poles() const override { return poles_; }
  int sways() const override { return kWays; }
  double bounding_radius() const override { return body_->bounding_radius(); }
  double speed_of_sound() const override { return body_->speed_of_sound(); }
  double max_frequency() const override { return body_->max_frequency(); }
  EmitterReport report() const override { return body_->report(); }
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override;
  bool goes_on() const override { return body_->goes_on(); }
  const std::vector<Complex<double>>& contact_poles() const override { return contact_poles_; }
  void project_contact(const Vec3& point, const Vec3& impulse,
                       std::vector<double>& out) const override;
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override;

 private:
  void add_sway(const Vec3& point, const Vec3& impulse, double* out) const;
  std::shared_ptr<const RingingBody> body_;
  Vec3 along_, inertia_;
  double mass_;
  std::vector<Complex<double>> poles_, contact_poles_;
};

/// The legs of all bodies of a stage, while these ring.
class LegContacts final : public ContactDriver {
 public:
  /// The stage must outlive it.
  explicit LegContacts(ContactStage& stage) : stage_(&stage) {}
  /// A resonator of the stage; @param mechanism to which legs count.
  void add(Resonator& resonator, const Legs& legs, int mechanism);

  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override;
  void end_hop(const ContactHop& leg, const double* force, const double* velocity) override;
  /// [J] that went into them so far.
  double taken() const { return taken_; }

 private:
  struct Leg {
    ContactHop hop;  // law and shape are those below
    std::unique_ptr<TouchContact> law;
    std::unique_ptr<std::vector<double>> shape;  // [kg^-1/2]
  };
  struct Stand {
    const RingingTwin* twin;
    std::vector<Leg> legs;
  };
  bool rings(const Stand& stand, std::int64_t hop) const;
  ContactStage* stage_;
  std::vector<Stand> stands_;
  double taken_ = 0;  // [J]
};

/// For who cannot solve contacts: the poles of a body's modes on its legs, each followed from
/// where it is without them as Z grows; modes that cease to oscillate decay within a period.
///   s^2 + 2 sigma s + omega^2 + s phi.(1/Z + Y)^-1 phi = 0
/// Y(s) [m/s/N] are the mobilities of all other modes at the legs. These poles are exact; shapes,
/// which the legs mix, stay those of the free body.
std::vector<Complex<double>> poles_on_legs(const RingingBody& body, const Legs& legs);

}  // namespace peal
