#include "takes/find_impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "motion/slow_impacts.h"
#include "takes/arc_fit.h"
#include "takes/find_contacts.h"
#include "takes/interval_fit.h"
#include "takes/take_recorder.h"

namespace peal {
namespace {

constexpr double kRattle = 0.5;  // [m/s]
constexpr double kFaster = 3;    // than the frames around: a bar that rattles turns back and forth
constexpr double kSlowest = 2e-3;  // [m/s] changes of velocity below are not seen
constexpr double kDamping = 0.2;   // [1/s] other programs slow bodies down in flight
constexpr double kCarried = 0.3;   // of gravity: a body that falls by less is carried
constexpr double kSmooth = 0.12;   // of gravity times a frame: change of a carried body's velocity
constexpr double kTurnOfKnots = 0.4;  // [rad] between two knots of a track

class ImpactFinder {
 public:
  ImpactFinder(const RigidSetup& setup, const PoseFrames& frames, const FindSettings& settings)
      : setup_(setup), frames_(frames), settings_(settings), fit_(setup), contacts_(setup) {
    const std::size_t count = setup.bodies.size();
    thinners_.resize(count);
    now_.resize(count);
    sure_.assign(count, true);
    for (std::size_t i = 0; i < count; ++i) begin(i);
  }

  FoundMotion run() {
    for (std::size_t k = 0; k + 1 < frames_.times.size(); ++k) {
      throw_if_interrupted();
      interval(k);
    }
    finish();
    return std::move(found_);
  }
  const std::vector<IntervalResult::Rebound>& rebounds() const { return rebounds_; }
  /// Part of the changes of motion that stays unexplained, of all disturbed intervals.
  double unexplained() const { return intervals_ > 0 ? scores_ / intervals_ : 0; }

 private:
  enum class Way { fixed, still, flies, carried, disturbed };

  double noise(std::size_t b, double h) const {
    // Numbers of single precision carry 6e-8 of their size.
    const double place = frames_.rounding + 6e-8 * norm(now_[b].pose.position) + 1e-10;
    return 2.5 * place / h;
  }
  double tolerance(std::size_t b, double h) const {
    return kSlowest + 4 * noise(b, h) + kDamping * h * norm(now_[b].velocity);
  }
  double step(std::size_t k) const { return frames_.times[k + 1] - frames_.times[k]; }
  const Pose& pose(std::size_t b, std::size_t k) const { return frames_.poses[b][k]; }
  bool moves(std::size_t b) const {
    return !setup_.bodies[b].fixed && setup_.bodies[b].path.empty();
  }

  RigidState arc(std::size_t b, std::size_t k, const Vec3& expected = {}) const {
    return arc_between(pose(b, k), pose(b, k + 1), step(k), setup_.gravity,
                       setup_.bodies[b].inertia_diagonal, expected);
  }
  bool lies_still(std::size_t b, std::size_t k) const {
    const Pose &p = pose(b, k), &q = pose(b, k + 1);
    const double way =
        norm(p.position - q.position) +
        outer_radius(setup_.bodies[b].shape) * norm(turn_between(p.rotation, q.rotation));
    return way < 3 * (frames_.rounding + 1e-9) + kSlowest * step(k) * 0.5;
  }
  /// The state at frame k when the intervals after it are one flight (or rest).
  bool known_after(std::size_t b, std::size_t k, const Vec3& expected, RigidState& state) const {
    if (k + 2 >= frames_.times.size()) return false;
    if (lies_still(b, k) && lies_still(b, k + 1)) {
      state = {pose(b, k), {}, {}, {}};
      return true;
    }
    state = arc(b, k, expected);
    const Vec3 end = state.velocity + step(k) * setup_.gravity;
    const RigidState next = arc(b, k + 1, state.spin);
    return norm(next.velocity - end) < tolerance(b, step(k));
  }

