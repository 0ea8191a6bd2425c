// One function per kind of shape; mesh_shape() checks the fields and calls them. Internal.
#pragma once
#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"

namespace peal {

// mesh_bars.cpp
SolidMesh mesh_of(const BarShape& bar, MeshLevel level);
SolidMesh mesh_of(const BoxShape& box, MeshLevel level);
SolidMesh mesh_of(const PlateShape& plate, MeshLevel level);
SolidMesh mesh_of(const UndercutBarShape& bar, MeshLevel level);
// mesh_round_solids.cpp
SolidMesh mesh_of(const SphereShape& sphere, MeshLevel level);
SolidMesh mesh_of(const EllipsoidShape& ellipsoid, MeshLevel level);
SolidMesh mesh_of(const DieShape& die, MeshLevel level);
SolidMesh mesh_of(const RingShape& ring, MeshLevel level);
// mesh_flat.cpp
SolidMesh mesh_of(const CoinShape& coin, MeshLevel level);
SolidMesh mesh_of(const KeyShape& key, MeshLevel level);
SolidMesh mesh_of(const TableTopShape& top, MeshLevel level);
// mesh_vessels.cpp
SolidMesh mesh_of(const TubeShape& tube, MeshLevel level);
SolidMesh mesh_of(const BowlShape& bowl, MeshLevel level);
SolidMesh mesh_of(const CupShape& cup, MeshLevel level);
SolidMesh mesh_of(const FunnelShape& funnel, MeshLevel level);
SolidMesh mesh_of(const BellShape& bell, MeshLevel level);
// mesh_wineglass.cpp, mesh_mug.cpp
SolidMesh mesh_of(const WineglassShape& glass, MeshLevel level);
SolidMesh mesh_of(const MugShape& mug, MeshLevel level);
// mesh_rod.cpp: one layer of elements per edge of the rod. Stops for polygons, whose inside it
// cannot mesh.
SolidMesh mesh_of(const RodShape& rod, MeshLevel level);

}  // namespace peal
