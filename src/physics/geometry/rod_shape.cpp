#include "physics/geometry/rod_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/constants.h"

namespace peal {
namespace {

constexpr int kFine = 64;  // straight pieces that stand for a turn

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

Vec3 on_helix(const HelixLine& l, double s) {
  const double angle = 2 * kPi * l.turns * s;
  return {l.radius * std::cos(angle), l.pitch * l.turns * (s - 0.5), l.radius * std::sin(angle)};
}

Vec3 on_spiral(const SpiralLine& l, double s) {
  const double angle = 2 * kPi * l.turns * s;
  const double r = l.inner_radius + (l.outer_radius - l.inner_radius) * s;
  return {r * std::cos(angle), 0, r * std::sin(angle)};
}

Vec3 on_arc(const ArcLine& l, double s) {
  const double angle = l.angle * kPi / 180 * s;
  return {l.radius * std::cos(angle), 0, l.radius * std::sin(angle)};
}

/// Around the stadium at constant speed: right along the front (z > 0), around, back.
Vec3 on_woven(const WovenLine& l, double s) {
  const double r = l.depth / 2, straight = l.width - l.depth, around = 2 * straight + 2 * kPi * r;
  double u = (l.turns * s + l.phase) * around + straight / 2;
  u -= around * std::floor(u / around);
  const double y = l.pitch * l.turns * (s - 0.5);
  if (u < straight) return {u - straight / 2, y, r};
  if (u < straight + kPi * r) {
    const double angle = (u - straight) / r;
    return {straight / 2 + r * std::sin(angle), y, r * std::cos(angle)};
  }
  if (u < 2 * straight + kPi * r) return {1.5 * straight + kPi * r - u, y, -r};
  const double angle = (u - 2 * straight - kPi * r) / r;
  return {-straight / 2 - r * std::sin(angle), y, -r * std::cos(angle)};
}

/// Smooth lines as many short pieces; s from 0 to 1.
template <class Place>
std::vector<Vec3> pieces(double turns, const Place& place) {
  const int count = std::clamp(static_cast<int>(std::ceil(turns * kFine)), 64, 1 << 20);
  std::vector<Vec3> out;
  for (int i = 0; i <= count; ++i) out.push_back(place(static_cast<double>(i) / count));
  return out;
}

std::vector<Vec3> polyline(const RodLine& line) {
  return std::visit(Cases{[](const StraightLine& l) {
                            return std::vector<Vec3>{{-l.length / 2, 0, 0}, {l.length / 2, 0, 0}};
                          },
                          [](const PointsLine& l) { return l.points; },
                          [](const HelixLine& l) {
                            return pieces(l.turns, [&](double s) { return on_helix(l, s); });
                          },
                          [](const SpiralLine& l) {
                            return pieces(l.turns, [&](double s) { return on_spiral(l, s); });
                          },
                          [](const ArcLine& l) {
                            return pieces(l.angle / 360, [&](double s) { return on_arc(l, s); });
                          },
                          [](const WovenLine& l) {
                            return pieces(4 * l.turns, [&](double s) { return on_woven(l, s); });
                          }},
                    line);
}

std::vector<double> lengths_along(const std::vector<Vec3>& line) {
  std::vector<double> out{0};
  for (std::size_t i = 1; i < line.size(); ++i)
    out.push_back(out.back() + norm(line[i] - line[i - 1]));
  return out;
}

Vec3 at_length(const std::vector<Vec3>& line, const std::vector<double>& along, double length) {
  const auto after = std::upper_bound(along.begin(), along.end(), length);
  const auto i = std::clamp<std::ptrdiff_t>(after - along.begin(), 1,
                                            static_cast<std::ptrdiff_t>(line.size()) - 1);
  const double whole = along[i] - along[i - 1];
  const double part = whole > 0 ? std::clamp((length - along[i - 1]) / whole, 0.0, 1.0) : 0;
  return (1 - part) * line[i - 1] + part * line[i];
}

}  // namespace

bool is_closed(const RodShape& rod) {
  const auto* arc = std::get_if<ArcLine>(&rod.centreline);
  return arc && arc->angle == 360;
}

std::vector<Vec3> rod_points(const RodShape& rod) {
  const std::vector<Vec3> line = polyline(rod.centreline);
  const std::vector<double> along = lengths_along(line);
  const int edges = is_closed(rod) ? rod.points : rod.points - 1;
  std::vector<Vec3> out;
  for (int i = 0; i < rod.points; ++i)
    out.push_back(at_length(line, along, along.back() * i / edges));
  return out;
}

std::vector<Vec3> rod_directions(const RodShape& rod, std::span<const Vec3> points) {
  const std::size_t n = points.size(), edges = is_closed(rod) ? n : n - 1;
  const bool coil = std::holds_alternative<HelixLine>(rod.centreline);
  const auto across = [](const Vec3& v, const Vec3& tangent) {
    const Vec3 part = v - dot(v, tangent) * tangent;
    if (norm(part) > 1e-6 * (norm(v) + 1e-300)) return normalized(part);
    const Vec3 other = std::abs(tangent.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
    return normalized(other - dot(other, tangent) * tangent);
  };
  std::vector<Vec3> out;
  Vec3 last_tangent, first, out_there;  // out_there: from the axis to the first edge
  for (std::size_t j = 0; j < edges; ++j) {
    const Vec3 &a = points[j], &b = points[(j + 1) % n];
    const Vec3 tangent = normalized(b - a, {1, 0, 0});
    if (j == 0) {
      first = across(rod.up, tangent);
      out_there = normalized({a.x + b.x, 0, a.z + b.z}, {1, 0, 0});
      out.push_back(first);
    } else if (coil) {
      // A screw takes the first edge to this one: what turns about y with it stays with the coil.
      const Vec3 here = normalized({a.x + b.x, 0, a.z + b.z}, {1, 0, 0});
      const double c = dot(out_there, here), s = out_there.z * here.x - out_there.x * here.z;
      out.push_back(
          across({c * first.x + s * first.z, first.y, c * first.z - s * first.x}, tangent));
    } else {
      // Turned by the least rotation from one tangent to the next.
      const Vec3 axis = cross(last_tangent, tangent), &d = out.back();
      const double k = 1 + dot(last_tangent, tangent);
      out.push_back(
          across(k < 1e-12 ? d : d + cross(axis, d) + cross(axis, cross(axis, d)) / k, tangent));
    }
    last_tangent = tangent;
  }
  return out;
}

double rod_length(const RodShape& rod) { return lengths_along(polyline(rod.centreline)).back(); }

std::vector<Vec3> outline_points(const RodOutline& section, int around) {
  const auto ellipse = [&](double a, double b) {
    std::vector<Vec3> out;
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * kPi * i / around;
      out.push_back({a * std::cos(angle), b * std::sin(angle), 0});
    }
    return out;
  };
  return std::visit(
      Cases{[&](const CircleOutline& s) { return ellipse(s.radius, s.radius); },
            [&](const TubeOutline& s) { return ellipse(s.radius, s.radius); },
            [&](const EllipseOutline& s) { return ellipse(s.a, s.b); },
            [](const RectangleOutline& s) {
              const double w = s.width / 2, h = s.height / 2;
              return std::vector<Vec3>{{w, h, 0}, {-w, h, 0}, {-w, -h, 0}, {w, -h, 0}};
            },
            [](const PolygonOutline& s) {
              double area = 0;  // counter-clockwise, whatever was given
              for (std::size_t i = 0; i < s.corners.size(); ++i) {
                const Vec3& q = s.corners[(i + 1) % s.corners.size()];
                area += s.corners[i].x * q.y - q.x * s.corners[i].y;
              }
              std::vector<Vec3> out = s.corners;
              if (area < 0) std::reverse(out.begin(), out.end());
              return out;
            }},
      section);
}

OutlineMoments outline_moments(const RodOutline& section) {
  const auto ellipse = [](double a, double b) {
    return OutlineMoments{kPi * a * b, kPi / 4 * a * a * a * b, kPi / 4 * a * b * b * b};
  };
  const auto polygon = [](const std::vector<Vec3>& c) {  // Green's theorem
    OutlineMoments m;
    double x = 0, y = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const Vec3 &p = c[i], &q = c[(i + 1) % c.size()];
      const double w = p.x * q.y - q.x * p.y;
      m.area += w / 2, x += w * (p.x + q.x) / 6, y += w * (p.y + q.y) / 6;
      m.xx += w * (p.x * p.x + p.x * q.x + q.x * q.x) / 12;
      m.yy += w * (p.y * p.y + p.y * q.y + q.y * q.y) / 12;
    }
    if (m.area != 0) m.xx -= x * x / m.area, m.yy -= y * y / m.area;
    if (m.area < 0) m = {-m.area, -m.xx, -m.yy};
    return m;
  };
  return std::visit(
      Cases{[&](const CircleOutline& s) { return ellipse(s.radius, s.radius); },
            [&](const TubeOutline& s) {
              const OutlineMoments out = ellipse(s.radius, s.radius),
                                   in = ellipse(s.radius - s.thickness, s.radius - s.thickness);
              return OutlineMoments{out.area - in.area, out.xx - in.xx, out.yy - in.yy};
            },
            [&](const EllipseOutline& s) { return ellipse(s.a, s.b); },
            [](const RectangleOutline& s) {
              const double w = s.width, h = s.height;
              return OutlineMoments{w * h, w * w * w * h / 12, w * h * h * h / 12};
            },
            [&](const PolygonOutline& s) { return polygon(s.corners); }},
      section);
}