  // Mean velocity and spin over one interval.
  RigidState mean(std::size_t b, std::size_t k) const {
    RigidState out;
    out.velocity = (pose(b, k + 1).position - pose(b, k).position) / step(k);
    out.spin = turn_between(pose(b, k).rotation, pose(b, k + 1).rotation) / step(k);
    return out;
  }
  double gyration(std::size_t b) const {
    const RigidBodySetup& body = setup_.bodies[b];
    const Vec3& i = body.inertia_diagonal;
    return std::sqrt((i.x + i.y + i.z) / (3 * body.mass));
  }
  /// Over the intervals k, k + 1, k + 2 a steady force other than gravity moves the body.
  bool carried_from(std::size_t b, std::size_t k) const {
    if (k + 3 >= frames_.times.size()) return false;
    const double g = norm(setup_.gravity), h = step(k);
    if (std::abs(step(k + 1) - h) > 0.01 * h || std::abs(step(k + 2) - h) > 0.01 * h) return false;
    const RigidState m0 = mean(b, k), m1 = mean(b, k + 1), m2 = mean(b, k + 2);
    const Vec3 d1 = m1.velocity - m0.velocity, d2 = m2.velocity - m1.velocity;
    const Vec3 s1 = m1.spin - m0.spin, s2 = m2.spin - m1.spin;
    const double change = norm(d2 - d1) + gyration(b) * norm(s2 - s1);
    const double falls = std::min(norm(d1 - h * setup_.gravity), norm(d2 - h * setup_.gravity));
    return change < kSmooth * g * h + 4 * noise(b, h) && falls > kCarried * g * h &&
           std::max(norm(m0.spin), norm(m2.spin)) * h < 2;
  }

  /// At frame k, from the two intervals after it.
  RigidState carried_state(std::size_t b, std::size_t k) const {
    const RigidState m0 = mean(b, k), m1 = mean(b, k + 1);
    RigidState out;
    out.pose = pose(b, k);
    out.velocity = 1.5 * m0.velocity - 0.5 * m1.velocity;
    out.spin = 1.5 * m0.spin - 0.5 * m1.spin;
    return out;
  }

  void begin(std::size_t b) {
    now_[b].pose = pose(b, 0);
    if (moves(b) && frames_.times.size() > 1 && !lies_still(b, 0)) {
      RigidState state;
      if (!known_after(b, 0, {}, state) && carried_from(b, 0)) state = carried_state(b, 0);
      now_[b].velocity = state.velocity;
      now_[b].spin = state.spin;
      now_[b].angular_momentum =
          angular_momentum_of(state.spin, now_[b].pose.rotation, setup_.bodies[b].inertia_diagonal);
    }
    knot(b, frames_.times[0], now_[b]);
  }

  void knot(std::size_t b, double time, const RigidState& s) {
    thinners_[b].add({time, s.pose, s.velocity, s.spin});
  }

