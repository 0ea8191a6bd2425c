#include "models/bodies/import_mesh.h"

#include <algorithm>

#include "base/error.h"
#include "io/mesh/read_mesh.h"
#include "physics/geometry/surface_checks.h"
#include "physics/geometry/surface_repair.h"

namespace peal {

std::shared_ptr<const ImportedBody> import_mesh(const std::string& path, double scale, UpAxis up,
                                                SurfaceUse use) {
  FileMesh file = read_mesh_file(path, {scale, up});
  auto body = std::make_shared<ImportedBody>();
  body->content_hash = file.content_hash;
  body->notes = std::move(file.notes);
  try {
    if (file.solid.element_count() > 0) {
      body->solid = std::move(file.solid);
      check_mesh(body->solid);
      body->closed = true;
      return body;
    }
    RepairedSurface repaired = repair_surface(file.surface);
    body->notes.insert(body->notes.end(), repaired.notes.begin(), repaired.notes.end());
    body->surface = std::move(repaired.mesh);
    body->closed = repaired.closed;
    if (use == SurfaceUse::solid) require_solid(body->surface);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    fail("{}: {}", path, error.what());
  }
  return body;
}

std::string doubt_about_size(const Vec3& size) {
  const double longest = std::max({size.x, size.y, size.z});
  if (longest > 20)
    return fmt::format(
        "it is {:.4g} m long; if its file is in millimetres its scale should be 0.001", longest);
  if (longest < 1e-3)
    return fmt::format("it is only {:.4g} mm long; check its scale (metres per unit of the file)",
                       1e3 * longest);
  return "";
}

}  // namespace peal
