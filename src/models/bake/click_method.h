// How the click of a body is computed, decided in one place for baking and for rendering:
//   ball    a sphere: closed form
//   proxy   the ellipsoid of equal volume and inertia, when its expected error is small enough;
//           everything in draft quality
//   field   a PulseRecord: computed once per body, kept in the cache
#pragma once
#include <string>

#include "base/constants.h"
#include "models/bodies/body_geometry.h"
#include "physics/elastic/materials/material.h"
#include "physics/wave/multipole/pulse_record.h"
#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {

enum class ClickMethod { ball, proxy, field };

struct ClickSettings {
  Air air;
  double proxy_error = 0.1;      // largest that is accepted, part of the pressure (relative L2)
  double max_frequency = 20000;  // [Hz]
};

struct ClickChoice {
  ClickMethod method = ClickMethod::field;
  double error = 0;     // expected, of a proxy for this body, whether taken or not; 0: a ball
  double fullness = 1;  // volume over that of the convex hull
};

/// Deterministic. A body without volume (an open sheet) can only be a field, and that stops later
/// with a sentence (plan_pulses).
ClickChoice choose_click(const Shape& shape, const BodyGeometry& geometry, const Material& material,
                         MeshLevel level, const ClickSettings& settings);

/// What baking and rendering ask of plan_pulses: both must ask for the same.
/// @param max_frequency [Hz] of the object; fields reach at least the end of hearing.
PulseRequest click_request(const Air& air, MeshLevel level, double max_frequency = 0);

/// Empty, or that the field ends while it can still be heard: what a warning says behind the body.
std::string tail_warning(const PulseRecord& record);

/// The surface that outside air touches, in the body frame [m]: closed, without inner cavities, for
/// generated shapes finer than the one for contacts. Stops when the shape cannot be meshed.
TriangleMesh click_surface(const Shape& shape, const BodyGeometry& geometry);

}  // namespace peal
