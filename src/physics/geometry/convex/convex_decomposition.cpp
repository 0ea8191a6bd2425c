#include "physics/geometry/convex/convex_decomposition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "physics/geometry/convex/best_cut.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/convex/dents.h"
#include "physics/geometry/convex/surface_cut.h"
#include "physics/geometry/surface_parts.h"

namespace peal {
namespace {

constexpr double kSpeck = 0.002;  // air in one piece that does not matter / air allowed in all

/// One closed body with its cavities.
class Solid {
 public:
  explicit Solid(TriangleMesh mesh) : mesh_(std::move(mesh)), tree_(mesh_) {}

  /// Two rays must agree, so that one which grazes an edge does no harm.
  bool holds(const Vec3& p) const {
    const double far = 2 * tree_.bounds().diagonal();
    for (const Vec3& way : {Vec3{0.5773, 0.6141, 0.5383}, Vec3{-0.7219, 0.2447, -0.6473}}) {
      int turns = 0;
      for (const RayHit& hit : tree_.all_hits(p, way, 0, far)) {
        if (hit.margin < 1e-9) return false;
        turns += dot(mesh_.area_vector(hit.triangle), way) > 0 ? 1 : -1;
      }
      if (turns <= 0) return false;
    }
    return true;
  }
  InsideTest test() const {
    return [this](const Vec3& p) { return holds(p); };
  }
  const TriangleMesh& mesh() const { return mesh_; }

 private:
  TriangleMesh mesh_;
  TriangleTree tree_;
};

struct Piece {
  CutPiece body;
  const Solid* of = nullptr;
  double hull = 0, air = 0;  // [m^3]
  double depth = 0;          // [m] of its hollows
  bool final = false;        // good enough, or no cut was found for it

  double urgency() const { return air * depth; }
};

/// All in one when there are too many.
std::vector<std::unique_ptr<Solid>> solids_of(const TriangleMesh& closed, std::size_t most) {
  std::vector<std::unique_ptr<Solid>> out;
  const SurfaceParts parts = surface_parts(closed);
  if (parts.solids <= 1 || parts.solids > static_cast<int>(most)) {
    out.push_back(std::make_unique<Solid>(closed));
    return out;
  }
  std::vector<TriangleMesh> meshes(parts.solids);
  for (std::size_t t = 0; t < closed.triangles.size(); ++t) {
    TriangleMesh& mesh = meshes[std::max(0, parts.parts[parts.of_triangle[t]].solid)];
    const int first = static_cast<int>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(closed.corner(t, k));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  for (TriangleMesh& mesh : meshes)
    if (!mesh.triangles.empty()) out.push_back(std::make_unique<Solid>(std::move(mesh)));
  return out;
}

std::vector<Vec3> points_of(const Piece& piece) {
  std::vector<Vec3> points = inner_corners(piece.body, piece.of->test());
  for (const auto& t : piece.body.triangles)
    if (!t.fan) points.insert(points.end(), t.corner.begin(), t.corner.end());
  const auto key = [](const Vec3& v) { return std::array{v.x, v.y, v.z}; };
  std::sort(points.begin(), points.end(),
            [&](const Vec3& a, const Vec3& b) { return key(a) < key(b); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace

std::vector<std::vector<Vec3>> convex_decomposition(const TriangleMesh& closed,
                                                    const DecompositionLimits& limits) {
  const std::size_t most = std::max<std::size_t>(limits.most_pieces, 1);
  const std::vector<std::unique_ptr<Solid>> solids = solids_of(closed, most);
  const RoughHull all = rough_hull(whole_piece(closed), [](const Vec3&) { return false; });
  const double allowed = limits.air * all.volume, shallow = limits.depth * std::cbrt(all.volume);
  const bool whole =
      solids.size() == 1 && only_dents(closed, limits.dent * bounds_of(closed).diagonal());
  std::vector<Piece> pieces;
  const auto add = [&](CutPiece body, const Solid& of, std::size_t waiting) {
    const std::size_t taken = pieces.size() + waiting;
    const std::size_t room = taken < most && !whole ? most - taken : 1;
    for (CutPiece& part : cut_at_gaps(std::move(body), room)) {
      if (part.bounds().empty()) continue;
      const RoughHull measured = rough_hull(part, of.test());
      const double air = std::max(0.0, measured.volume - part.volume());
      const bool good = whole || measured.depth <= shallow || air <= kSpeck * allowed;
      pieces.push_back({std::move(part), &of, measured.volume, air, measured.depth, good});
    }
  };
  for (std::size_t i = 0; i < solids.size(); ++i)
    add(whole_piece(solids[i]->mesh()), *solids[i], solids.size() - 1 - i);

  while (pieces.size() < most) {
    double air = 0;
    std::size_t worst = pieces.size();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      air += pieces[i].air;
      if (!pieces[i].final &&
          (worst == pieces.size() || pieces[i].urgency() > pieces[worst].urgency()))
        worst = i;
    }
    if (air <= allowed || worst == pieces.size()) break;
    const auto cuts = best_cuts(pieces[worst].body, pieces[worst].air / pieces[worst].hull,
                                pieces[worst].of->test());
    const std::size_t parts = std::size_t{1} << cuts.size();
    if (cuts.empty() || pieces.size() + parts - 1 > most) {
      pieces[worst].final = true;
      continue;
    }
    const Solid& of = *pieces[worst].of;
    std::vector<CutPiece> open;
    open.push_back(std::move(pieces[worst].body));
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(worst));
    for (const auto& [axis, at] : cuts) {
      std::vector<CutPiece> halves;
      for (const CutPiece& piece : open)
        for (CutPiece& half : cut(piece, axis, at)) halves.push_back(std::move(half));
      open = std::move(halves);
    }
    for (std::size_t i = 0; i < open.size(); ++i) add(std::move(open[i]), of, open.size() - 1 - i);
  }

  std::vector<std::vector<Vec3>> out;
  for (const Piece& piece : pieces) {
    try {
      out.push_back(hull_corners(points_of(piece), limits.most_corners));
    } catch (const Error&) {  // flat: no volume is lost
    }
  }
  return out;
}

}  // namespace peal
