// How a TransferLibrary computes what it does not find: bodies in the time domain.
#pragma once
#include "bake/transfer_library.h"

namespace peal {

/// plan_transfer, then time_domain_transfer (wave/modal_transfer.h).
TransferRecord compute_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                const TransferRequest& request,
                                const TransferLibrary::Progress& progress);

}  // namespace peal