namespace {

auto lengths_of(StraightLine& l) { return std::tie(l.length); }
auto lengths_of(PointsLine& l) { return std::tie(l.points); }
auto lengths_of(HelixLine& l) { return std::tie(l.radius, l.pitch); }
auto lengths_of(SpiralLine& l) { return std::tie(l.inner_radius, l.outer_radius); }
auto lengths_of(ArcLine& l) { return std::tie(l.radius); }
auto lengths_of(WovenLine& l) { return std::tie(l.width, l.depth, l.pitch); }
auto lengths_of(CircleOutline& o) { return std::tie(o.radius); }
auto lengths_of(TubeOutline& o) { return std::tie(o.radius, o.thickness); }
auto lengths_of(EllipseOutline& o) { return std::tie(o.a, o.b); }
auto lengths_of(RectangleOutline& o) { return std::tie(o.width, o.height); }
auto lengths_of(PolygonOutline& o) { return std::tie(o.corners); }

/// f(double&) for every length of a centreline or section.
template <class Variant, class F>
void for_each_length(Variant& variant, const F& f) {
  const auto each = Cases{[&](double& x) { f(x); },
                          [&](std::vector<Vec3>& places) {
                            for (Vec3& p : places) f(p.x), f(p.y), f(p.z);
                          }};
  std::visit([&](auto& one) { std::apply([&](auto&... x) { (each(x), ...); }, lengths_of(one)); },
             variant);
}

}  // namespace

