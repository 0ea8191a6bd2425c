#include "physics/meshing/surface_mesh_solid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/self_intersection.h"
#include "physics/geometry/surface_edges.h"
#include "physics/meshing/mesh_quality.h"
#include "physics/meshing/quadratic_tets.h"
#include "physics/meshing/surface_remesh.h"
#include "physics/meshing/tetgen_program.h"

namespace peal {
namespace {

constexpr double kUsableQuality = 0.01;  // below it an element is a sliver: try other switches

constexpr double kLongestFill = 45;    // [s]
constexpr double kFlatShare = 0.05;    // of the surface may have edges that are too long
constexpr double kThinBudget = 20000;  // tetrahedra for walls that are too thin for the usual

constexpr std::array kVolumeError{0.03, 0.01, 0.003};  // three times it is bearable

double worst_quality(const LinearTets& mesh) {
  double worst = 1;
  for (const auto& t : mesh.tets) {
    std::array<Vec3, 10> x;
    for (int k = 0; k < 4; ++k) x[k] = mesh.corners[t[k]];
    constexpr int kEnds[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
    for (int e = 0; e < 6; ++e) x[4 + e] = 0.5 * (x[kEnds[e][0]] + x[kEnds[e][1]]);
    worst = std::min(worst, element_quality(x));
  }
  return worst;
}

struct Filling {
  LinearTets mesh;      // the best there was; empty: none
  std::string problem;  // what the first attempt died of
};

// p: fill a surface; Y: leave its triangles alone; q: radius to edge; a: volume; Q: quiet.
Filling fill(const RemeshedSurface& surface) {
  const double edge = surface.largest;
  const std::string volume = fmt::format("a{:.6g}", 0.1179 * 1.5 * edge * edge * edge);
  Filling best;
  double quality = 1e-7;  // flatter than this is no element
  for (const std::string& switches : {"pYq1.4" + volume + "Q", "pYq1.8/5" + volume + "Q",
                                      "pY" + volume + "Q", std::string("pYQ")}) {
    TetgenResult result = run_tetgen(surface.mesh, switches, kLongestFill);
    if (result.program_missing) fail("{}", result.problem);
    if (result.timed_out)
      fail(
          "the surface could not be filled with tetrahedra: {} on {} triangles, where seconds are "
          "usual; give a simpler surface, or a volume mesh (.msh, .vtu) of your own",
          result.problem, surface.mesh.triangles.size());
    if (!result.problem.empty()) {
      if (best.problem.empty()) best.problem = std::move(result.problem);
      continue;
    }
    const double q = worst_quality(result.mesh);
    if (q > quality) quality = q, best.mesh = std::move(result.mesh);
    if (quality > kUsableQuality) break;
  }
  if (best.mesh.tets.empty() && best.problem.empty())
    best.problem = "all tetrahedra of some place are flat";
  return best;
}

void refuse_thin_walls(const SizeReport& size, const SizeRules& rules) {
  if (size.flat_share <= kFlatShare) return;
  fail(
      "the wall near {} is {:.3g} mm thick, too thin for this body: {:.0f} tetrahedra would leave "
      "edges longer than {} thicknesses on {:.0f} % of the surface; give its middle surface and "
      "shell_thickness instead, or a volume mesh (.msh, .vtu) of your own",
      place_text(size.thinnest_place), 1000 * size.thinnest, rules.budget, rules.flattest,
      100 * size.flat_share);
}

// A part that encloses a positive volume is a solid, one with a negative volume a cavity.
void refuse_several_solids(const TriangleMesh& surface) {
  std::vector<int> parent(surface.vertices.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& t : surface.triangles)
    for (const int k : {1, 2}) parent[root(t[k])] = root(t[0]);
  std::map<int, std::pair<double, std::size_t>> parts;  // volume and first triangle
  const Vec3 origin = surface.vertices[surface.triangles[0][0]];
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    auto& part = parts.insert({root(surface.triangles[t][0]), {0, t}}).first->second;
    part.first += dot(surface.area_vector(t), surface.corner(t, 0) - origin) / 3;
  }
  std::vector<std::size_t> solids;
  for (const auto& [vertex, part] : parts)
    if (part.first > 0) solids.push_back(part.second);
  if (solids.size() < 2) return;
  std::sort(solids.begin(), solids.end());
  const std::string count = solids.size() == 2 ? "two" : fmt::format("{}", solids.size());
  fail(
      "{} separate solids, one near {} and one near {}, cannot ring as one body; make each its own "
      "object with its own file, or join them in your modeller",
      count, place_text(surface.centroid(solids[0])), place_text(surface.centroid(solids[1])));
}

}  // namespace

SolidMesh mesh_closed_surface(const TriangleMesh& surface, MeshLevel level) {
  if (surface.triangles.empty()) fail("the surface has no triangles, so there is nothing to fill");
  refuse_several_solids(surface);
  const OriginalSurface original(surface);
  if (!(original.volume() > 0))
    fail("the surface encloses {:.3g} m^3: it is open, flat or inside out", original.volume());
  SizeRules rules = solid_rules(original, level);
  double limit = rules.budget;
  const double detail = rules.largest / 8;
  std::optional<SurfaceRemesher> remesher(std::in_place, original, detail);
  std::string problem;
  for (int attempt = 0; attempt < 5; ++attempt) {
    RemeshedSurface remeshed = remesher->run(rules);
    if (remeshed.size.flat_share > kFlatShare && level != MeshLevel::fine && limit < kThinBudget) {
      // Thin walls get more elements before they are refused.
      rules.budget = limit = kThinBudget;
      remeshed = remesher->run(rules);
    }
    refuse_thin_walls(remeshed.size, rules);
    const auto crossings = self_intersections(remeshed.mesh, 1);
    if (!crossings.pairs.empty()) {
      // Flat triangles of two curved sheets met: follow the curves more closely.
      problem = fmt::format("sheets of the surface touch near {} when it is meshed so coarsely",
                            place_text(remeshed.mesh.centroid(crossings.pairs[0][0])));
      rules.angle *= 0.6, rules.smallest_curved *= 0.6, rules.clearance *= 0.5;
      continue;
    }
    // Sharp edges of a rough scan can hold more vertices than the whole mesh may have.
    if (static_cast<double>(remeshed.mesh.triangles.size()) > 2 * limit && attempt < 3) {
      problem =
          fmt::format("its sharp edges alone need {} triangles", remeshed.mesh.triangles.size());
      remesher.emplace(original, detail, 4.0);
      continue;
    }
    Filling filling = fill(remeshed);
    const double count = static_cast<double>(filling.mesh.tets.size());
    if (count == 0) {
      problem = filling.problem;
      rules.angle *= 0.7, rules.smallest_curved *= 0.7, rules.clearance *= 0.7;
      continue;
    }
    // Thin curved walls have a largest edge of their own, so draft may need more than it wants.
    const bool last_resort = attempt >= 2 && count < 1.2 * kTetBudget.back();
    if (count > 1.2 * limit && !last_resort) {
      problem = fmt::format("{:.0f} tetrahedra came out where {:.0f} are allowed", count, limit);
      rules.budget *= 0.95 * limit / count;
      continue;
    }
    SolidMesh mesh = quadratic_tets(filling.mesh, remeshed);
    check_mesh(mesh);
    const double excess = mass_properties(mesh, 1).volume / original.volume() - 1;
    const double allowed = kVolumeError[static_cast<int>(level)];
    if (std::abs(excess) > (attempt < 3 ? allowed : 3 * allowed)) {
      problem = fmt::format("its volume came out wrong by {:+.2g} %", 100 * excess);
      rules.angle *= 0.6, rules.smallest_curved *= 0.6, rules.smallest *= 0.6;
      continue;
    }
    return mesh;
  }
  fail(
      "the surface could not be filled with tetrahedra: {}; give a simpler surface, or a volume "
      "mesh (.msh, .vtu) of your own",
      problem);
}

}  // namespace peal
