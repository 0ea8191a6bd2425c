#include "models/bake/click_method.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "models/bake/curved_surface.h"
#include "physics/contact/hertz.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/imported_body.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/surface_parts.h"
#include "physics/geometry/surface_weld.h"
#include "physics/wave/exact/ellipsoid_dipole.h"

namespace peal {
namespace {

constexpr double kLeastFullness = 0.9;  // volume over hull: below, a body is not convex
constexpr double kHardHit = 5;          // [m/s] the shortest contact that is looked at

/// [s] Contact of the body, as a ball of equal volume, with a rigid plane (Chadwick, Zheng & James
/// 2012, section 4.3); not shorter than half a period of the highest frequency that is heard.
double shortest_contact(double volume, const Material& material, double max_frequency) {
  const double radius = std::cbrt(3 * volume / (4 * kPi));
  const HertzPair pair{radius, volume * material.density, plane_strain_modulus(material)};
  return std::max(hertz_contact(pair, kHardHit).duration, 0.5 / max_frequency);
}

double hull_volume(const TriangleMesh& surface) {
  return mass_properties(convex_hull(surface.vertices), 1).volume;
}

/// Closed parts inside an odd number of others are walls of cavities, which outside air never sees.
TriangleMesh without_cavities(TriangleMesh surface) {
  const SurfaceParts parts = surface_parts(surface);
  std::vector<std::array<int, 3>> outer;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const SurfacePart& part = parts.parts[static_cast<std::size_t>(parts.of_triangle[t])];
    if (!part.closed || part.depth % 2 == 0) outer.push_back(surface.triangles[t]);
  }
  surface.triangles = std::move(outer);
  remove_unused_vertices(surface);
  return surface;
}

}  // namespace

ClickChoice choose_click(const Shape& shape, const BodyGeometry& geometry, const Material& material,
                         MeshLevel level, const ClickSettings& settings) {
  if (std::holds_alternative<SphereShape>(shape)) return {ClickMethod::ball, 0, 1};
  if (!geometry.has_volume()) return {ClickMethod::field, 1, 0};
  ClickChoice choice;
  // Against the volume of the same triangles: those of round bodies are smaller than the bodies.
  choice.fullness =
      std::min(1.0, mass_properties(geometry.surface, 1).volume / hull_volume(geometry.surface));
  const MassProperties& solid = geometry.solid;
  const Vec3 axes = equivalent_ellipsoid(
      solid.volume, solid.mass, {solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)});
  choice.error = proxy_error(axes, shortest_contact(solid.volume, material, settings.max_frequency),
                             settings.air);
  const bool good = choice.fullness >= kLeastFullness && choice.error <= settings.proxy_error;
  choice.method = level == MeshLevel::draft || good ? ClickMethod::proxy : ClickMethod::field;
  return choice;
}

PulseRequest click_request(const Air& air, MeshLevel level, double max_frequency) {
  PulseRequest request;
  request.air = air;
  request.max_frequency = std::clamp(max_frequency, 20e3, 96e3);
  request.quality = level == MeshLevel::fine ? PulseQuality::fine : PulseQuality::normal;
  return request;
}

std::string tail_warning(const PulseRecord& record) {
  if (record.tail <= 1.001 * PulseRequest{}.tail_energy) return {};
  return fmt::format(
      "the air in it still rings when its click is ended at {:.3g} ms, with {:.2g} of the "
      "strongest power instead of {:.2g}",
      1e3 * record.samples * record.step, record.tail, PulseRequest{}.tail_energy);
}

TriangleMesh click_surface(const Shape& shape, const BodyGeometry& geometry) {
  if (!geometry.has_volume())
    fail("an open surface has no inside and cannot click; close it, or give shell_thickness");
  const auto* mesh = std::get_if<MeshShape>(&shape);
  const bool from_file =
      mesh && mesh->body && mesh->body->solid.element_count() == 0 && mesh->shell_thickness <= 0;
  if (from_file) return without_cavities(geometry.surface);
  if (std::holds_alternative<BarShape>(shape)) return geometry.surface;
  TriangleMesh surface = curved_surface(boundary_surface(body_mesh(shape, MeshLevel::normal)));
  for (Vec3& x : surface.vertices) x = geometry.frame.to_body(x);
  return without_cavities(std::move(surface));
}

}  // namespace peal
