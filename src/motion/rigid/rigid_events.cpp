// Impacts of rigid bodies at their own instants: the second part of RigidWorld.
#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/rigid/join_impacts.h"
#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

constexpr double kAtOnce = 1e-8;     // [s] touches closer in time are simultaneous
constexpr double kClosed = 1e-9;     // [m] a gap this small was closed before
constexpr int kReboundsPerStep = 8;  // of one feature; later ones in the same step do not rebound
constexpr int kEventsPerStep = 24;   // of one feature; later ones wait for settle()

// First zero of a function that is positive at `low` and negative at `high` (Illinois' rule).
template <class Function>
double first_zero(Function gap, double low, double gap_low, double high, double gap_high) {
  int side = 0;
  for (int k = 0; k < 100 && high - low > 1e-15 + 4e-16 * high; ++k) {
    double t = (gap_low * high - gap_high * low) / (gap_low - gap_high);
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    const double g = gap(t);
    if (std::abs(g) < 1e-16) return t;
    if (g > 0) {
      low = t, gap_low = g;
      if (side == 1) gap_high *= 0.5;
      side = 1;
    } else {
      high = t, gap_high = g;
      if (side == -1) gap_low *= 0.5;
      side = -1;
    }
  }
  return high;
}

constexpr double kLater = std::numeric_limits<double>::infinity();

// Kinetic energy gained through the impulses [J].
double energy_gain(const std::vector<SolverContact>& contacts,
                   const std::vector<SolverBody>& before, const std::vector<SolverBody>& after) {
  double sum = 0;
  for (const SolverContact& c : contacts)
    sum += 0.5 * dot(c.impulse, relative_velocity(before, c) + relative_velocity(after, c));
  return sum;
}

}  // namespace

RigidWorld::Event RigidWorld::next_event(const ContactFeature& f, const Event& last,
                                         double t1) const {
  Event event{false, 0, last.count};
  if ((!moves(f.a) && !moves(f.b)) || last.count >= kEventsPerStep) return event;
  const double begin = std::max(bodies_[f.a].arc.time, bodies_[f.b == kFloor ? f.a : f.b].arc.time);
  const double gap_begin = contact_at(f, begin).gap;
  if (gap_begin <= kClosed) {
    event.time = begin;
  } else {
    const double gap_end = contact_at(f, t1).gap;
    if (gap_end >= 0) return event;
    const auto gap = [&](double t) { return contact_at(f, t).gap; };
    event.time = first_zero(gap, begin, gap_begin, t1, gap_end);
  }
  event.pending = closing_speed(f, event.time) > slow_;
  return event;
}

void RigidWorld::play_events(double t1) {
  events_.assign(features_.size(), {});
  for (std::size_t i = 0; i < features_.size(); ++i)
    events_[i] = next_event(features_[i], events_[i], t1);
  std::vector<int> group;
  for (;;) {
    double first = t1 + 1;
    for (const Event& e : events_)
      if (e.pending) first = std::min(first, e.time);
    if (next_due_ < due_.size() && due_[next_due_].time <= first) {
      renew_events(receive(due_[next_due_++]), t1);
      continue;
    }
    if (first > t1) return;
    group.clear();
    double time = first;
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (events_[i].pending && events_[i].time <= first + kAtOnce) {
        group.push_back(static_cast<int>(i));
        time = std::max(time, events_[i].time);
        ++events_[i].count;
      }
    // A push goes through a row of bodies by one exchange after the other in no time. Each gets an
    // instant of its own, so that the knots around it are its own change of momentum.
    const double next = std::nextafter(time, kLater);
    if (next < t1 && std::any_of(group.begin(), group.end(), [&](int i) {
          const ContactFeature& f = features_[i];
          return changed_at(f.a) == time || changed_at(f.b) == time;
        }))
      time = next;
    exchange(group, time, true);
    renew_events(time, t1);
  }
}

// Of the bodies whose arcs begin at this instant.
void RigidWorld::renew_events(double time, double t1) {
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const ContactFeature& f = features_[i];
    const bool changed =
        bodies_[f.a].arc.time == time || (f.b != kFloor && bodies_[f.b].arc.time == time);
    if (changed) events_[i] = next_event(f, events_[i], t1);
  }
}

