// Scene <=> Take: simulate and record a scene's motion, or play a take for it.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "motion/rigid/impact_law.h"
#include "motion/take/recording.h"
#include "motion/take/take.h"
#include "scene/scene.h"

namespace peal {

/// Version of the simulation and hash of all fields that decide the motion of a scene: a take with
/// the same key need not be simulated again. Microphones, mix, damping and quality are not in it.
std::string motion_key(const Scene& scene);
/// False for keys of takes that an older simulation made, or a later one.
bool made_by_this_version(const std::string& motion_key);

/// One per object of the scene, in its order.
std::vector<TakeBody> take_bodies(const Scene& scene);

/// True when some object can move.
bool has_motion(const Scene& scene);

/// Until the end of the sound and a little more. @param done called with the part [0, 1] that is
/// simulated.
/// @param law of rebounds (sources/rebound.h); none: what the materials say.
/// @param recording where the tape of rods and grains is written, and from where a simulation that
/// was killed goes on. The checkpoint stays: who
/// puts the results in place removes it.
Take simulate_take(const Scene& scene, const std::function<void(double)>& done = {},
                   std::shared_ptr<ImpactLaw> law = {}, Recording recording = {});
/// What a tape of this scene's motion is made from: besides the motion, the air that carries its
/// strengths.
std::string tape_key(const Scene& scene);

/// The take moved in time, so that its time `offset` becomes 0.
Take shifted(Take take, double offset);

/// Bodies are matched by name; objects that the take does not know stay where the scene puts them.
/// @param warnings gets a line for each object and body without partner, and for masses that differ
std::unique_ptr<Motion> play_take(std::shared_ptr<const Take> take, const Scene& scene,
                                  std::vector<std::string>& warnings);

}  // namespace peal
