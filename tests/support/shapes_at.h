// Mode shapes between the nodes of a surface.
#pragma once
#include <vector>

#include "emission/surface_finder.h"
#include "physics/elastic/modal_analysis.h"

namespace peal::test {

/// Value of every mode shape [kg^-1/2] at the surface point nearest to `body_point` [m].
inline std::vector<Vec3> shapes_at(const ModalModel& model, const Vec3& body_point) {
  const SurfacePlace place = nearest_surface_place(model.surface, body_point);
  const auto& nodes = model.surface.triangles[place.triangle];
  std::vector<Vec3> out(model.mode_count());
  for (std::size_t mode = 0; mode < out.size(); ++mode)
    for (int k = 0; k < 6; ++k) out[mode] += place.weights[k] * model.shape(mode)[nodes[k]];
  return out;
}

}  // namespace peal::test
