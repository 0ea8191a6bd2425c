// Scene => a rod that can move: an object with `body` rod as points, sections, supports.
#pragma once
#include <memory>

#include "physics/rods/rod_stepper.h"
#include "scene/scene.h"

namespace peal {

/// The rod itself, at rest in its shape and placed by its object, moving as the object does.
std::unique_ptr<ElasticRod> make_rod(const Scene& scene, const ObjectSpec& object);
/// [s] beta of Kelvin-Voigt: as the object says, or from the loss factor of its material.
double viscous_of(const Scene& scene, const ObjectSpec& object);
/// [s] `step`.
RodStepSettings step_settings(const Scene& scene, const ObjectSpec& object);
void add_supports(const ObjectSpec& object, const ElasticRod& rod, RodStepper& stepper);
/// The rod sinks to where gravity and its supports leave it at rest. Throws an Error that names the
/// object when it finds no such place.
void find_equilibrium(const Scene& scene, const ObjectSpec& object, ElasticRod& rod);
RodSection section_of(const RodOutline& outline);

}  // namespace peal
