#include "motion/solids/scene_solid.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "motion/solids/bulk_shapes.h"
#include "motion/solids/recorded_world.h"
#include "motion/solids/sheet_shapes.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

constexpr double kLossAt = 1000;  // [Hz] where strain has the material's loss

SolidKind elements_of(const ObjectSpec& object) {
  const SolidSettings& settings = object.solid;
  if (settings.elements != SolidKind::automatic) return settings.elements;
  if (const auto wall = wall_of(object.shape))
    if (std::holds_alternative<MeshShape>(object.shape) ||
        *wall <= longest_side(object.shape) / settings.cells)
      return SolidKind::sheet;
  return std::holds_alternative<MeshShape>(object.shape) ? SolidKind::tetrahedra
                                                         : SolidKind::bricks;
}

SolidMaterial material_of(const Scene& scene, const ObjectSpec& object, SolidKind elements) {
  const Material& material = scene.material(object.material);
  SolidMaterial out{material.young, material.poisson, material.density};
  const bool sheet = elements == SolidKind::sheet;
  if (object.solid.law == SolidLawChoice::rubber && sheet)
    fail("`solid.law` rubber is of thick bodies: expected linear, or other `solid.elements`");
  if (object.solid.law == SolidLawChoice::rubber ||
      (object.solid.law == SolidLawChoice::automatic && !sheet))
    out.law = SolidLaw::stable_neo_hookean;
  return out;
}

SceneSolid build(const Scene& scene, const ObjectSpec& object, bool with_body) {
  SceneSolid out;
  const SolidKind elements = elements_of(object);
  const SolidMaterial material = material_of(scene, object, elements);
  const auto placed = [&](const Vec3& own) {
    return object.position + rotate(object.rotation, own);
  };
  if (elements == SolidKind::sheet) {
    const MiddleSurface middle = middle_of_wall(object.shape, object.solid.cells);
    out.own = middle.mesh.vertices;
    out.surface.triangles = middle.mesh.triangles;
    out.surface.closed = middle.closed, out.surface.thickness = middle.thickness;
    for (std::size_t n = 0; n < out.own.size(); ++n) {
      out.nodes.push_back(static_cast<int>(n));
      out.surface.rest.push_back(placed(out.own[n]));
    }
    if (!with_body) return out;
    SheetDesign design;
    design.points = out.surface.rest, design.triangles = out.surface.triangles;
    design.thickness = middle.thickness, design.material = material;
    out.body = std::make_unique<ExplicitBody>(make_sheet(design));
    return out;
  }
  BulkMesh mesh = elements == SolidKind::bricks
                      ? brick_mesh(object.shape, object.solid.cells)
                      : tetrahedron_mesh(object.shape, object.solid.cells);
  out.own = mesh.bricks.points;
  out.nodes = mesh.skin_nodes;
  out.surface.triangles = mesh.skin, out.surface.closed = true;
  for (const int n : mesh.skin_nodes) out.surface.rest.push_back(placed(out.own[n]));
  if (!with_body) return out;
  for (Vec3& p : mesh.bricks.points) p = placed(p);
  mesh.bricks.material = material;
  out.body = std::make_unique<ExplicitBody>(
      elements == SolidKind::bricks ? make_brick_solid(mesh.bricks)
                                    : make_tet10_solid(mesh.bricks.points, mesh.tets, material));
  return out;
}

SceneSolid named(const Scene& scene, const ObjectSpec& object, bool with_body) {
  try {
    return build(scene, object, with_body);
  } catch (const Error& error) {
    const std::string what = error.what();
    if (what.starts_with("object '")) throw;
    fail("object '{}': {}", object.name, what);
  }
}

}  // namespace

double viscosity_of(const Scene& scene, const ObjectSpec& object) {
  const double loss = loss_factor_at(scene.material(object.material).damping, kLossAt);
  return object.solid.viscous.value_or(loss / (2 * kPi * kLossAt));
}

SceneSolid scene_solid(const Scene& scene, const ObjectSpec& object) {
  return named(scene, object, true);
}

SolidSurface scene_solid_surface(const Scene& scene, const ObjectSpec& object) {
  if (!object.solid.recording.empty()) return recorded_surface(object);
  return named(scene, object, false).surface;
}

}  // namespace peal
