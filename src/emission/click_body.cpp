#include "emission/click_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "emission/fields/dipole_field.h"
#include "emission/fields/pulse_field.h"
#include "emission/resonator.h"
#include "physics/geometry/shape_rules.h"
#include "physics/wave/exact/ellipsoid_dipole.h"

namespace peal {
namespace {
constexpr double kWellHeard = 10000;  // [Hz] a field that ends below deserves a word
}

std::string click_key(const ClickRequest& request) {
  // The name is for warnings, the geometry is that of the shape.
  const auto& [name, shape, geometry, level, air, max_frequency, method, may_be_proxy] = request;
  const auto& [speed_of_sound, density] = air;
  Hasher hasher;
  add_to_hash(hasher, shape);
  hasher.add(static_cast<int>(method)).add(static_cast<int>(level)).add(may_be_proxy);
  hasher.add(speed_of_sound).add(density).add(resonator_rate(max_frequency));
  return hasher.result().hex();
}

double click_cost(const ClickRequest& request, const PulseLibrary& library) {
  if (request.method != ClickMethod::field) return 0;
  const TriangleMesh surface = click_surface(request.shape, *request.geometry);
  const PulseRequest pulses = click_request(request.air, request.level, request.max_frequency);
  try {
    return library.keeps(surface, pulses) ? 0 : plan_pulses(surface, pulses).cell_steps;
  } catch (const Error&) {  // it will be said when it is asked for
    return 0;
  }
}

std::shared_ptr<const ClickField> make_click_field(const ClickRequest& request,
                                                   PulseLibrary& library,
                                                   const PulseLibrary::Progress& progress) {
  const BodyGeometry& geometry = *request.geometry;
  if (request.method == ClickMethod::field) {
    const auto record =
        library.get(click_surface(request.shape, geometry),
                    click_request(request.air, request.level, request.max_frequency), progress);
    if (record->max_frequency < kWellHeard)
      library.warn(fmt::format(
          "object '{}': its click is computed up to {:.3g} kHz only: finer cells are too many for "
          "a body of this size",
          request.name, 1e-3 * record->max_frequency));
    if (const std::string word = tail_warning(*record); !word.empty())
      library.warn(fmt::format("object '{}': {}", request.name, word));
    return std::make_shared<const PulseField>(
        *record, resonator_rate(std::min(request.max_frequency, record->max_frequency)));
  }
  const double rate = resonator_rate(request.max_frequency);
  if (const auto* ball = std::get_if<SphereShape>(&request.shape)) {
    const double a = ball->radius;
    return std::make_shared<const DipoleField>(Vec3{a, a, a}, 4 * kPi / 3 * a * a * a, request.air,
                                               rate);
  }
  if (!geometry.has_volume())
    fail("its surface is open: it has no volume, so its click is not known; close the surface");
  const MassProperties& solid = geometry.solid;  // of density 1
  const Vec3 inertia{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
  return std::make_shared<const DipoleField>(
      equivalent_ellipsoid(solid.volume, solid.mass, inertia), solid.volume, request.air, rate);
}

}  // namespace peal
