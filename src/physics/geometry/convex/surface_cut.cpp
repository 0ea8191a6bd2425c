#include "physics/geometry/convex/surface_cut.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace peal {
namespace {

using Triangle = CutPiece::Triangle;

constexpr std::size_t kMostGaps = 30;  // whose sections are looked at
constexpr int kGapBins = 1024;         // along an axis

Vec3 area_vector(const Triangle& t) {
  return 0.5 * cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]);
}

/// Where the edge between low (below or on the plane) and high (above) meets the plane. Neighbours
/// ask for the same edge in the same order and get the same point.
Vec3 meeting(const Vec3& low, const Vec3& high, int axis, double at) {
  const double t = std::clamp((at - low[axis]) / (high[axis] - low[axis]), 0.0, 1.0);
  Vec3 p = low + t * (high - low);
  p[axis] = at;
  return p;
}

/// Middles of the empty spaces between the bits of surface along an axis, if they are wider than a
/// bin.
std::vector<double> gaps_along(const CutPiece& piece, int axis, const Bounds& bounds) {
  const double low = bounds.min[axis], size = bounds.size()[axis];
  if (!(size > 0)) return {};
  std::array<int, kGapBins + 1> change{};  // of the number of triangles, from bin to bin
  const auto bin = [&](double x) {
    return std::clamp(static_cast<int>(kGapBins * ((x - low) / size)), 0, kGapBins - 1);
  };
  for (const Triangle& t : piece.triangles) {
    if (t.fan) continue;
    const auto [first, last] =
        std::minmax({t.corner[0][axis], t.corner[1][axis], t.corner[2][axis]});
    ++change[bin(first)], --change[bin(last) + 1];
  }
  std::vector<double> gaps;
  int count = 0, begin = -1;
  for (int k = 0; k < kGapBins; ++k) {
    count += change[k];
    if (count == 0 && begin < 0) begin = k;
    if (count > 0 && begin >= 0) {
      gaps.push_back(low + size * (begin + k) / (2 * kGapBins));
      begin = -1;
    }
  }
  return gaps;
}

/// Area of the body's section by a plane that meets no triangle but fans across other axes, whose
/// normals do not count: minus the area vector of all that lies below.
double section_area(const CutPiece& piece, int axis, double at) {
  double below = 0;
  for (const Triangle& t : piece.triangles)
    if (t.corner[0][axis] + t.corner[1][axis] + t.corner[2][axis] < 3 * at)
      below += area_vector(t)[axis];
  return -below;
}

/// A plane (axis, coordinate) that meets nothing; of several along an axis the one in the middle of
/// the list, so that many bits are not cut off one by one.
std::optional<std::pair<int, double>> find_gap(const CutPiece& piece) {
  const Bounds bounds = piece.bounds();
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 size = bounds.size();
    const double face = size[(axis + 1) % 3] * size[(axis + 2) % 3];
    std::vector<double> gaps = gaps_along(piece, axis, bounds);
    if (gaps.size() > kMostGaps) gaps = {gaps[gaps.size() / 2]};
    std::erase_if(gaps,
                  [&](double at) { return std::abs(section_area(piece, axis, at)) > 1e-6 * face; });
    if (!gaps.empty()) return std::pair{axis, gaps[gaps.size() / 2]};
  }
  return std::nullopt;
}

}  // namespace

double CutPiece::volume() const {
  if (triangles.empty()) return 0;
  const Vec3 origin = triangles[0].corner[0];
  double six = 0;
  for (const Triangle& t : triangles)
    six += dot(t.corner[0] - origin, cross(t.corner[1] - origin, t.corner[2] - origin));
  return six / 6;
}

Bounds CutPiece::bounds() const {
  Bounds b;
  for (const Triangle& t : triangles)
    if (!t.fan)
      for (const Vec3& p : t.corner) b.add(p);
  return b;
}

CutPiece whole_piece(const TriangleMesh& mesh) {
  CutPiece piece;
  piece.triangles.reserve(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    piece.triangles.push_back({{mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)}, false});
  return piece;
}

std::array<CutPiece, 2> cut(const CutPiece& piece, int axis, double at) {
  std::array<CutPiece, 2> out;
  out[0].box = out[1].box = piece.box;
  out[0].box.max[axis] = out[1].box.min[axis] = at;
  bool any = false;
  Vec3 apex;
  for (const Triangle& t : piece.triangles) {
    const std::array<bool, 3> up{t.corner[0][axis] > at, t.corner[1][axis] > at,
                                 t.corner[2][axis] > at};
    if (up[0] == up[1] && up[1] == up[2]) {
      out[up[0]].triangles.push_back(t);
      continue;
    }
    // Corner a is alone on its side; b and c follow it.
    const int k = up[1] == up[2] ? 0 : up[0] == up[2] ? 1 : 2;
    const Vec3 a = t.corner[k], b = t.corner[(k + 1) % 3], c = t.corner[(k + 2) % 3];
    const Vec3 ab = up[k] ? meeting(b, a, axis, at) : meeting(a, b, axis, at);
    const Vec3 ca = up[k] ? meeting(c, a, axis, at) : meeting(a, c, axis, at);
    out[up[k]].triangles.push_back({{a, ab, ca}, t.fan});
    out[!up[k]].triangles.push_back({{ab, b, c}, t.fan});
    out[!up[k]].triangles.push_back({{ab, c, ca}, t.fan});
    if (!any) apex = ab;
    any = true;
    out[up[k]].triangles.push_back({{apex, ca, ab}, true});
    out[!up[k]].triangles.push_back({{apex, ab, ca}, true});
  }
  return out;
}

std::vector<CutPiece> cut_at_gaps(CutPiece piece, std::size_t most) {
  std::vector<CutPiece> whole, open;
  open.push_back(std::move(piece));
  while (!open.empty()) {
    CutPiece next = std::move(open.back());
    open.pop_back();
    const auto found = whole.size() + open.size() + 2 <= most ? find_gap(next) : std::nullopt;
    if (!found) {
      whole.push_back(std::move(next));
      continue;
    }
    auto [below, above] = cut(next, found->first, found->second);
    open.push_back(std::move(above));
    open.push_back(std::move(below));
  }
  return whole;
}

}  // namespace peal
