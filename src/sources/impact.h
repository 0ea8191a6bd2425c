// Source kind `impact`: bodies that collide push on each other's resonators.
// Each impact of the motion becomes a half-sine force of the impact's own impulse, lasting as long
// as Hertz' theory says for the two curvatures, materials and effective masses.
// The impulse is that of rigid bodies. A slender body gives way where it is hit and in truth
// receives less: its modes would take more energy than the impact brings. The push on the modes is
// then reduced until they take what the rigid rebound has lost along the normal, and no more.
// Points that touch at the same instant (a bar landing flat) push on the same modes together and
// share one bound.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind impact_kind();

}  // namespace peal