// The joints of these bodies and of all that hang on them; adds the bodies to `members`.
std::vector<const RigidWorld::JointPoint*> RigidWorld::joints_of(std::vector<int>& members) const {
  std::vector<const JointPoint*> found;
  if (joints_.empty()) return found;
  const auto is_member = [&](int body) {
    return body != kFloor && std::find(members.begin(), members.end(), body) != members.end();
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const JointPoint& j : joints_) {
      if (!is_member(j.a) && !is_member(j.b)) continue;
      if (std::find(found.begin(), found.end(), &j) != found.end()) continue;
      found.push_back(&j);
      members.insert(members.end(), {j.a, j.b});
      grown = true;
    }
  }
  return found;
}

// The touching bodies of `group` and `members` at one instant, ready for the solver.
RigidWorld::Meeting RigidWorld::meet(const std::vector<int>& group, double time, bool rebound,
                                     std::vector<int> members) const {
  Meeting m;
  m.members = std::move(members);
  for (const int i : group) m.members.insert(m.members.end(), {features_[i].a, features_[i].b});
  const std::vector<const JointPoint*> joints = joints_of(m.members);
  std::sort(m.members.begin(), m.members.end());
  m.members.erase(std::unique(m.members.begin(), m.members.end()), m.members.end());
  const auto slot = [&](int body) {
    const auto found = std::lower_bound(m.members.begin(), m.members.end(), body);
    return static_cast<int>(found - m.members.begin());
  };
  for (const int body : m.members) {
    m.states.push_back(arc_state(body, time));
    m.before.push_back(solver_body(body, m.states.back(), rebound));
  }
  for (const int i : group) {
    const ContactFeature& f = features_[i];
    const RigidState &a = m.states[slot(f.a)], &b = m.states[slot(f.b)];
    const ContactGeometry t = contact_of(f, a, b);
    SolverContact c{slot(f.a),
                    slot(f.b),
                    t.push_a - a.pose.position,
                    t.push_b - b.pose.position,
                    t.normal,
                    friction(f),
                    0,
                    {},
                    false,
                    {}};
    const double closing = -dot(relative_velocity(m.before, c), c.normal);
    const double away = rebound ? this->rebound(f, t, a, b, closing) * closing : 0;
    if (rebound && away > slow_ && events_[i].count <= kReboundsPerStep) c.target = away;
    m.geometry.push_back(t);
    m.closing.push_back(closing);
    m.contacts.push_back(c);
  }
  for (const JointPoint* j : joints)
    m.contacts.push_back(
        solver_contact(*j, slot(j->a), slot(j->b), m.states[slot(j->a)], m.states[slot(j->b)], 0));
  m.after = m.before;
  return m;
}

// Newton's restitution together with friction can create energy. Then the impulses are taken from
// between those without rebound and those with it: friction cones are convex, so they are
// admissible.
void RigidWorld::limit_energy(Meeting& m) {
  double scale = 0;
  for (const SolverContact& c : m.contacts)
    scale += std::abs(dot(c.impulse, relative_velocity(m.before, c)));
  if (energy_gain(m.contacts, m.before, m.after) <= 1e-9 * scale) return;
  const std::vector<SolverContact> full = m.contacts;
  std::vector<SolverContact> plain = m.contacts;
  for (SolverContact& c : plain) c.target = 0, c.impulse = {};
  std::vector<SolverBody> stopped = m.before;
  solver_.solve(stopped, plain);
  const auto mix = [&](double part) {
    m.after = m.before;
    for (std::size_t i = 0; i < full.size(); ++i) {
      SolverContact& c = m.contacts[i];
      c.impulse = plain[i].impulse + part * (full[i].impulse - plain[i].impulse);
      m.after[c.a].push(c.impulse, c.arm_a);
      m.after[c.b].push(-c.impulse, c.arm_b);
    }
    return energy_gain(m.contacts, m.before, m.after);
  };
  double low = 0, high = 1;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (mix(middle) > 0 ? high : low) = middle;
  }
  mix(low);
}

