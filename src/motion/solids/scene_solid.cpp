#include "motion/solids/scene_solid.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

constexpr double kLossAt = 1000;  // [Hz] where bending has the material's loss

}  // namespace

double bending_viscosity_of(const Scene& scene, const ObjectSpec& object) {
  const double loss = loss_factor_at(scene.material(object.material).damping, kLossAt);
  return object.solid.viscous.value_or(loss / (2 * kPi * kLossAt));
}

SceneSheet scene_sheet(const Scene& scene, const ObjectSpec& object) {
  const auto* const plate = std::get_if<PlateShape>(&object.shape);
  if (!plate) fail("object '{}': a solid needs a shape of kind `plate`", object.name);
  const Material& material = scene.material(object.material);
  SceneSheet sheet;
  SheetDesign& design = sheet.design;
  design.thickness = plate->thickness;
  design.material = {material.young, material.poisson, material.density};
  const double cell = std::max(plate->length, plate->width) / object.solid.cells;
  if (plate->thickness > cell)
    fail(
        "object '{}': its plate is thicker ({:.3g} m) than a cell of its mesh is wide ({:.3g} m): "
        "give `solid.cells` a smaller number, or make the body rigid",
        object.name, plate->thickness, cell);
  const auto across = [&](double side) { return std::max(2, int(std::lround(side / cell))); };
  const int nx = across(plate->length), nz = across(plate->width);
  for (int j = 0; j <= nz; ++j)
    for (int i = 0; i <= nx; ++i) {
      sheet.own.push_back(
          {plate->length * (double(i) / nx - 0.5), 0, plate->width * (0.5 - double(j) / nz)});
      design.points.push_back(object.position + rotate(object.rotation, sheet.own.back()));
    }
  for (int j = 0; j < nz; ++j)
    for (int i = 0; i < nx; ++i) {
      const int p = i + (nx + 1) * j, q = p + nx + 1;
      if ((i + j) % 2) {
        design.triangles.push_back({p, p + 1, q});
        design.triangles.push_back({p + 1, q + 1, q});
      } else {
        design.triangles.push_back({p, p + 1, q + 1});
        design.triangles.push_back({p, q + 1, q});
      }
    }
  return sheet;
}

}  // namespace peal
