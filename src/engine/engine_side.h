// One side of an impact or contact as the engine sees it: the body, the place on its surface that
// is touched, and what Hertz asks of it. SI units.
#pragma once
#include "engine/engine_core.h"
#include "physics/contact/hertz.h"
#include "physics/contact/rolling_kernel.h"

namespace peal {

struct EngineCore::Side {
  int slot = kGround;
  const PlayBody* body = nullptr;
  const Pose* pose = nullptr;
  Vec3 arm, normal;  // [m], body frame; the normal points from b to a
  SurfacePlace place;
  bool found = false;
  double radius = kUnlimited, modulus = kUnlimited, mobility = 0, restitution = 1;
  double loss = 0, yield = 0;
  double* chi = nullptr;  // [kg^-1/2] per mode, the way the blow pushes it; none: it has no modes
};

/// An impact of the coming hop.
struct EngineCore::Blow {
  Side side[2];
  int place = 0;            // whose workspace it has
  double sample = 0;        // [samples] of the first touch
  double mobility = 0;      // [1/kg] of both bodies along the normal
  double speed = 0;         // [m/s] closing
  double impulse = -1;      // [N s] as it was told, negative: it was not
  bool speed_told = false;  // or known from the poses
  double restitution = 0;   // of the materials
  double contact_time = 0;  // [s] of rigid bodies
  double yield = 0;         // [m/s/N] of a ground that is a plate
  bool late = false;        // it has waited too long for being solved
  HertzSpring spring;
};

}  // namespace peal
