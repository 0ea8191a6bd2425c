// What the sources that listen to collisions share: masses, how long the bodies of an impact touch
// (Hertz, for the two curvatures, materials and effective masses), and which objects they are for.
#pragma once
#include <string>
#include <vector>

#include "emission/ensemble.h"
#include "motion/motion.h"
#include "physics/contact/rolling_kernel.h"
#include "scene/scene.h"
#include "sources/click_settings.h"

namespace peal {

struct ContactOfImpact {
  double duration = 0;        // [s] of the touch of rigid bodies
  double effective_mass = 0;  // [kg] along the normal
  double mobility = 0;        // [1/kg] its inverse; 0 when neither body gives way
  double stopped = 0;         // [m/s] by which the impulse changed the closing speed
  double speed = 0;           // [m/s] closing; from the impulse where the take does not tell it
  HertzSpring spring;         // with the loss of both materials
  double yield = 0;           // [m/s/N] of a plate floor: 1/Z
  double waves = 0;           // [s^3/kg] of a thick floor (physics/contact/half_space.h)
};

class ImpactContacts {
 public:
  /// Both must outlive it; poses come from the ensemble's tracks.
  ImpactContacts(const Scene& scene, const Ensemble& ensemble);

  ContactOfImpact contact(const Impact& impact) const;
  /// [m/s] by which the impulse, friction included, changes the speed along the normal with which
  /// the body's point leaves the other: n . W J.
  double stopped_by(const Impact& impact, int body, const Vec3& point) const;
  /// Mass [kg] and inertia [kg m^2] in the body frame, where it is diagonal.
  double mass(int body) const { return mass_[body].mass; }
  Vec3 inertia(int body) const;
  /// False for the floor and for what is held or led: it does not give way.
  bool moves_freely(int body) const;
  /// [m] of its centre of mass.
  Vec3 position(int body, double time) const { return ensemble_->track(body).position_at(time); }
  Vec3 to_body_axes(int body, const Vec3& world, double time) const;

 private:
  const Scene* scene_;
  const Ensemble* ensemble_;
  std::vector<MassProperties> mass_;
};

/// Stops when the scene has two sources of one kind that each would hear every impact.
void only_one_of_its_kind(const SourceSpec& spec, const Scene& scene);

}  // namespace peal
