// One side of an impact or contact as the engine sees it: the body, the place on its surface that
// is touched, and what Hertz asks of it. SI units.
#pragma once
#include "engine/engine_core.h"
#include "physics/contact/hertz.h"

namespace peal {

struct EngineCore::Side {
  int slot = kGround;
  const PlayBody* body = nullptr;
  const Pose* pose = nullptr;
  Vec3 arm, normal;  // [m], body frame; the normal points from b to a
  SurfacePlace place;
  bool found = false;
  double radius = kUnlimited, modulus = kUnlimited, mobility = 0, restitution = 1;
  double* impulse = nullptr;  // per mode
};

/// An impact of the coming hop.
struct EngineCore::Blow {
  Side side[2];
  double sample = 0;                 // [samples] of the first touch
  double duration = 0;               // [s]
  double impulse = 0;                // [N s] that side 0 receives along the normal
  double restitution = 0, lost = 0;  // [J] along the normal
  double scale = 1;                  // of the push on the modes
};

}  // namespace peal