  void interval(std::size_t k) {
    const double h = step(k);
    const std::size_t count = setup_.bodies.size();
    std::vector<Way> way(count, Way::fixed);
    std::vector<RigidState> arcs(count);
    for (std::size_t b = 0; b < count; ++b) {
      if (!moves(b)) continue;
      arcs[b] = arc(b, k, now_[b].spin);
      const double jump = norm(arcs[b].velocity - now_[b].velocity);
      if (lies_still(b, k) && norm(now_[b].velocity) < kSlowest + noise(b, h))
        way[b] = Way::still;
      else
        way[b] = jump < tolerance(b, h)                                     ? Way::flies
                 : carried_from(b, k > 0 ? k - 1 : 0) && carried_from(b, k) ? Way::carried
                                                                            : Way::disturbed;
    }
    std::vector<RigidState> ends(count);
    hit_.assign(count, false);
    for (const std::vector<std::size_t>& island : islands(k, way)) explain(k, island, way, ends);
    std::vector<CarriedBody> carried(count);
    for (std::size_t b = 0; b < count; ++b) {
      if (way[b] == Way::flies) {
        knots_in_flight(b, k, arcs[b]);
        ends[b] = fly(arcs[b], h, setup_.gravity, setup_.bodies[b].inertia_diagonal);
      }
      if (way[b] == Way::fixed && !lies_still(b, k)) ends[b] = mean(b, k);
      if (way[b] == Way::carried) {
        const RigidState m0 = mean(b, k), m1 = mean(b, k + 1);
        ends[b].velocity = 0.5 * (m0.velocity + m1.velocity);
        ends[b].spin = 0.5 * (m0.spin + m1.spin);
      }
      if (way[b] != Way::disturbed) sure_[b] = true;
      ends[b].pose = pose(b, k + 1);
      carried[b].flies = way[b] == Way::flies || hit_[b];
      carried[b].still = way[b] == Way::still || (way[b] == Way::fixed && lies_still(b, k));
      carried[b].state = now_[b];
      if (moves(b))
        carried[b].force =
            setup_.bodies[b].mass * ((ends[b].velocity - now_[b].velocity) / h - setup_.gravity);
      now_[b] = ends[b];
      knot(b, frames_.times[k + 1], now_[b]);
    }
    contacts_.add(frames_.times[k], h, carried);
  }

  // Between knots rotations are spherical; a tumbling body needs some on its way.
  void knots_in_flight(std::size_t b, std::size_t k, const RigidState& start) {
    const double h = step(k);
    const int parts =
        static_cast<int>(std::min(64.0, std::ceil(norm(start.spin) * h / kTurnOfKnots)));
    for (int i = 1; i < parts; ++i) {
      const double s = h * i / parts;
      knot(b, frames_.times[k] + s,
           fly(start, s, setup_.gravity, setup_.bodies[b].inertia_diagonal));
    }
  }

  double reach(std::size_t b, std::size_t k) const {
    const double h = step(k);
    return std::max(norm(pose(b, k + 1).position - pose(b, k).position),
                    (norm(now_[b].velocity) + norm(setup_.gravity) * h) * h);
  }
  bool near(std::size_t a, std::size_t b, std::size_t k) const {
    return norm(pose(a, k).position - pose(b, k).position) <
           outer_radius(setup_.bodies[a].shape) + outer_radius(setup_.bodies[b].shape) +
               reach(a, k) + reach(b, k) + 1e-3;
  }

  /// Disturbed bodies that may have touched each other.
  std::vector<std::vector<std::size_t>> islands(std::size_t k, const std::vector<Way>& way) const {
    std::vector<std::size_t> bodies;
    for (std::size_t b = 0; b < way.size(); ++b)
      if (way[b] == Way::disturbed) bodies.push_back(b);
    std::vector<std::size_t> parent(bodies.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
      while (parent[i] != i) i = parent[i];
      return i;
    };
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (near(bodies[i], bodies[j], k)) parent[root(i)] = root(j);
    std::vector<std::vector<std::size_t>> out(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) out[root(i)].push_back(bodies[i]);
    std::erase_if(out, [](const auto& island) { return island.empty(); });
    return out;
  }

