// Where a body that lies still touches what it lies on, and how: up to three places of its lowest
// points, each with its share of the load, the spring that it is under that load
// (physics/contact/rest_contact.h) and the mode shapes of both sides. SI units.
#pragma once
#include <vector>

#include "emission/ensemble.h"
#include "emission/resonator_pool.h"
#include "motion/motion.h"
#include "physics/contact/rest_contact.h"
#include "scene/scene.h"

namespace peal {

struct RestSide {
  int body = kFloor;
  RingingTwin* twin = nullptr;  // none: it has no modes
  Vec3 point, normal;           // [m], unit, body frame; from the second body to the first
  std::vector<double> shape;    // [kg^-1/2] along the normal, of modes that are heard
  std::vector<double> decay;    // [1/s] per mode that the place takes while it stays closed
};

struct RestPlace {
  RestSpring spring;
  double load = 0, restitution = 0;  // [N]
  RestSide side[2];
};

/// None when neither of the two rings.
std::vector<RestPlace> rest_places(const ContactSample& sample, const Scene& scene,
                                   const Ensemble& ensemble, const ResonatorPool& resonators);

}  // namespace peal
