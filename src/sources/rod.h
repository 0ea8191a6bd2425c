// Source kind `rod`: rods radiate as they move, and ring what they touch.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind rod_kind();

/// Motion of rods => emission tracks (sources/rods/rod_strengths.h): dipoles of bending, monopoles of
/// stretching, pairs of dipoles of turning. The cloud's kernel makes d' and the near field of them.
std::unique_ptr<TapeWriter> rod_radiator(const Scene& scene);

}  // namespace peal
