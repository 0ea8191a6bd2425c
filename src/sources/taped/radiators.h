// What deforms => emission tracks, written onto the tape of a take while the motion is simulated.
#pragma once
#include <memory>

#include "motion/tape_writer.h"
#include "scene/scene.h"

namespace peal {

/// A dipole for each point of a rod (Schweickart, James & Marschner 2017), d = rho / (4 pi) l D a,
/// l the length that the point stands for, D the dipole matrix of the section in its frame, a the
/// acceleration. The cloud's kernel makes d' and the near field of it.
std::unique_ptr<TapeWriter> rod_radiator(const Scene& scene);

/// A dipole for each cell of a sheet's mesh, the jump of pressure across it times its area,
/// d = sum 2 p A / (4 pi). The pressure p on its surface follows from the normal accelerations by
/// physics/wave/bem/sheet_air.h.
std::unique_ptr<TapeWriter> solid_radiator(const Scene& scene);

}  // namespace peal
