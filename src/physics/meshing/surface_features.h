// Sharp edges of a surface as curves, so that a remesher can keep them. [m].
// Enters: a triangle surface with consistent orientation. Leaves: curves of sharp edges (dihedral
// above 40 degrees), boundaries and edges with more than two triangles, between corners or closed,
// and the place of every vertex on them.
#pragma once
#include <vector>

#include "physics/meshing/edit_mesh.h"

namespace peal {

struct FeatureCurve {
  std::vector<Vec3> points;   // [m]; closed curves repeat the first point at the end
  std::vector<double> s;      // [m] way along the curve to each point
  std::vector<int> vertices;  // of the original surface, one per point
  bool closed = false;        // no corner on it

  double length() const { return s.back(); }
  /// Open curves end at their ends, closed ones go round.
  Vec3 at(double way) const;
  /// The way nearest to `near` among those that mean the same point of a closed curve.
  double unwrapped(double way, double near) const;
  /// 1/R of the circle through the points `reach` before and behind [1/m].
  double curvature(double way, double reach) const;
};

struct Features {
  std::vector<FeatureCurve> curves;
};

inline constexpr double kSharpAngle = 40 * 3.14159265358979323846 / 180;  // [rad]

/// Finds the curves and marks them in `mesh` (kinds, curves, s). Sharp edges that form islands
/// shorter than 8 `detail`, or loose ends shorter than 4, are noise and are left out; a curve turns
/// a corner where it bends by more than 50 degrees within `detail` (0: at once). `sharp` above pi
/// keeps boundaries only.
Features mark_features(EditMesh& mesh, double detail, double sharp = kSharpAngle);

}  // namespace peal