  void explain(std::size_t k, const std::vector<std::size_t>& island, const std::vector<Way>& way,
               std::vector<RigidState>& ends) {
    Interval interval;
    interval.duration = step(k);
    for (const std::size_t b : island) {
      IntervalBody body;
      body.guess = {static_cast<int>(b), true, now_[b], {}};
      body.end = pose(b, k + 1);
      if (!sure_[b] && k > 0) {
        const RigidState m0 = mean(b, k - 1), m1 = mean(b, k);
        body.other = RigidState{
            pose(b, k), 0.5 * (m0.velocity + m1.velocity), 0.5 * (m0.spin + m1.spin), {}};
      }
      body.velocity_error = noise(b, step(k)) + 2e-4;
      body.velocity_known = known_after(b, k + 1, now_[b].spin, body.after);
      if (!body.velocity_known && carried_from(b, k + 1)) {
        body.after = carried_state(b, k + 1);
        body.velocity_known = true;
        body.velocity_error += 0.5 * kSmooth * norm(setup_.gravity) * step(k);
      }
      body.place_error = 0.4 * noise(b, 1) + 5e-7;
      body.turn_error = 2 * frames_.turn_rounding + 1e-6;
      interval.bodies.push_back(body);
    }
    for (std::size_t b = 0; b < way.size(); ++b)
      if (way[b] == Way::fixed || way[b] == Way::still || way[b] == Way::carried)
        for (const std::size_t i : island)
          if (near(b, i, k)) {
            IntervalBody body;
            body.guess = {static_cast<int>(b), false, {pose(b, k), {}, {}, {}}, {}};
            if (way[b] == Way::fixed && !lies_still(b, k)) {
              body.guess.start = mean(b, k);
              body.guess.start.pose = pose(b, k);
              body.guess.end = pose(b, k + 1);
            }
            body.end = pose(b, k + 1);
            interval.bodies.push_back(body);
            break;
          }
    const IntervalResult result = fit_.explain(interval, settings_.use_solver);
    tell(k, result);
    if (result.rebound) rebounds_.push_back(*result.rebound);
    scores_ += std::min(result.score, 1.0);
    ++intervals_;
    for (std::size_t i = 0; i < island.size(); ++i) {
      const std::size_t b = island[i];
      for (const PoseKnot& inner : result.knots[i])
        thinners_[b].add({frames_.times[k] + inner.time, inner.pose, inner.velocity, inner.spin});
      ends[b] = result.ends[i];
      sure_[b] = interval.bodies[i].velocity_known;
      if (!sure_[b]) keep_plausible(b, k, ends[b]);
    }
  }

  // A velocity that was guessed in each of many intervals swings up: (start + end) / 2 = mean says
  // nothing about their difference. No body is much faster than the frames around show it.
  void keep_plausible(std::size_t b, std::size_t k, RigidState& end) const {
    double fastest = 0, most_spin = 0;
    const std::size_t last = std::min(k + 3, frames_.times.size() - 1);
    for (std::size_t i = k > 1 ? k - 2 : 0; i < last; ++i) {
      const RigidState m = mean(b, i);
      fastest = std::max(fastest, norm(m.velocity));
      most_spin = std::max(most_spin, norm(m.spin));
    }
    const double slack = kRattle + 2 * norm(setup_.gravity) * step(k);
    const RigidState m0 = mean(b, k), m1 = k + 2 < frames_.times.size() ? mean(b, k + 1) : m0;
    if (norm(end.velocity) > kFaster * fastest + slack)
      end.velocity = 0.5 * (m0.velocity + m1.velocity);
    if (norm(end.spin) <= kFaster * most_spin + slack / gyration(b)) return;
    end.spin = 0.5 * (m0.spin + m1.spin);
    end.angular_momentum =
        angular_momentum_of(end.spin, end.pose.rotation, setup_.bodies[b].inertia_diagonal);
  }

  void tell(std::size_t k, const IntervalResult& result) {
    for (Impact impact : result.impacts) {
      hit_[static_cast<std::size_t>(impact.body_a)] = true;
      if (impact.body_b != kFloor) hit_[static_cast<std::size_t>(impact.body_b)] = true;
      impact.time += frames_.times[k];
      found_.take.impacts.push_back(impact);
    }
    if (result.unexplained && found_.unexplained++ == 0) {
      found_.first_unexplained = frames_.times[k];
      found_.unexplained_body =
          setup_.bodies[static_cast<std::size_t>(result.unexplained_body)].name;
    }
  }

