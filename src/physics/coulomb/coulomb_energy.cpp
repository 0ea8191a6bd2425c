// Restitution that makes no energy. The contacts bring in E = 1/2 sum r . (u_before + u_after).
// With the plastic impulses rp (goals without restitution) E <= sum r_N target; between rp and the
// impulses rb with restitution, r = rp + x (rb - rp) stays in the cones, the normal speeds stay >=
// 0 and E(x) is a convex parabola: from x = 0 to its zero nothing is gained. Done for each island
// of contacts that hang together, and only where rb gains.
#include <algorithm>
#include <cmath>

#include "physics/coulomb/coulomb_solver.h"

namespace peal {

using namespace coulomb_detail;

namespace {

Vec3 frame_vector(const LocalImpulse& r) noexcept { return {r.normal, r.t1, r.t2}; }

/// Largest x in [0, 1] with a + b x + c x^2 <= 0, where c >= 0; 0 if there is none.
double last_free_part(double a, double b, double c) noexcept {
  if (a + b + c <= 0) return 1;
  if (a > 0) return 0;
  const double root = std::sqrt(std::max(b * b - 4 * a * c, 0.0));
  const double x = b > 0 ? -2 * a / (b + root) : (root - b) / (2 * c);
  return x >= 0 && x <= 1 ? x : 0;
}

}  // namespace

std::uint32_t CoulombSolver::island_of(const PackedContact& c) const noexcept {
  std::uint32_t at = 0;
  if (c.kind_a == PackedKind::rigid)
    at = c.a.slot[0];
  else if (c.kind_a >= PackedKind::point)
    at = static_cast<std::uint32_t>(bodies_.rigids.size()) + c.a.slot[0];
  else if (c.kind_b == PackedKind::rigid)
    at = c.b.slot[0];
  else
    at = static_cast<std::uint32_t>(bodies_.rigids.size()) + c.b.slot[0];
  while (parent_[at] != at) at = parent_[at];
  return at;
}

void CoulombSolver::join_islands() {
  parent_.resize(bodies_.rigids.size() + bodies_.points.size());
  for (std::size_t i = 0; i < parent_.size(); ++i) parent_[i] = static_cast<std::uint32_t>(i);
  const auto root = [this](std::uint32_t at) {
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  };
  const auto points = static_cast<std::uint32_t>(bodies_.rigids.size());
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    if (!details_[i].live) continue;
    const PackedContact& c = packed_[i];
    const std::uint32_t home = root(island_of(c));
    const auto join = [&](const PackedSide& s, PackedKind kind) {
      if (kind == PackedKind::rigid) parent_[root(s.slot[0])] = home;
      if (kind >= PackedKind::point)
        for (int k = 0; k < 3; ++k) parent_[root(points + s.slot[k])] = home;
    };
    join(c.a, c.kind_a), join(c.b, c.kind_b);
  }
  // Points of a body that answers as a whole hang together.
  if (response_)
    for (std::uint32_t i = 1; i < bodies_.points.size(); ++i)
      parent_[root(points + i)] = root(points);
  for (std::uint32_t i = 0; i < parent_.size(); ++i) parent_[i] = root(i);
}

void CoulombSolver::limit_restitution() {
  join_islands();
  energies_.assign(parent_.size(), {});
  bounced_.resize(packed_.size()), bounced_velocity_.resize(packed_.size());
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    if (!details_[i].live) continue;
    const PackedContact& c = packed_[i];
    const Vec3 r = frame_vector(c.impulse), u = relative_velocity(c, packed_bodies_);
    bounced_[i] = c.impulse, bounced_velocity_[i] = u;
    Energy& e = energies_[island_of(c)];
    e.sum += 0.5 * dot(r, details_[i].before + u);
    e.scale += 0.5 * std::fabs(dot(r, details_[i].before));
    e.allowed += r.x * std::max(details_[i].target, 0.0);
  }
  bool any = false;
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    if (!details_[i].live) continue;
    const Energy& e = energies_[island_of(packed_[i])];
    if (!(e.sum > e.allowed + 1e-14 * e.scale)) continue;
    any |= packed_[i].goal != details_[i].target;
    packed_[i].goal = details_[i].target;
    details_[i].limited = true, ++report_.limited;
  }
  if (!any) return;
  iterate();
  for (Energy& e : energies_) e = {};
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    if (!details_[i].limited) continue;
    const PackedContact& c = packed_[i];
    const Vec3 r = frame_vector(c.impulse), u = relative_velocity(c, packed_bodies_);
    const Vec3 dr = frame_vector(bounced_[i]) - r, du = bounced_velocity_[i] - u;
    const double target = std::max(details_[i].target, 0.0);
    Energy& e = energies_[island_of(c)];
    e.sum += 0.5 * dot(r, details_[i].before + u) - r.x * target;
    e.linear += 0.5 * (dot(dr, details_[i].before + u) + dot(r, du)) - dr.x * target;
    e.square += 0.5 * dot(dr, du);
  }
  for (Energy& e : energies_) e.part = last_free_part(e.sum, e.linear, std::max(e.square, 0.0));
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    if (!details_[i].limited) continue;
    PackedContact& c = packed_[i];
    const double x = energies_[island_of(c)].part;
    const Vec3 d = x * (frame_vector(bounced_[i]) - frame_vector(c.impulse));
    c.impulse.normal += d.x, c.impulse.t1 += d.y, c.impulse.t2 += d.z;
    push_both(c, packed_bodies_, world_of(c, d.x, d.y, d.z));
  }
  if (response_) answer();
}

}  // namespace peal
