// Source kind `rod`: rods radiate as they move, and ring what they touch.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind rod_kind();

/// Motion of rods => emission tracks: a dipole for each point of a rod (Schweickart, James &
/// Marschner 2017), d = rho / (4 pi) l D a, l the length that the point stands for, D the dipole
/// matrix of the section in its frame, a the acceleration. The cloud's kernel makes d' and the near
/// field of it.
std::unique_ptr<TapeWriter> rod_radiator(const Scene& scene);

}  // namespace peal
