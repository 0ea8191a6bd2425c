#include "tools/import/object_matter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/surface_checks.h"
#include "physics/geometry/surface_repair.h"

namespace peal {
namespace {

constexpr double kSheet = 0.002;       // [m] of a sheet that does not say how thick it is
constexpr double kSameMass = 0.05;     // the coarseness of a mesh changes its volume
constexpr double kMaxDensity = 30000;  // [kg/m^3] of a scene's materials

void give_mass(ObjectMatter& out, double mass, double volume) {
  Material& material = out.material;
  const double density = mass / volume, ratio = density / material.density;
  if (!(density <= kMaxDensity)) {
    out.notes.push_back(fmt::format(
        "{:g} kg in {:.3g} l are {:.3g} kg/m^3, which nothing is; the mass of {} is used, {:.3g} "
        "kg",
        mass, 1e3 * volume, density, material.name, material.density * volume));
    return;
  }
  if (std::abs(ratio - 1) <= kSameMass) return;
  if (ratio > 2 || ratio < 0.5)
    out.notes.push_back(fmt::format(
        "{:g} kg in {:.3g} l are {:.3g} kg/m^3, but {} has {:.3g}: it will sound {}; check the "
        "mass, or whether the mesh is solid where the body is hollow",
        mass, 1e3 * volume, density, material.name, material.density,
        ratio > 1 ? "too low" : "too high"));
  material.density = density;
}

}  // namespace

SurfaceNature nature_of(const TriangleMesh& mesh) {
  SurfaceNature out;
  const RepairedSurface repaired = repair_surface(mesh);
  const SurfaceFacts facts = examine(repaired.mesh);
  out.closed = repaired.closed;
  out.area = facts.area;
  const Vec3 size = facts.box.max - facts.box.min;
  out.size = std::max({size.x, size.y, size.z});
  try {
    if (out.closed) out.volume = mass_properties(repaired.mesh, 1).volume;
    require_solid(facts);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    out.fault = error.what();
  }
  return out;
}

ObjectMatter matter_of(const SurfaceNature& nature, const MatterWishes& wishes,
                       const std::string& where) {
  ObjectMatter out{wishes.material, wishes.shell_thickness, wishes.is_silent, {}};
  if (out.shell_thickness == 0 && !nature.closed && !wishes.is_static) {
    out.shell_thickness = std::min(kSheet, 0.05 * nature.size);
    out.notes.push_back(fmt::format(
        "its surface is open; it is taken as a sheet {:.2g} mm thick: give `shell_thickness` [m] "
        "in {}, or close the surface",
        1e3 * out.shell_thickness, where));
  } else if (out.shell_thickness == 0 && !nature.closed && !out.is_silent) {
    out.is_silent = true;
    out.notes.push_back(
        "its surface is open, so it makes no sound: close it, or give `shell_thickness`");
  } else if (out.shell_thickness == 0 && !nature.fault.empty() && !out.is_silent) {
    out.is_silent = true;
    out.notes.push_back("it makes no sound: " + nature.fault);
  }
  const double volume = out.shell_thickness > 0 ? nature.area * out.shell_thickness : nature.volume;
  if (wishes.mass && volume > 0 && !wishes.is_static) give_mass(out, *wishes.mass, volume);
  if (wishes.restitution) out.material.restitution = *wishes.restitution;
  if (wishes.friction) out.material.friction = *wishes.friction;
  return out;
}

nlohmann::ordered_json position_json(const Vec3& v) {
  return nlohmann::ordered_json::array({v.x, v.y, v.z});
}

nlohmann::ordered_json rotation_json(const Quat& q) {
  const Vec3 axis = (q.w < 0 ? -1.0 : 1.0) * Vec3{q.x, q.y, q.z};
  return {{"axis", position_json(normalized(axis, {0, 1, 0}))},
          {"angle", 2 * std::atan2(norm(axis), std::abs(q.w)) * 180 / kPi}};
}

}  // namespace peal