  void finish() {
    Take& take = found_.take;
    take.begin = frames_.times.front();
    take.end = frames_.times.back();
    take.frame_rate = frames_.frame_rate();
    take.min_closing_speed = settings_.min_closing_speed;
    for (std::size_t b = 0; b < setup_.bodies.size(); ++b) {
      const RigidBodySetup& body = setup_.bodies[b];
      TakeBody& out = take.bodies.emplace_back();
      out.name = body.name.empty() ? fmt::format("body {}", b) : body.name;
      if (moves(b)) out.mass = body.mass, out.inertia = body.inertia_diagonal;
      take.tracks.push_back(thinners_[b].finish());
    }
    std::stable_sort(take.impacts.begin(), take.impacts.end(),
                     [](const Impact& a, const Impact& b) { return a.time < b.time; });
    SlowImpacts slow;
    std::erase_if(take.impacts, [&](const Impact& impact) {
      if (impact.closing_speed >= settings_.min_closing_speed) return false;
      slow.add(impact);
      return true;
    });
    slow.finish(std::numeric_limits<double>::infinity(), take.summaries);
    take.contacts = contacts_.finish(take.end);
  }

  const RigidSetup& setup_;
  const PoseFrames& frames_;
  const FindSettings settings_;
  IntervalFit fit_;
  ContactFinder contacts_;
  std::vector<bool> hit_;  // bodies with an impact in this interval
  std::vector<KnotThinner> thinners_;
  std::vector<RigidState> now_;  // arriving at the frame
  std::vector<bool> sure_;       // now_ comes from clean frames, not from a guess
  std::vector<IntervalResult::Rebound> rebounds_;
  double scores_ = 0;
  int intervals_ = 0;
  FoundMotion found_;
};

constexpr std::size_t kFewestRebounds = 4;

double quantile(std::vector<double> values, double part) {
  const auto at = values.begin() +
                  static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The setup with restitution and friction as the clean impacts show them, of all bodies that the
/// setup gave the same restitution together. False when they agree already or tell too little.
bool learn(RigidSetup& setup, const std::vector<IntervalResult::Rebound>& rebounds) {
  if (rebounds.size() < kFewestRebounds) return false;
  std::vector<double> frictions;
  std::map<double, std::vector<double>> classes;
  for (const IntervalResult::Rebound& r : rebounds) {
    frictions.push_back(r.friction);
    classes[setup.bodies[static_cast<std::size_t>(r.body_a)].restitution].push_back(r.restitution);
    if (r.body_b != kFloor && !setup.bodies[static_cast<std::size_t>(r.body_b)].fixed)
      classes[setup.bodies[static_cast<std::size_t>(r.body_b)].restitution].push_back(
          r.restitution);
  }
  const double friction = std::min(quantile(frictions, 0.9), 1.5);
  bool changed = false;
  const double before = setup.bodies[static_cast<std::size_t>(rebounds[0].body_a)].friction;
  if (friction > 1.15 * before || friction < 0.7 * before) {
    changed = true;
    setup.floor_friction = friction;
    for (RigidBodySetup& body : setup.bodies) body.friction = friction;
  }
  for (RigidBodySetup& body : setup.bodies) {
    const auto known = classes.find(body.restitution);
    if (known == classes.end() || body.fixed || known->second.size() < kFewestRebounds) continue;
    const double e = quantile(known->second, 0.5);
    if (std::abs(e - std::min(body.restitution, setup.floor_restitution)) < 0.04) continue;
    body.restitution = e;
    changed = true;
  }
  if (!changed) return false;
  // Of a pair the smaller one counts: what does not move lets the others decide.
  setup.floor_restitution = 1;
  for (RigidBodySetup& body : setup.bodies)
    if (body.fixed) body.restitution = 1;
  return true;
}

}  // namespace

FoundMotion find_impacts(const RigidSetup& setup, const PoseFrames& frames,
                         const FindSettings& settings) {
  ImpactFinder first(setup, frames, settings);
  FoundMotion found = first.run();
  RigidSetup learnt = setup;
  if (!settings.use_solver || !learn(learnt, first.rebounds())) return found;
  ImpactFinder second(learnt, frames, settings);
  FoundMotion again = second.run();
  return second.unexplained() < first.unexplained() ? again : found;
}

}  // namespace peal
