// What the sources that listen to collisions share: masses, how long the bodies of an impact touch
// (Hertz, for the two curvatures, materials and effective masses), and which objects they are for.
#pragma once
#include <string>
#include <vector>

#include "emission/ensemble.h"
#include "motion/motion.h"
#include "scene/scene.h"
#include "sources/click_settings.h"

namespace peal {

struct ContactOfImpact {
  double duration = 0;        // [s] of the touch
  double effective_mass = 0;  // [kg] along the normal
};

class ImpactContacts {
 public:
  /// Both must outlive it; poses come from the ensemble's tracks.
  ImpactContacts(const Scene& scene, const Ensemble& ensemble);

  ContactOfImpact contact(const Impact& impact) const;
  /// Mass [kg] and inertia [kg m^2] in the body frame, where it is diagonal.
  double mass(int body) const { return mass_[body].mass; }
  Vec3 inertia(int body) const;
  /// False for the floor and for what is held or led: it does not give way.
  bool moves_freely(int body) const;
  Vec3 to_body_axes(int body, const Vec3& world, double time) const;

 private:
  struct Side;  // of a contact, as Hertz sees it
  Side side(int body, const Vec3& point, const Impact& impact) const;

  const Scene* scene_;
  const Ensemble* ensemble_;
  std::vector<MassProperties> mass_;
};

/// Stops when the scene has two sources of one kind that each would hear every impact.
void only_one_of_its_kind(const SourceSpec& spec, const Scene& scene);

}  // namespace peal