// Impacts of a solved meeting. When one point is fast enough, all points of all bodies that it
// pushes on are told: their sum is the change of momentum. Returns whether any was told.
bool RigidWorld::tell(const Meeting& m, const std::vector<int>& group, double time, double audible,
                      bool rebound) {
  std::vector<bool> loud(m.members.size(), false), told(group.size(), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t k = 0; k < group.size(); ++k) {
      const SolverContact& c = m.contacts[k];
      if (told[k] || features_[group[k]].kind == ContactFeature::Kind::string) continue;
      if (m.closing[k] < audible && !loud[c.a] && !loud[c.b]) continue;
      told[k] = grown = true;
      for (const int body : {c.a, c.b})
        if (m.before[body].inverse_mass > 0) loud[body] = true;
    }
  }
  std::vector<Impact> heard, slow;
  for (std::size_t k = 0; k < group.size(); ++k) {
    const ContactFeature& f = features_[group[k]];
    const SolverContact& c = m.contacts[k];
    const double push = dot(c.impulse, c.normal);
    if (push <= 0 || f.kind == ContactFeature::Kind::string || !(told[k] || rebound)) continue;
    const ContactGeometry& t = m.geometry[k];
    // Work of the normal impulse: impulse times the mean of the speeds before and after.
    const Vec3 both = relative_velocity(m.before, c) + relative_velocity(m.after, c);
    const double lost = std::max(0.0, -0.5 * push * dot(both, c.normal));
    const double size =
        std::min(finder_.bounding_radius(f.a), finder_.bounding_radius(f.b == kFloor ? f.a : f.b));
    join_impact(told[k] ? heard : slow,
                {time, f.a, f.b, to_body(m.states[c.a].pose, t.push_a),
                 f.b == kFloor ? t.push_b : to_body(m.states[c.b].pose, t.push_b), c.normal,
                 c.impulse, m.closing[k], lost, 1},
                size);
  }
  for (const Impact& impact : slow) slow_impacts_.add(impact);
  happened_->impacts.insert(happened_->impacts.end(), heard.begin(), heard.end());
  return !heard.empty();
}

// Simultaneous touches at one instant => impulses, impacts, new arcs with knots before and after.
void RigidWorld::exchange(const std::vector<int>& group, double time, bool rebound) {
  Meeting m = meet(group, time, rebound);
  solver_.solve(m.after, m.contacts);
  if (rebound) limit_energy(m);
  const double audible =
      rebound ? setup_.min_closing_speed : std::max(setup_.min_closing_speed, slow_);
  const bool knots = tell(m, group, time, audible, rebound) || rebound;
  conclude(m, time, knots);
}

// The members fly on with what the solver found; with knots before and after.
void RigidWorld::conclude(const Meeting& m, double time, bool knots) {
  for (std::size_t k = 0; k < m.members.size(); ++k) {
    if (m.before[k].inverse_mass == 0) continue;
    const RigidState& old = m.states[k];
    RigidState now = old;
    for (const SolverContact& c : m.contacts) {
      if (c.a == static_cast<int>(k)) now.angular_momentum += cross(c.arm_a, c.impulse);
      if (c.b == static_cast<int>(k)) now.angular_momentum -= cross(c.arm_b, c.impulse);
    }
    if (m.pushed == static_cast<int>(k)) now.angular_momentum += m.turn;
    now.velocity = m.after[k].velocity;
    Body& body = bodies_[m.members[k]];
    now.spin = spin_of(now.angular_momentum, now.pose.rotation, body.arc.inertia);
    restart(body, time, now);
    if (body.asleep) body.asleep = false, body.slow_since = time;
    if (!knots) continue;
    PoseTrack& track = (*tracks_)[m.members[k]];
    if (m.pushed < 0 || track.knots().back().time < time)  // or the knot before is there already
      track.append({time, old.pose, old.velocity, old.spin});
    track.append({time, now.pose, now.velocity, now.spin});
  }
}

}  // namespace peal
