#include "motion/rigid/turned_core.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace peal {
namespace {

struct Flat {  // of a meridian: distance from the axis, height along it
  double r = 0, y = 0;
};

double turn_of(const Flat& a, const Flat& b, const Flat& c) {
  return (b.r - a.r) * (c.y - a.y) - (b.y - a.y) * (c.r - a.r);
}

/// Corners of the hull, counter-clockwise (Andrew's chain).
std::vector<Flat> hull_of(std::vector<Flat> points) {
  std::sort(points.begin(), points.end(),
            [](const Flat& p, const Flat& q) { return std::tie(p.r, p.y) < std::tie(q.r, q.y); });
  if (points.size() < 3) return {};
  std::vector<Flat> chain;
  const auto half = [&](auto begin, auto end, std::size_t keep) {
    for (auto p = begin; p != end; ++p) {
      while (chain.size() >= keep + 2 && turn_of(chain[chain.size() - 2], chain.back(), *p) <= 0)
        chain.pop_back();
      chain.push_back(*p);
    }
  };
  half(points.begin(), points.end(), 0);
  half(points.rbegin() + 1, points.rend(), chain.size() - 1);
  chain.pop_back();
  return chain;
}

/// What lies at least `margin` inside of the line from p to q.
std::vector<Flat> cut_along(const std::vector<Flat>& polygon, const Flat& p, const Flat& q,
                            double margin) {
  const double length = std::hypot(q.r - p.r, q.y - p.y);
  if (!(length > 0)) return polygon;
  const auto inside = [&](const Flat& f) { return turn_of(p, q, f) / length - margin; };
  std::vector<Flat> left;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Flat &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    const double da = inside(a), db = inside(b);
    if (da >= 0) left.push_back(a);
    if ((da >= 0) == (db >= 0)) continue;
    const double u = da / (da - db);
    left.push_back({a.r + u * (b.r - a.r), a.y + u * (b.y - a.y)});
  }
  return left;
}

}  // namespace

std::vector<RimArc> turned_core(const std::vector<RimArc>& rims, const std::vector<Vec3>& corners,
                                double margin) {
  if (rims.empty()) return {};
  const RimArc& first = rims.front();
  std::vector<Flat> section;
  const auto add = [&](double r, const Vec3& place) {
    section.push_back({r, dot(place - first.centre, first.axis)});
    if (first.whole()) section.push_back({0, section.back().y});
  };
  for (const RimArc& rim : rims) add(rim.radius, rim.centre);
  for (const Vec3& c : corners) {
    const Vec3 from = c - first.centre;
    add(norm(from - dot(from, first.axis) * first.axis), c);
  }
  const std::vector<Flat> outline = hull_of(section);
  std::vector<Flat> core = outline;
  for (std::size_t k = 0; k < outline.size() && !core.empty(); ++k) {
    const Flat &p = outline[k], &q = outline[(k + 1) % outline.size()];
    if (first.whole() && p.r == 0 && q.r == 0) continue;  // the axis is no surface
    core = cut_along(core, p, q, margin);
  }
  std::vector<RimArc> out;
  for (const Flat& f : core) {
    RimArc arc = first;
    arc.centre = first.centre + f.y * first.axis;
    arc.radius = f.r;
    if (!first.whole()) {
      if (!(f.r > margin)) continue;
      arc.half_angle = first.half_angle - std::asin(margin / f.r);
      if (!(arc.half_angle > 0)) continue;
    }
    out.push_back(arc);
  }
  return out;
}

}  // namespace peal