double outline_reach(const RodOutline& section) {
  double reach = 0;
  for (const Vec3& p : outline_points(section, 64)) reach = std::max(reach, norm(p));
  return reach;
}

std::vector<std::pair<std::string, std::string>> rod_problems(const RodShape& rod) {
  std::vector<std::pair<std::string, std::string>> out;
  const bool closed = is_closed(rod);
  if (rod.points < (closed ? 8 : 3)) {
    out.emplace_back("points",
                     fmt::format("expected at least {}, got {}", closed ? 8 : 3, rod.points));
    return out;
  }
  const double length = rod_length(rod), reach = outline_reach(rod.section);
  if (!(length > 0)) return {{"centreline", "expected a line of some length, got 0 m"}};
  if (!(outline_moments(rod.section).area > 0))
    out.emplace_back("section", "expected an outline that encloses something");
  if (const auto* tube = std::get_if<TubeOutline>(&rod.section);
      tube && !(tube->thickness < tube->radius))
    out.emplace_back("section",
                     fmt::format("thickness: expected < {:.6g} m, the radius, got {:.6g}",
                                 tube->radius, tube->thickness));
  if (const auto* woven = std::get_if<WovenLine>(&rod.centreline);
      woven && !(woven->depth < woven->width))
    out.emplace_back("centreline", fmt::format("depth: expected < {:.6g} m, the width, got {:.6g}",
                                               woven->width, woven->depth));
  if (!(length > 4 * reach))
    out.emplace_back("section",
                     fmt::format("expected a section of less than {:.4g} m from its middle, a "
                                 "quarter of the rod's length, got {:.4g} m",
                                 length / 4, reach));
  const std::vector<Vec3> points = rod_points(rod);
  for (std::size_t i = 1; i < points.size(); ++i)
    if (!(norm(points[i] - points[i - 1]) > 1e-6 * length / rod.points)) {
      out.emplace_back("centreline", fmt::format("points {} and {} of the rod lie on each other: "
                                                 "the line turns back there",
                                                 i - 1, i));
      break;
    }
  if (!rod.rest_curvature.empty() && rod.rest_curvature.size() != 3)
    out.emplace_back("rest_curvature", "expected three numbers");
  return out;
}

void scale_rod(RodShape& rod, double factor) {
  const auto grow = [&](double& x) { x *= factor; };
  for_each_length(rod.centreline, grow), for_each_length(rod.section, grow);
  for (double& k : rod.rest_curvature) k /= factor;
}

void hash_rod(Hasher& hasher, const RodShape& rod) {
  RodShape copy = rod;
  const auto add = [&](double& x) { hasher.add(x); };
  hasher.add(rod.centreline.index()), for_each_length(copy.centreline, add);
  hasher.add(rod.section.index()), for_each_length(copy.section, add);
  std::visit(
      Cases{[&](const HelixLine& l) { hasher.add(l.turns); },
            [&](const SpiralLine& l) { hasher.add(l.turns); },
            [&](const ArcLine& l) { hasher.add(l.angle); },
            [&](const WovenLine& l) { hasher.add(l.turns).add(l.phase); }, [](const auto&) {}},
      rod.centreline);
  hasher.add(rod.up.x).add(rod.up.y).add(rod.up.z);
  hasher.add(std::span<const double>(rod.rest_curvature));
}

}  // namespace peal
