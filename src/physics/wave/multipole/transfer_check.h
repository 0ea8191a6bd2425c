// How wrong the transfer of a mode is, found by computing it again on coarser cells. What is wrong
// on a grid is how the body lies on it: walls that are cut, thickened or pushed by the wrong part
// of the surface. Energy and reciprocity hold on every grid whatever the body looks like on it and
// say nothing about that; another size of cells does.
//   error = |T(h) - T(r h)| / |T(h)| over all directions far away, r = kCheckCoarser
// Errors that grow with h at all are then at most twice that: |T(h) - T(0)| = C h^p gives a
// difference of (r^p - 1) C h^p.
#pragma once
#include <span>
#include <vector>

#include "physics/wave/multipole/transfer_record.h"

namespace peal {

/// One mode of a band that was computed twice.
struct CheckedMode {
  int mode = 0;
  double leak = 0;  // |difference| far away over the strength of the walls' motion
};

/// Root of the integral of |far pressure|^2 over the directions [Pa m] of a, and of a - b: two
/// results for the same mode on the same sphere.
double far_size(const ModeTransfer& a, double k, double radius);
double far_difference(const ModeTransfer& a, const ModeTransfer& b, double k, double radius);

/// What a grid lets leak is a part of how strongly the walls move, whether the mode radiates well
/// or badly: modes that were not computed twice get the largest leak of the checked ones nearest in
/// frequency, over their own loudness.
/// @param checked of the same band, in order of frequency.
double leak_near(std::span<const CheckedMode> checked, int mode);

}  // namespace peal
