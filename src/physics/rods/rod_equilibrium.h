// Lets a rod sink to where its loads, gravity and supports leave it at rest: [m], [s], SI units.
//
// From rest and without acceleration, an implicit step of length h goes a way down the energy that
// solves 4 M (x1 - x0) / h^2 = f(x1); with h growing step by step it becomes Newton's method for
// statics, and it never climbs to a balance that would not hold.
#pragma once
#include "physics/rods/rod_stepper.h"

namespace peal {

struct EquilibriumReport {
  bool found = false;
  int steps = 0;
  double unbalanced = 0;  // [m/s^2] largest acceleration that is left
};

/// @param stepper of the rod, with its supports and gravity, but without damping: it is used up
/// @param tolerance [m/s^2] of what is left
EquilibriumReport settle(ElasticRod& rod, RodStepper& stepper, double tolerance);

}  // namespace peal
