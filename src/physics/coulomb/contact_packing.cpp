#include "physics/coulomb/contact_packing.h"

#include <cmath>

namespace peal {
namespace {

using Kind = CoulombSide::Kind;

void add(SymMat3& sum, const SymMat3& m, double s) noexcept {
  sum.xx += s * m.xx, sum.yy += s * m.yy, sum.zz += s * m.zz;
  sum.xy += s * m.xy, sum.xz += s * m.xz, sum.yz += s * m.yz;
}

bool side_is_well_formed(const CoulombSide& s, const CoulombBodies& bodies) noexcept {
  if (s.kind == Kind::fixed) return s.twist == kNoTwist;
  if (!is_finite(s.lever)) return false;
  if (s.kind == Kind::rigid) return s.slot[0] < bodies.rigids.size() && s.twist == kNoTwist;
  if (s.kind != Kind::points || s.count < 1 || s.count > 3) return false;
  for (int k = 0; k < s.count; ++k) {
    if (s.slot[k] >= bodies.points.size()) return false;
    for (int j = 0; j < k; ++j)
      if (s.slot[j] == s.slot[k]) return false;
  }
  return s.twist == kNoTwist || (s.twist < bodies.twists.size() && is_finite(s.twist_lever));
}

double weight_in(const CoulombSide& s, std::uint32_t point) noexcept {
  if (s.kind != Kind::points) return 0;
  for (int k = 0; k < s.count; ++k)
    if (s.slot[k] == point) return s.lever[k];
  return 0;
}

bool is_mobility(const SymMat3& m) noexcept { return m.xx >= 0 && m.yy >= 0 && m.zz >= 0; }

bool side_has_mobility(const CoulombSide& s, const CoulombBodies& bodies) noexcept {
  if (s.kind == Kind::rigid) {
    const CoulombRigid& body = bodies.rigids[s.slot[0]];
    return body.inverse_mass >= 0 && is_mobility(body.inverse_inertia);
  }
  for (int k = 0; k < s.count; ++k)
    if (!is_mobility(bodies.points[s.slot[k]].mobility)) return false;
  return s.twist == kNoTwist || bodies.twists[s.twist].inverse_inertia >= 0;
}

/// [arm]^T I^-1 [arm]: column j is (I^-1 (arm x e_j)) x arm.
void add_spin(SymMat3& sum, const SymMat3& inertia, const Vec3& r) noexcept {
  const Vec3 x = cross(inertia * Vec3{0, r.z, -r.y}, r), y = cross(inertia * Vec3{-r.z, 0, r.x}, r),
             z = cross(inertia * Vec3{r.y, -r.x, 0}, r);
  add(sum, {x.x, y.y, z.z, 0.5 * (x.y + y.x), 0.5 * (x.z + z.x), 0.5 * (y.z + z.y)}, 1);
}

void add_outer(SymMat3& sum, const Vec3& v, double s) noexcept {
  add(sum, {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z}, s);
}

PackedKind pack_side(const CoulombSide& s, const CoulombBodies& bodies, std::uint32_t term,
                     PackedSide& out) noexcept {
  if (s.kind == Kind::fixed) return PackedKind::fixed;
  for (int k = 0; k < 3; ++k) {
    const bool used = s.kind == Kind::rigid || k < s.count;
    out.lever[k] = used ? s.lever[k] : 0;
    out.slot[k] = s.kind == Kind::points && k < s.count ? s.slot[k] : s.slot[0];
  }
  if (s.kind == Kind::rigid)
    return is_driven(bodies.rigids[s.slot[0]]) ? PackedKind::driven : PackedKind::rigid;
  out.twist = term;
  if (s.twist != kNoTwist) return PackedKind::twisted;
  return s.count == 1 && s.lever.x == 1 ? PackedKind::point : PackedKind::points;
}

}  // namespace

bool is_well_formed(const CoulombContact& c, const CoulombBodies& bodies) noexcept {
  const auto in = [](double x, double low, double high) { return x >= low && x <= high; };
  const double length = norm_squared(c.normal);
  return side_is_well_formed(c.a, bodies) && side_is_well_formed(c.b, bodies) &&
         in(length, 1e-200, 1e200) && in(c.friction, 0, 1e6) && in(c.restitution, 0, 1) &&
         in(c.target, -1e50, 1e50) && in(c.compliance, 0, 1e60) &&
         !(c.a.kind == Kind::rigid && c.b.kind == Kind::rigid && c.a.slot[0] == c.b.slot[0]);
}

SymMat3 delassus_block(const CoulombContact& c, const CoulombBodies& bodies) noexcept {
  SymMat3 w;
  for (const CoulombSide* side : {&c.a, &c.b}) {
    if (side->kind == Kind::rigid) {
      const CoulombRigid& body = bodies.rigids[side->slot[0]];
      add(w, SymMat3::scalar(1), body.inverse_mass);
      add_spin(w, body.inverse_inertia, side->lever);
    } else if (side->kind == Kind::points) {
      const bool second = side == &c.b;
      for (int k = 0; k < side->count; ++k) {
        const double other = weight_in(second ? c.a : c.b, side->slot[k]);
        if (second && other != 0) continue;  // counted with side a
        const double weight = side->lever[k] - other;
        add(w, bodies.points[side->slot[k]].mobility, weight * weight);
      }
      if (side->twist == kNoTwist) continue;
      const bool shared = c.a.twist == c.b.twist;
      if (shared && second) continue;
      const Vec3 lever = shared ? c.a.twist_lever - c.b.twist_lever : side->twist_lever;
      add_outer(w, lever, bodies.twists[side->twist].inverse_inertia);
    }
  }
  return w;
}

PackingResult pack_contact(const CoulombContact& contact, const CoulombBodies& bodies,
                           const std::uint32_t (&terms)[2], PackedContact& out) noexcept {
  out = {};
  if (!is_well_formed(contact, bodies)) return PackingResult::invalid;
  if (!side_has_mobility(contact.a, bodies) || !side_has_mobility(contact.b, bodies))
    return PackingResult::invalid;
  const Vec3 n = normalized(contact.normal);
  // t1 across the axis that n is least along
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 t1 = normalized(cross(n, axis)), t2 = cross(n, t1);

  const SymMat3 world = delassus_block(contact, bodies);
  const Vec3 wn = world * n, w1 = world * t1, w2 = world * t2;
  const SymMat3 w{dot(n, wn), dot(t1, w1), dot(t2, w2), dot(t1, wn), dot(t2, wn), dot(t1, w2)};
  LocalContact local;
  TangentTurn turn;
  if (!factorise(w, contact.compliance, contact.friction, local, turn)) {
    const bool numbers = std::fabs(w.xx) + std::fabs(w.yy) + std::fabs(w.zz) <= 1e60;
    return numbers && w.xx <= 1e-15 * std::fmax(w.yy, w.zz) ? PackingResult::immovable
                                                            : PackingResult::invalid;
  }
  PackedContact c;
  c.normal = n, c.tangent = turn.cosine * t1 + turn.sine * t2;
  c.kind_a = pack_side(contact.a, bodies, terms[0], c.a);
  c.kind_b = pack_side(contact.b, bodies, terms[1], c.b);
  c.local = local;
  out = c;
  return PackingResult::good;
}

}  // namespace peal
