// Mean curvature of a triangulated surface.
// Enters: a closed, outward TriangleMesh [m]. Leaves: signed curvatures [1/m], radii [m].
//
// Cotangent Laplacian over mixed Voronoi areas (Meyer, Desbrun, Schroeder and Barr, "Discrete
// differential-geometry operators for triangulated 2-manifolds", 2003):
//   2 H n = 1/(2 A) sum_j (cot a_ij + cot b_ij) (x_i - x_j)
// taken along the vertex normal. H = (k1 + k2) / 2 is positive where the body is convex: 1/R on a
// sphere, 1/(2R) on a cylinder, 0 on a plane. On a sharp edge it is about the angle of the edge
// over the size of the triangles there: it grows as the mesh gets finer.
#pragma once
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

/// One value per vertex; 0 for vertices without triangles or on a boundary.
std::vector<double> mean_curvatures(const TriangleMesh& mesh);

/// Radius 1/H of the sphere with the mean curvature of the surface next to `point`, interpolated
/// between the corners of the triangle there; what Hertz contact of two bodies asks for. Where the
/// surface is flat or hollow, and at most: half the diagonal of the bounding box. At least 1e-6 of
/// that.
double curvature_radius_at(const TriangleMesh& mesh, const std::vector<double>& curvatures,
                           const TriangleTree& tree, const Vec3& point);
/// The same without a tree, for a single question: looks at all triangles.
double curvature_radius_at(const TriangleMesh& mesh, const std::vector<double>& curvatures,
                           const Vec3& point);

}  // namespace peal
