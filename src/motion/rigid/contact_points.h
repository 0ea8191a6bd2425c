// Where two convex pieces touch: the corners of the area that they share, at most kPairPoints. [m]
#pragma once
#include <vector>

#include "motion/rigid/contact_geometry.h"
#include "motion/rigid/core_distance.h"

namespace peal {

inline constexpr std::size_t kPairPoints = 6;

/// Adds features of kind `points` for places no farther apart than `reach`; sets everything but the
/// bodies.
/// @param b_to_a pose of b's frame in a's
/// @param apart a direction (frame of a) along which the pieces were apart before, or zero; updated
void add_contact_points(const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a,
                        double reach, Vec3& apart, std::vector<ContactFeature>& features);

/// Of many places, the first and those farthest from the ones already taken: numbers into `places`,
/// ascending.
std::vector<std::size_t> far_apart(const std::vector<Vec3>& places, std::size_t first,
                                   std::size_t count);

}  // namespace peal
