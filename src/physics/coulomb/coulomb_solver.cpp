#include "physics/coulomb/coulomb_solver.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace peal {

using namespace coulomb_detail;

namespace {

constexpr std::uint32_t kChunk = 192;  // contacts: some 10 us of work for one thread

// Over-relaxation saves a third of the sweeps of piles. The first sweep goes without, so that
// contacts that are alone are exact after it; late ones too, because friction at its limit may go
// round and round with it.
constexpr double kOver = 1.15;
constexpr int kOverSweeps = 24;

Vec3 in_frame(const PackedContact& c, const Vec3& v) noexcept {
  return {dot(c.normal, v), dot(c.tangent, v), dot(cross(c.normal, c.tangent), v)};
}

bool moderate(const Vec3& v) noexcept {
  return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z) <= 1e50;
}

}  // namespace

template <class Work>
void CoulombSolver::over_chunks(std::uint32_t begin, std::uint32_t end, bool parallel,
                                const Work& work) {
  if (parallel && end - begin > 1)
    parallel_for(end - begin, [&](std::size_t i) { work(chunks_[begin + i]); });
  else
    for (std::uint32_t i = begin; i < end; ++i) work(chunks_[i]);
}

CoulombReport CoulombSolver::solve(std::span<const CoulombContact> contacts,
                                   const CoulombBodies& bodies, const CoulombSettings& settings,
                                   CoulombResponse* response) {
  settings_ = settings, report_ = {}, bodies_ = bodies, response_ = response;
  part_ = 1;
  pack(contacts);
  warm_start();
  iterate();
  if (bounces_) limit_restitution();
  finish(contacts);
  return report_;
}

void CoulombSolver::pack(std::span<const CoulombContact> contacts) {
  if (contacts.size() < settings_.serial_below)
    colouring_.in_sequence(contacts.size());
  else
    colouring_.colour(contacts, bodies_);
  chunks_.clear(), groups_.clear();
  for (const ContactGroup& group : colouring_.groups()) {
    const auto first = static_cast<std::uint32_t>(chunks_.size());
    const std::uint32_t size = group.independent ? kChunk : group.end - group.begin;
    for (std::uint32_t i = group.begin; i < group.end; i += size)
      chunks_.push_back({i, std::min(i + size, group.end)});
    groups_.push_back({first, static_cast<std::uint32_t>(chunks_.size()), group.independent});
  }
  packed_.resize(contacts.size()), details_.resize(contacts.size());
  terms_.resize(bodies_.twists.empty() ? 0 : 2 * contacts.size());
  packed_bodies_ = {bodies_.points.data(), bodies_.rigids.data(), bodies_.twists.data(),
                    terms_.data()};
  over_chunks(0, static_cast<std::uint32_t>(chunks_.size()), true, [&](Chunk& chunk) {
    for (std::uint32_t i = chunk.begin; i < chunk.end; ++i)
      pack_one(contacts[colouring_.order()[i]], i);
  });
  free_size_ = 0, bounces_ = false;
  for (std::size_t i = 0; i < details_.size(); ++i) {
    const Detail& d = details_[i];
    report_.contacts += d.live, report_.warm += d.warm;
    report_.invalid += d.packing == PackingResult::invalid;
    report_.immovable += d.packing == PackingResult::immovable;
    bounces_ |= packed_[i].goal != d.target;
    const Vec3 b = d.before - Vec3{packed_[i].goal, 0, 0};
    if (d.live && b.x < 0) free_size_ += norm_squared(b);
  }
  report_.groups = static_cast<int>(groups_.size());
}

void CoulombSolver::pack_one(const CoulombContact& contact, std::size_t at) {
  PackedContact& c = packed_[at];
  Detail& d = details_[at];
  d = {};
  d.index = colouring_.order()[at];
  const std::uint32_t terms[2] = {static_cast<std::uint32_t>(2 * at),
                                  static_cast<std::uint32_t>(2 * at + 1)};
  d.packing = pack_contact(contact, bodies_, terms, c);
  if (d.packing != PackingResult::good) return;
  if (c.kind_a == PackedKind::twisted) terms_[2 * at] = {contact.a.twist, contact.a.twist_lever};
  if (c.kind_b == PackedKind::twisted)
    terms_[2 * at + 1] = {contact.b.twist, contact.b.twist_lever};
  d.before = relative_velocity(c, packed_bodies_);
  if (!moderate(d.before)) {
    c = {}, d.before = {}, d.packing = PackingResult::invalid;
    return;
  }
  d.live = true;
  d.target = c.goal = contact.target;
  const double speed = -d.before.x;
  if (speed > settings_.restitution_speed && d.before.x < contact.target)
    if (const double wanted = contact.restitution * speed; wanted > 0 && wanted > c.goal)
      c.goal = wanted;
  if (!(settings_.warm > 0)) return;
  const KeptImpulse* kept = memory_.find(contact.key);
  if (!kept) return;
  const Vec3 r = settings_.warm * in_frame(c, kept->impulse);
  if (!(r.x > 0) || !moderate(r)) return;
  const double t = std::hypot(r.y, r.z), most = c.local.friction * r.x;
  const double k = t > most ? most / t : 1;  // into the cone of today's normal
  c.impulse = {r.x, k * r.y, k * r.z, std::fabs(kept->slip) <= 1e60 ? kept->slip : 0};
  d.warm = true;
}

void CoulombSolver::warm_start() {
  for (const PackedContact& c : packed_)
    if (c.impulse.normal > 0)
      push_both(c, packed_bodies_, world_of(c, c.impulse.normal, c.impulse.t1, c.impulse.t2));
  if (response_) answer();
}

