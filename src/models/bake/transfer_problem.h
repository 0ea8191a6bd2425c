// A body's radiation problem without size: lengths over L, the largest distance of its surface from
// the body-frame origin; frequencies as omega L / c; shapes over their largest displacement;
// pressures over rho c. Scaled copies, other airs and other densities of the same ka and shapes are
// one problem: for a body s times as large omega is 1/s, shapes are s^(-3/2), ka is the same.
// Numbers are rounded so that copies which differ in the last digits are the same problem, and so
// that who asks first does not show in the result.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "physics/wave/transfer/modal_transfer.h"

namespace peal {

struct TransferProblem {
  double length = 0;                      // L [m], to go back
  std::vector<double> amplitude;          // largest displacement per mode, to go back
  TriangleMesh surface;                   // in L; only vertices that triangles use
  std::vector<double> omega;              // omega L / c
  std::vector<std::vector<Vec3>> shapes;  // per mode and vertex, at most 1
  Hash128 body;                           // of the surface
  std::vector<Hash128> modes;             // of frequency and shape
};

/// Stops when the surface has no size or a mode does not fit it.
TransferProblem transfer_problem(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                 const Air& air);

/// The same sound for a body `scale` times as large in another air, mode i moving `amplitude[i]`
/// times as far: radius, centre times scale; omega times (c'/c) / scale; coefficients times
/// amplitude and (rho c)' / (rho c).
TransferRecord rescaled(const TransferRecord& record, double scale, const Air& air,
                        std::span<const double> amplitude);

/// The record without size (air {1, 1}, length 1) in SI for the body the problem was made from: its
/// own frequencies, and no more modes than it has.
TransferRecord to_si(const TransferRecord& unit, const TransferProblem& problem, const Air& air,
                     std::span<const ModeShape> modes);

}  // namespace peal
