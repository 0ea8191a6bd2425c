// How long the edges of a surface mesh should be, place by place. [m].
// Enters: a surface under work, the original it lies on, rules. Leaves: `target` of every vertex,
//   h = min(largest, per_thickness x wall, angle x radius of curvature), never below its two
//   floors,
// limited to a growth of 0.35 per unit of way and scaled as a whole when more elements than the
// budget, or very few, would come out. Stems and wires get at least seven edges around, however
// few elements there may be: with fewer their section is too small and they bend too easily. Where
// walls are thin and curved, h <= sqrt(8 R clearance wall) in any case: the flat triangles of both
// sides (each h^2 / 8R beside its arc) must not touch.
#pragma once
#include "physics/geometry/shape.h"
#include "physics/meshing/original_surface.h"
#include "physics/meshing/surface_features.h"

namespace peal {

struct SizeRules {
  double largest = 0;          // [m]
  double smallest = 0;         // [m] walls that ask for less are not followed
  double smallest_curved = 0;  // [m] nor is curvature: fillets hardly change the modes
  double per_thickness = 0;    // edge length per wall thickness; 0: walls do not matter (shells)
  double angle = 0.55;         // [rad] normals may turn along one edge
  double sheet = 0;            // [m] thickness of a shell whose edges should stay below
  double per_curve = 1;        // per_curve sqrt(R thickness): curved cells that bend also stretch
  double clearance = 0.25;     // an arc may leave its chord by this part of the wall
  double fewest = 0;           // elements; lengths are scaled down when fewer would come out
  double flattest = 8;         // edge length per wall thickness that is only just bearable
  double budget = 0;           // elements: tetrahedra, or triangles when per_thickness is 0
};

struct SizeReport {
  double scale = 1;       // all lengths were multiplied by it for the number of elements
  double elements = 0;    // estimated
  double flat_share = 0;  // share of the surface whose edges exceed the rules' flattest
  double thinnest = 0;    // [m] wall there
  Vec3 thinnest_place;
  bool coarsening = false;  // targets were held back: edges may at most double at a time
};

SizeRules solid_rules(const OriginalSurface& original, MeshLevel level);
/// Thickness 0: unknown, curvature alone decides.
SizeRules shell_rules(const OriginalSurface& original, MeshLevel level, double thickness = 0);

SizeReport set_targets(EditMesh& mesh, const OriginalSurface& original, const Features& features,
                       const SizeRules& rules);

}  // namespace peal
