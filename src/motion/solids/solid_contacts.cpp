#include "motion/solids/solid_contacts.h"

#include <algorithm>
#include <cmath>

#include "base/state_bytes.h"
#include "physics/contact/rolling_kernel.h"

namespace peal {
namespace {

std::array<float, 3> single(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

void SolidContacts::begin_sample(const RigidWorld& rigid, double t0, double t1) {
  touched_.clear();
  given_.clear();
  std::vector<int> order(rigids_.size(), -1);
  for (std::size_t r = 0; r < rigids_.size(); ++r)
    if (touched_of_[r] >= 0) order[touched_of_[r]] = static_cast<int>(r);
  for (const int r : order)
    if (r >= 0) touched_.emplace_back(rigid, rigids_[r].object, t0, t1, -scene_.motion.preroll);
}

Vec3 SolidContacts::start_of(const Meeting& m) const {
  return m.rigid >= 0 ? to_world(touched_[touched_of_[m.rigid]].pose(), m.local)
                      : position(m.from, m.point);
}

/// Nearest place, normal from the part to the point. @return the gap [m].
double SolidContacts::measure(Meeting& m, const Vec3& p) const {
  const Part& on = parts_[m.on];
  m.at = {};
  for (const int t : m.triangles) {
    const auto& [a, b, c] = on.surface.triangles[t];
    SurfacePoint at =
        nearest_in_triangle(position(m.on, a), position(m.on, b), position(m.on, c), p);
    if (at.distance >= m.at.distance) continue;
    m.at = at, m.at.triangle = t;
  }
  const Vec3 away = p - m.at.point;
  const auto& [a, b, c] = on.surface.triangles[m.at.triangle];
  const Vec3 origin = position(m.on, a);
  const Vec3 face = normalized(cross(position(m.on, b) - origin, position(m.on, c) - origin));
  const double half = on.body->half_thickness();
  // Skins have an inside; sheets, on both sides of their middles, have none.
  const double side = half == 0 && dot(away, face) < 0 ? -1 : 1;
  m.normal = m.at.distance > 1e-9 ? side / m.at.distance * away : face;
  m.place = m.at.point + half * m.normal;
  return side * m.at.distance - half - m.radius -
         (m.from >= 0 ? parts_[m.from].body->half_thickness() : 0);
}

Vec3 SolidContacts::surface_velocity(const Meeting& m) const {
  const Part& on = parts_[m.on];
  Vec3 v;
  for (int k = 0; k < 3; ++k)
    v += m.at.weights[k] * on.body->velocity(on.nodes[on.surface.triangles[m.at.triangle][k]]);
  return v;
}

void SolidContacts::give(int object, int by, const Vec3& impulse, const Vec3& place) {
  auto known = std::find_if(given_.begin(), given_.end(),
                            [&](const Given& g) { return g.object == object && g.by == by; });
  if (known == given_.end()) known = given_.insert(given_.end(), Given{object, by, {}, {}, 0});
  const double weight = norm(impulse);
  known->impulse += impulse, known->weighted_place += weight * place, known->weight += weight;
}

void SolidContacts::press(double time, double step) {
  for (TouchedRigid& body : touched_) body.begin_step(time, step);
  for (Meeting& m : meetings_) {
    m.pressed = 0;
    if (!(m.radius > 0)) continue;
    TouchedRigid& ball = touched_[touched_of_[m.rigid]];
    const double depth = -measure(m, ball.pose().position);
    const std::pair key{rigids_[m.rigid].object, parts_[m.on].object};
    if (depth <= 0) {
      closing_.erase(key);
      continue;
    }
    const Part& on = parts_[m.on];
    const double closing = dot(surface_velocity(m) - ball.velocity_at(m.place), m.normal);
    const double first = closing_.emplace(key, std::max(closing, 1e-3)).first->second;
    const double e = pair_values(scene_, key.first, key.second).restitution;
    const double force =
        spring(m) * depth * std::sqrt(depth) * std::max(0.0, 1 + rolling_loss(e, first) * closing);
    m.pressed = step * force;
    ball.push(m.pressed * m.normal, m.place);
    give(ball.object(), on.object, m.pressed * m.normal, m.place);
    for (int k = 0; k < 3; ++k)
      if (m.at.weights[k] > 0)
        on.body->push(on.nodes[on.surface.triangles[m.at.triangle][k]],
                      -force * m.at.weights[k] * m.normal);
  }
}

/// Friction of a pressed ball: as much as stops the slip, at most mu times its press.
void SolidContacts::rub(Meeting& m) {
  TouchedRigid& ball = touched_[touched_of_[m.rigid]];
  const Part& on = parts_[m.on];
  const Vec3 relative = ball.velocity_at(m.place) - surface_velocity(m);
  const Vec3 slip = relative - dot(relative, m.normal) * m.normal;
  const double speed = norm(slip);
  if (!(speed > 0) || !(m.friction > 0)) return;
  const Vec3 along = slip / speed;
  const auto& corners = on.surface.triangles[m.at.triangle];
  double mobility = ball.mobility(m.place, along);
  for (int k = 0; k < 3; ++k) {
    const Vec3 inverse = on.body->inverse_mass(on.nodes[corners[k]]);
    for (int r = 0; r < 3; ++r)
      mobility += m.at.weights[k] * m.at.weights[k] * inverse[r] * along[r] * along[r];
  }
  if (!(mobility > 0)) return;
  const Vec3 impulse = -std::min(m.friction * m.pressed, speed / mobility) * along;
  ball.push(impulse, m.place);
  give(ball.object(), on.object, impulse, m.place);
  push_nodes(m.on, corners, m.at.weights, -impulse, 3);
}

void SolidContacts::push_nodes(int part, const std::array<int, 3>& points, const Vec3& weights,
                               const Vec3& impulse, std::size_t count) {
  const Part& p = parts_[part];
  for (std::size_t k = 0; k < count; ++k) {
    const int n = p.nodes[points[k]];
    const Vec3 inverse = p.body->inverse_mass(n);
    Vec3 v = p.body->velocity(n);
    for (int r = 0; r < 3; ++r) v[r] += weights[int(k)] * inverse[r] * impulse[r];
    p.body->set_velocity(n, v);
  }
}

std::uint32_t SolidContacts::slot(int part, int point) {
  int& known = slots_of_points_[part][point];
  if (known < 0) {
    known = static_cast<int>(points_.size());
    const Part& p = parts_[part];
    const Vec3 inverse = p.body->inverse_mass(p.nodes[point]);
    points_.push_back(
        {p.body->velocity(p.nodes[point]), {inverse.x, inverse.y, inverse.z, 0, 0, 0}});
    slot_of_.emplace_back(part, point);
  }
  return static_cast<std::uint32_t>(known);
}

void SolidContacts::solve(double step) {
  points_.clear(), slots_.clear(), contacts_.clear(), slot_of_.clear(), source_.clear();
  for (Meeting& m : meetings_)
    if (m.pressed > 0) rub(m);
  for (const TouchedRigid& body : touched_) slots_.push_back(body.slot());
  const auto open = [&](double gap, double separating) {
    return separating >= (gap > 0 ? -gap / step : 0);
  };
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    Meeting& m = meetings_[i];
    if (m.radius > 0) continue;
    const Part& on = parts_[m.on];
    const Vec3 p = start_of(m);
    const double gap = measure(m, p);
    const Vec3 velocity = m.rigid >= 0
                              ? touched_[touched_of_[m.rigid]].velocity_at(p)
                              : parts_[m.from].body->velocity(parts_[m.from].nodes[m.point]);
    if (open(gap, dot(m.normal, velocity - surface_velocity(m)))) continue;
    CoulombContact contact;
    const auto& t = on.surface.triangles[m.at.triangle];
    contact.a = m.rigid >= 0
                    ? CoulombSide::rigid(std::uint32_t(touched_of_[m.rigid]),
                                         p - touched_[touched_of_[m.rigid]].pose().position)
                    : CoulombSide::point(slot(m.from, m.point));
    contact.b =
        CoulombSide::triangle({slot(m.on, t[0]), slot(m.on, t[1]), slot(m.on, t[2])}, m.at.weights);
    contact.normal = m.normal, contact.friction = m.friction;
    contact.target = gap > 0 ? -gap / step : 0;
    contact.key = {std::uint64_t(m.rigid >= 0 ? m.rigid : -1 - m.from) << 32 | std::uint64_t(m.on),
                   std::uint64_t(m.point)};
    contacts_.push_back(contact), source_.emplace_back(false, int(i));
  }
  for (std::size_t i = 0; i < faces_.size(); ++i) {
    const OnFace& f = faces_[i];
    const TouchedRigid& body = touched_[touched_of_[f.rigid]];
    const Vec3 p = position(f.part, f.point), normal = rotate(body.pose().rotation, f.normal);
    const Vec3 place = to_world(body.pose(), f.local);
    const double half = parts_[f.part].body->half_thickness(), gap = dot(normal, p - place) - half;
    const Vec3 touch = p - (gap + half) * normal;
    const Vec3 velocity = parts_[f.part].body->velocity(parts_[f.part].nodes[f.point]);
    if (open(gap, dot(normal, velocity - body.velocity_at(touch)))) continue;
    CoulombContact contact;
    contact.a = CoulombSide::point(slot(f.part, f.point));
    contact.b =
        CoulombSide::rigid(std::uint32_t(touched_of_[f.rigid]), touch - body.pose().position);
    contact.normal = normal, contact.friction = f.friction;
    contact.target = gap > 0 ? -gap / step : 0;
    contact.key = {std::uint64_t(f.rigid) << 32 | std::uint64_t(f.part) | 1u << 31,
                   std::uint64_t(f.point)};
    contacts_.push_back(contact), source_.emplace_back(true, int(i));
  }
  if (!contacts_.empty()) {
    CoulombSettings settings;
    settings.tolerance = 1e-5, settings.sweeps = 50, settings.look_first = true;
    solver_.solve(contacts_, {points_, slots_, {}}, settings);
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      const Vec3 impulse = solver_.impulses()[c];
      if (impulse == Vec3{}) continue;
      const auto [is_face, index] = source_[c];
      if (is_face) {
        const OnFace& f = faces_[index];
        TouchedRigid& body = touched_[touched_of_[f.rigid]];
        const Vec3 place = body.pose().position + contacts_[c].b.lever;
        push_nodes(f.part, {f.point, 0, 0}, {1, 0, 0}, impulse, 1);
        body.push(-impulse, place);
        give(body.object(), parts_[f.part].object, -impulse, place);
        continue;
      }
      const Meeting& m = meetings_[index];
      push_nodes(m.on, parts_[m.on].surface.triangles[m.at.triangle], m.at.weights, -impulse, 3);
      if (m.rigid >= 0) {
        TouchedRigid& body = touched_[touched_of_[m.rigid]];
        body.push(impulse, start_of(m));
        give(body.object(), parts_[m.on].object, impulse, m.place);
      } else {
        push_nodes(m.from, {m.point, 0, 0}, {1, 0, 0}, impulse, 1);
        give(parts_[m.from].object, parts_[m.on].object, impulse, m.place);
      }
    }
    for (const auto& [part, point] : slot_of_) slots_of_points_[part][point] = -1;
  }
  for (TouchedRigid& body : touched_) body.end_step();
}

void SolidContacts::save(StateWriter& out) const {
  const auto kept = const_cast<CoulombSolver&>(solver_).memory().all();
  out(closing_, std::vector<KeptImpulse>(kept.begin(), kept.end()));
}

void SolidContacts::load(StateReader& in) {
  std::vector<KeptImpulse> kept;
  in(closing_, kept);
  solver_.memory().keep(kept);
}

void SolidContacts::end_sample(RigidWorld& rigid, double time, double length,
                               std::vector<ShapePush>& pushes) {
  for (const TouchedRigid& body : touched_) body.hand_over(rigid);
  for (const Given& g : given_) {
    if (!(g.weight > 0)) continue;
    ShapePush push;
    push.time = time, push.duration = static_cast<float>(length);
    push.object = g.object, push.by = g.by;
    push.point = single(g.weighted_place / g.weight);
    push.impulse = {g.impulse.x, g.impulse.y, g.impulse.z};
    pushes.push_back(push);
  }
}

}  // namespace peal
