// Transfer of modes to the air by boundary elements: one dense system per mode. For surfaces of up
// to HelmholtzBem::kMaxTriangles; the time domain is for bodies that need finer ones.
// In: closed surface [m], modes (frequency and normal velocity per triangle for unit modal
// velocity). Out: TransferRecord, and what the surface itself says about the power.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "physics/wave/bem/helmholtz_bem.h"
#include "physics/wave/bem/surface_radiation.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal {

struct BemTransfer {
  TransferRecord record;
  /// Half the integral of p v* over the surface for unit modal velocity amplitude [W], mode by
  /// mode; its real part is radiated_power plus errors that grow with the imaginary part. Where the
  /// two are far apart take radiated_power: it is a sum of squares, precise for weak radiators too.
  std::vector<std::complex<double>> surface_power;
};

/// What triangles of this size miss of each mode, as relative error of the sound, in two parts. An
/// eighth of the mean squared step of the velocity between neighbours that face the same way, over
/// its mean square: calibrated on the sphere, where it is l (l+1) h^2 / 48 a^2 for edges of h. And
/// a fifth of the share of the squared velocity on triangles along the rim of a thin wall, where
/// the pressure falls like a root: calibrated on the thin disc.
std::vector<double> shape_errors(const TriangleMesh& mesh, std::span<const SurfaceMode> modes);

/// Each mode's `error` is made of its shape error and of the power balance, the difference between
/// surface and radiated power over twice the absolute surface power. The faceting of the surface
/// itself is not in it. Modes are independent: they share the threads, and results do not depend on
/// how many.
/// @param radius of the record's sphere [m]; the surface lies inside.
/// @param progress called with the part done, 0 .. 1.
/// @param edges_per_wave that a mode needs; fewer for solutions that only show how far others are.
/// @throws Error for a mode above resolved_frequency, and for what HelmholtzBem refuses.
BemTransfer bem_transfer(const TriangleMesh& mesh, std::span<const SurfaceMode> modes,
                         const Air& air, const Vec3& centre, double radius,
                         const std::function<void(double)>& progress = {},
                         double edges_per_wave = kEdgesPerWave);

}  // namespace peal
