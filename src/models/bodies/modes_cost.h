// What the modes of a body will cost, roughly and without work worth speaking of: for the shares of
// bodies in a progress. physics/elastic/solve_cost.h knows better and takes longer.
#pragma once
#include "models/bodies/body_modes.h"

namespace peal {

/// [s] on one core, within a factor of two or three.
double modes_cost(const BodyModesRequest& request);

}  // namespace peal
