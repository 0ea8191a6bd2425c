// A body made of convex pieces touches with several of them where they share a corner or an edge:
// one touch, found several times, each with a part of the impulse. It is told once.
#pragma once
#include <vector>

#include "motion/motion.h"

namespace peal {

/// Appends an impact, or adds it to one of the same instant, bodies, place and normal.
/// @param impacts of the same instant; those of one pair of bodies stand together.
/// @param size [m] of the smaller body: what is nearer than a millionth of it is the same place.
void join_impact(std::vector<Impact>& impacts, const Impact& impact, double size);

}  // namespace peal
