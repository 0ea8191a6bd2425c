#include "transfer_compute.h"

#include <algorithm>

#include "bake/transfer_compute.h"
#include "base/error.h"
#include "geometry/surface_weld.h"
#include "meshing/thin_surface.h"
#include "wave/bem_transfer.h"
#include "wave/shell_box.h"

namespace peal {
namespace {

constexpr double kSphere = 1.1;  // radius of the record's sphere over that of the body

/// The modes that the triangles resolve; those above are left out.
TransferRecord by_boundary_elements(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                    const TransferRequest& request,
                                    const TransferLibrary::Progress& progress) {
  TriangleMesh coarse = boundary_surface(surface);
  const double highest = 2 * kPi * resolved_frequency(coarse, request.air);
  std::vector<SurfaceMode> resolved;
  for (const ModeShape& mode : modes)
    if (mode.omega < highest * (1 - 1e-9))
      resolved.push_back({mode.omega, normal_components(coarse, mode.shape)});
  if (resolved.empty())
    fail("boundary elements: {} triangles are too few for the lowest mode; use --method time",
         coarse.triangles.size());
  remove_unused_vertices(coarse);  // each would be an unknown
  const BodyBound sphere = body_bound(coarse);
  return bem_transfer(coarse, resolved, request.air, sphere.centre, kSphere * sphere.radius,
                      progress)
      .record;
}

}  // namespace

TransferCache transfer_cache(TransferChoice choice, bool use_cache) {
  if (!use_cache) return {};
  const TransferCache user = TransferCache::of_user();
  if (choice == TransferChoice::automatic || !user.keeps()) return user;
  return TransferCache(user.folder() / (choice == TransferChoice::time_domain ? "time" : "bem"));
}

TransferLibrary::Compute transfer_method(TransferChoice choice) {
  if (choice == TransferChoice::automatic) return compute_transfer;
  return choice == TransferChoice::time_domain ? compute_transfer : by_boundary_elements;
}

TriangleMesh boundary_surface(const TriangleMesh& surface) {
  const std::size_t most = HelmholtzBem::kMaxTriangles;
  TriangleMesh coarse = surface.triangles.size() <= most ? surface : thin_surface(surface, most);
  if (coarse.triangles.size() > most)
    fail(
        "boundary elements: the surface needs {} triangles, they take {}; use --method time or a "
        "lower --quality",
        coarse.triangles.size(), most);
  return coarse;
}

}  // namespace peal
