// One side of a place of touch as Hertz sees it.
#pragma once
#include "physics/contact/hertz.h"
#include "scene/scene.h"

namespace peal {

struct ContactSide {
  double radius = kUnlimited, modulus = kUnlimited;  // [m], [Pa] E / (1 - nu^2)
  double mobility = 0;                               // [1/kg] along the normal; 0: it is held
  double yield = 0;                                  // [m/s/N] of a plate floor: 1/Z
  double waves = 0;                                  // [s^3/kg] of a thick floor: B
};

/// @param body object, or -1: the floor; @param point, @param normal in its frame.
ContactSide contact_side(const Scene& scene, int body, const Vec3& point, const Vec3& normal);

/// False for the floor and for what is held or led: it does not give way.
bool moves_freely(const Scene& scene, int body);

}  // namespace peal
