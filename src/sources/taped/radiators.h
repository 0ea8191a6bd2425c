// What deforms => emission tracks, written onto the tape of a take while the motion is simulated.
#pragma once
#include <memory>

#include "motion/tape_writer.h"
#include "scene/scene.h"

namespace peal {

/// Motion of rods => emission tracks (sources/taped/rod_strengths.h): dipoles of bending, monopoles
/// of stretching, pairs of dipoles of turning. The cloud's kernel makes d' and the near field of
/// them.
std::unique_ptr<TapeWriter> rod_radiator(const Scene& scene);

/// Monopoles and dipoles on the surface of a solid, dipoles on a sheet (surface_strengths.h).
std::unique_ptr<TapeWriter> solid_radiator(const Scene& scene);

}  // namespace peal
