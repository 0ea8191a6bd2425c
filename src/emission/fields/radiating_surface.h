// The surface through which a body reaches the air, as coarse as its sound allows: the radiation
// problem is dense, so its cost grows with the square to the cube of the number of triangles.
#pragma once
#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/wave/bem/surface_radiation.h"

namespace peal {

/// Most triangles by quality level; they resolve bending waves of household objects to 10 kHz and
/// above. docs/quality.md
std::size_t most_radiating_triangles(MeshLevel level);

struct RadiatingSurface {
  TriangleMesh mesh;
  SurfaceKind kind = SurfaceKind::closed;
};

/// Vertices are the surface's nodes, one to one, so that nodal mode shapes carry over; not all of
/// them are used. Six-node triangles are split in four when few, taken by their corners when many,
/// and thinned by edge collapse (vertices kept in place) when even those are too many.
/// Bodies that are thin wall all over (up to a twentieth of their radius) become the sheet in the
/// middle of it, of half as many triangles: its vertices are the nodes of one face, moved inward.
RadiatingSurface radiating_surface(const QuadraticSurface& surface, MeshLevel level);

}  // namespace peal
