// Transfer by boundary elements, with an honest error, and for which bodies it is the better way:
// slender ones (prongs, rings, wires, small coins), whose sections are a few cells of a grid but
// can be covered by triangles smaller than they are thick.
#pragma once
#include "models/bake/transfer_library.h"

namespace peal {

/// At most so many triangles, whose vertices are some of the given ones. Stops when it needs more.
TriangleMesh boundary_elements(const TriangleMesh& surface, std::size_t most);

/// [s] on two cores, and [bytes]: the solution and its check.
double boundary_seconds(std::size_t triangles, std::size_t modes);
double boundary_bytes(std::size_t triangles);

/// How many triangles the body needs so that they are half as long as its walls are thick and a
/// sixth of a wavelength; 0 when the grid of the plan serves it better: its walls have cells
/// enough, boundary elements would take long, the surface is not that fine, or a draft is enough.
std::size_t boundary_triangles(const TriangleMesh& surface, std::span<const double> omegas,
                               const TransferPlan& grid);

/// The modes that the triangles resolve; those above are left out. The error is the difference to
/// coarser triangles (edges 1.5 times as long), or what bem_transfer.h says if that is more.
TransferRecord boundary_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                 const TransferRequest& request, std::size_t triangles,
                                 const TransferLibrary::Progress& progress);

}  // namespace peal
