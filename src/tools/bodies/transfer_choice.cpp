#include "tools/bodies/transfer_choice.h"

#include "models/bake/boundary_transfer.h"
#include "models/bake/transfer_compute.h"
#include "physics/wave/bem/helmholtz_bem.h"

namespace peal {
namespace {

TransferRecord by_boundary_elements(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                    const TransferRequest& request,
                                    const TransferLibrary::Progress& progress) {
  return boundary_transfer(surface, modes, request, HelmholtzBem::kMaxTriangles, progress);
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
  return choice == TransferChoice::time_domain ? compute_on_grid : by_boundary_elements;
}

}  // namespace peal
