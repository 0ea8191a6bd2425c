// Closed surfaces cut by planes across the axes, with exact volumes and without any triangulation
// of the cuts. [m].
// Enters: a closed outward TriangleMesh; it may cross itself. Leaves: pieces, each the part of the
// solid in a box.
//
// A piece keeps its bits of the real surface and, for every cut, a fan of triangles from the cut
// edges to a point of the plane. The fans overlap, but with signs: together with the surface they
// have no boundary, so the divergence theorem gives the volume, and may be cut again.
#pragma once
#include <array>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

struct CutPiece {
  struct Triangle {
    std::array<Vec3, 3> corner;
    bool fan = false;  // closes a cut; its corners need not lie on the body
  };
  std::vector<Triangle> triangles;
  Bounds box{-Vec3{Bounds::kFar, Bounds::kFar, Bounds::kFar},
             Vec3{Bounds::kFar, Bounds::kFar, Bounds::kFar}};  // the cuts around it

  double volume() const;
  Bounds bounds() const;  // of the real surface
};

CutPiece whole_piece(const TriangleMesh& mesh);

/// The parts below (or on) and above coordinate `at` [m] of `axis`.
std::array<CutPiece, 2> cut(const CutPiece& piece, int axis, double at);

/// Cuts where planes across the axes meet nothing of the body, until there is no such plane or
/// there are `most` pieces.
std::vector<CutPiece> cut_at_gaps(CutPiece piece, std::size_t most);

}  // namespace peal
