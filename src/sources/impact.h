// Source kind `impact`: bodies that collide push on each other's resonators.
// Each impact of the motion becomes a half-sine force of the impact's own impulse, lasting as long
// as Hertz' theory says for the two curvatures, materials and effective masses.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind impact_kind();

}  // namespace peal
