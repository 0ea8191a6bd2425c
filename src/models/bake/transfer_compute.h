// How a TransferLibrary computes what it does not find: slender bodies by boundary elements, all
// others in the time domain; and what that will cost, said beforehand.
#pragma once
#include "models/bake/transfer_library.h"

namespace peal {

/// plan_transfer, then boundary_transfer (models/bake/boundary_transfer.h) where that is the better
/// way, else time_domain_transfer (physics/wave/transfer/modal_transfer.h).
TransferRecord compute_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                const TransferRequest& request,
                                const TransferLibrary::Progress& progress);

/// In the time domain, whatever the body.
TransferRecord compute_on_grid(const TriangleMesh& surface, std::span<const ModeShape> modes,
                               const TransferRequest& request,
                               const TransferLibrary::Progress& progress);

/// The plan that get() of a library will follow: made for the body of kComputedLength, whose bursts
/// and steps it has, and given back in the sizes and frequencies of the body itself.
/// @param omegas ascending [rad/s].
TransferPlan planned_transfer(const TriangleMesh& surface, std::span<const double> omegas,
                              const TransferRequest& request, bool on_grid = false);

}  // namespace peal
