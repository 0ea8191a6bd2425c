#include "bake/transfer_compute.h"

namespace peal {

TransferRecord compute_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                const TransferRequest& request,
                                const TransferLibrary::Progress& progress) {
  std::vector<double> omegas;
  for (const ModeShape& mode : modes) omegas.push_back(mode.omega);
  return time_domain_transfer(surface, modes, plan_transfer(surface, omegas, request), progress);
}

}  // namespace peal
