// Damping of a rod at rest: impulses towards the rigid motion that has its momentum and angular
// momentum, k (v_cm + w x (x - x_cm) - v), k -> 0 at a speed (Schweickart, James and Marschner
// 2017, after Mueller et al. 2007). SI units.
#pragma once
#include "physics/rods/rod_stepper.h"

namespace peal {

/// Between predict() and finish(). @param rate [1/s]; @param speed [m/s] root mean square of the
/// points', above which nothing happens
void calm(const ElasticRod& rod, RodStepper& stepper, double rate, double speed);

}  // namespace peal
