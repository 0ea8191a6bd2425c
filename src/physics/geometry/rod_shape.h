// A body so thin that a line and a section tell its form: wires, rods, springs, rings, bands.
// Own frame [m]: that of its centreline. A rod of given length lies along x, helices wind around y,
// spirals and rings lie in the xz plane, all around the origin.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.h"
#include "base/vec.h"

namespace peal {

// ---- centrelines ----

struct StraightLine {
  double length = 0.3;  // [m] along x
};
/// Through given points, straight from one to the next.
struct PointsLine {
  std::vector<Vec3> points;  // [m]
};
struct HelixLine {
  double radius = 0.03;  // [m]
  double pitch = 0.002;  // [m] from one turn to the next, along y
  double turns = 10;
};
/// Archimedes': the radius grows evenly from inner to outer.
struct SpiralLine {
  double inner_radius = 0.02, outer_radius = 0.07;  // [m]
  double turns = 4;
};
/// Part of a circle, or all of it.
struct ArcLine {
  double radius = 0.05;  // [m]
  double angle = 360;    // [degrees]; 360: a ring
};
/// A coil wound around a flat bar along y, as the wires of chain-link fences: seen from the front a
/// zigzag, from above a stadium.
struct WovenLine {
  double width = 0.035, depth = 0.008;  // [m] along x and z, of the line
  double pitch = 0.07;                  // [m] from one turn to the next
  double turns = 10;
  double phase = 0;  // [turns] where on the stadium the lower end is: 0 in the middle of the front
};
using RodLine = std::variant<StraightLine, PointsLine, HelixLine, SpiralLine, ArcLine, WovenLine>;

// ---- sections; d1 is the axis that `up` fixes, d2 = tangent x d1 ----

struct CircleOutline {
  double radius = 0.003;  // [m]
};
struct TubeOutline {
  double radius = 0.008, thickness = 0.001;  // [m] outer
};
struct EllipseOutline {
  double a = 0.004, b = 0.002;  // [m] semi-axes along d1 and d2
};
struct RectangleOutline {
  double width = 0.02, height = 0.005;  // [m] along d1 and d2
};
struct PolygonOutline {
  std::vector<Vec3> corners;  // [m] x along d1, y along d2; z is 0
};
using RodOutline =
    std::variant<CircleOutline, TubeOutline, EllipseOutline, RectangleOutline, PolygonOutline>;

struct RodShape {
  RodLine centreline = StraightLine{};
  RodOutline section = CircleOutline{};
  int points = 50;                     // of the discrete rod
  Vec3 up{0, 1, 0};                    // d1 at the first edge, made orthogonal to it
  std::vector<double> rest_curvature;  // [1/m] about d1 and d2, twist [rad/m]; none: as it lies
};

bool is_closed(const RodShape& rod);
/// [m] `points` of them, at equal lengths along the line; once around for rings.
std::vector<Vec3> rod_points(const RodShape& rod);
/// d1 of every edge, unit: `up` carried along without twist; of a helix turned with the coil, so
/// that a side of the section that looks at the axis goes on doing so.
std::vector<Vec3> rod_directions(const RodShape& rod, std::span<const Vec3> points);
/// [m] around.
double rod_length(const RodShape& rod);
/// Outer outline for pictures and collisions: x along d1, y along d2 [m].
std::vector<Vec3> outline_points(const RodOutline& section, int around);
/// [m^2], and [m^4] Int x^2 dA, Int y^2 dA about the centroid.
struct OutlineMoments {
  double area = 0, xx = 0, yy = 0;
};
OutlineMoments outline_moments(const RodOutline& section);
/// [m] largest distance from the centroid.
double outline_reach(const RodOutline& section);

/// (field, sentence) of what cannot be built: zero lengths, sections wider than the rod is long.
std::vector<std::pair<std::string, std::string>> rod_problems(const RodShape& rod);
/// Every length times factor; `points` stay.
void scale_rod(RodShape& rod, double factor);
void hash_rod(Hasher& hasher, const RodShape& rod);

}  // namespace peal
