#include "models/bodies/contact_modes.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "models/bodies/body_geometry.h"

namespace peal {
namespace {

constexpr double kHighest = 100e3;  // [Hz] shorter contacts than 30 us need no more
constexpr double kSome = 100;       // modes that are no burden

}  // namespace

double expected_modes(const BodyModesRequest& request, double frequency) {
  const std::shared_ptr<const BodyGeometry> body = body_geometry(request.shape);
  if (!body->has_volume()) return request.max_modes;
  double area = 0;
  for (std::size_t t = 0; t < body->surface.triangles.size(); ++t)
    area += norm(body->surface.area_vector(t));
  Material m = request.material;
  if (has_grain(m)) m.young = std::sqrt(m.young * m.young_across);
  const double volume = body->solid.volume;
  const double shear = std::sqrt(m.young / (2 * m.density * (1 + m.poisson)));
  const double slowness = std::sqrt(12 * (1 - m.poisson * m.poisson)) / bar_speed(m);
  const double bending = frequency * slowness * area * area / (8 * volume);
  return bending + 8 * kPi / 3 * volume * std::pow(frequency / shear, 3);
}

double contact_frequency(const BodyModesRequest& request) {
  double frequency = request.max_frequency;
  const double most = std::min(kSome, 0.5 * request.max_modes);  // heard ones come first
  try {
    while (1.25 * frequency <= kHighest && expected_modes(request, 1.25 * frequency) < most)
      frequency *= 1.25;
  } catch (const Error&) {  // it will be said when the modes are asked for
  }
  return frequency;
}

BodyModesRequest with_contact_modes(const BodyModesRequest& request) {
  BodyModesRequest out = request;
  out.max_frequency = contact_frequency(request);
  return out;
}

}  // namespace peal