void CoulombSolver::run(Chunk& chunk) noexcept {
  const double slip = std::clamp(1e-2 * settings_.tolerance, 1e-15, 1e-6);
  double change = 0, size = 0;
  for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) {
    PackedContact& c = packed_[i];
    change += relax(c, packed_bodies_, part_, slip);
    const double speed = c.impulse.normal * c.local.scale;
    size += speed * speed;
  }
  chunk.change = change, chunk.size = size;
}

void CoulombSolver::sweep() {
  // Always in the same direction: to and fro needs twice the sweeps of it in piles.
  for (const Group& group : groups_)
    over_chunks(group.begin, group.end, group.independent, [this](Chunk& chunk) { run(chunk); });
}

void CoulombSolver::measure() {
  over_chunks(0, static_cast<std::uint32_t>(chunks_.size()), true, [this](Chunk& chunk) {
    chunk.change = chunk.size = 0;
    for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) {
      const PackedContact& c = packed_[i];
      if (c.local.scale == 0) continue;
      const Vec3 u = relative_velocity(c, packed_bodies_);
      const double un = u.x - c.goal + c.local.compliance * c.impulse.normal;
      const double e = natural_map(c.local, c.impulse, un, u.y, u.z);
      const double speed = c.impulse.normal * c.local.scale;
      chunk.change += e * e, chunk.size += speed * speed;
    }
  });
  double change = 0, size = free_size_;
  for (const Chunk& chunk : chunks_) change += chunk.change, size += chunk.size;
  report_.residual = size > 0 ? std::sqrt(change / size) : 0;
  noise_ = std::sqrt(change / std::max(report_.contacts, 1));
}

void CoulombSolver::iterate() {
  report_.converged = report_.contacts == 0;
  double best = HUGE_VAL;
  // A change of a sweep is what was wrong before it: look from 4 times the tolerance on, and after
  // the first sweep, which is all that contacts need that are alone.
  const double look = 16 * settings_.tolerance * settings_.tolerance;
  if (settings_.look_first && report_.warm > 0) {
    measure();
    report_.converged = report_.residual <= settings_.tolerance || noise_ <= settings_.speed_noise;
    best = report_.residual;
  }
  for (int s = 0; s < settings_.sweeps && !report_.converged; ++s) {
    if (!response_) part_ = s > 0 && s < kOverSweeps ? kOver : 1;
    sweep();
    ++report_.sweeps;
    double change = 0, size = free_size_;
    for (const Chunk& chunk : chunks_) change += chunk.change, size += chunk.size;
    if (response_)
      answer();
    else if (((change > look * size && s > 0) || (s + 1 < settings_.least_sweeps && change > 0)) &&
             s + 1 < settings_.sweeps)
      continue;
    measure();
    report_.converged = report_.residual <= settings_.tolerance || noise_ <= settings_.speed_noise;
    if (response_ && report_.residual > 1.05 * best) part_ = std::max(0.5 * part_, 1.0 / 64);
    best = std::min(best, report_.residual);
  }
}

void CoulombSolver::answer() {
  point_impulses_.assign(bodies_.points.size(), Vec3{});
  twist_impulses_.assign(bodies_.twists.size(), 0);
  const auto gather = [this](const PackedSide& s, PackedKind kind, const Vec3& p) {
    if (kind < PackedKind::point) return;
    for (int k = 0; k < 3; ++k)
      if (s.lever[k] != 0) point_impulses_[s.slot[k]] += s.lever[k] * p;
    if (kind == PackedKind::twisted)
      twist_impulses_[terms_[s.twist].slot] += dot(terms_[s.twist].lever, p);
  };
  for (const PackedContact& c : packed_) {
    const Vec3 p = world_of(c, c.impulse.normal, c.impulse.t1, c.impulse.t2);
    gather(c.a, c.kind_a, p), gather(c.b, c.kind_b, -p);
  }
  last_points_.assign(bodies_.points.begin(), bodies_.points.end());
  last_twists_.assign(bodies_.twists.begin(), bodies_.twists.end());
  response_->respond(point_impulses_, twist_impulses_, bodies_);
  for (std::size_t i = 0; i < last_points_.size(); ++i)
    if (!moderate(bodies_.points[i].velocity) && moderate(last_points_[i].velocity))
      bodies_.points[i] = last_points_[i], ++report_.lost_answers;
  for (std::size_t i = 0; i < last_twists_.size(); ++i)
    if (!(std::fabs(bodies_.twists[i].rate) <= 1e50) && std::fabs(last_twists_[i].rate) <= 1e50)
      bodies_.twists[i] = last_twists_[i], ++report_.lost_answers;
}

void CoulombSolver::finish(std::span<const CoulombContact> contacts) {
  impulses_.assign(contacts.size(), Vec3{});
  kept_.clear();
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    const PackedContact& c = packed_[i];
    const Detail& d = details_[i];
    if (!d.live) continue;
    const LocalImpulse& r = c.impulse;
    const Vec3 u = relative_velocity(c, packed_bodies_);
    report_.energy += 0.5 * dot({r.normal, r.t1, r.t2}, d.before + u);
    const Vec3 impulse = impulses_[d.index] = world_of(c, r.normal, r.t1, r.t2);
    const double most = c.local.friction * r.normal, t = std::hypot(r.t1, r.t2);
    ++(r.normal <= 0 ? report_.open : t < 0.999999 * most ? report_.sticking : report_.sliding);
    if (r.normal > 0) kept_.push_back({contacts[d.index].key, impulse, r.slip});
  }
  memory_.keep(kept_);
}

}  // namespace peal
