// Source kind `impact`: bodies that collide push on each other's resonators.
// Each impact of the motion becomes a half-sine force of the impact's own impulse, lasting as long
// as Hertz' theory says for the two curvatures, materials and effective masses.
// The impulse is that of rigid bodies. A slender body gives way where it is hit and in truth receives
// less: its modes would take more energy than the impact brings. The push on the modes is then
// reduced until they take what the bodies bring along the normal, m_eff v^2 / 2, and no more.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind impact_kind();

}  // namespace peal
