// Approximate radiation of a body's modes (physics/wave/bem/surface_radiation.h) as multipoles, for
// banks, which hold nothing else: pressures on a sphere around the body => coefficients, continued
// as waves are.
//   c_lm = Int p(R n) Y_lm dn / (h_l(k R) / h_l(k r1)),   R = 1.5 r1
#pragma once
#include "emission/body_sound.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal {

struct ApproximateMultipoles {
  TransferRecord record;  // its mode 0 is mode `first` of the body
  double error = 0;       // relative L2 over all modes and places at 2 and 5 radii
};

/// Modes first .. last - 1 of the body, which are served by approximate radiation.
/// @param centre, @param radius of the sphere [m], body frame; all of the body lies inside.
ApproximateMultipoles approximate_multipoles(const BodySound& body, int first, int last,
                                             const Vec3& centre, double radius);

}  // namespace peal
