#include "tools/import/events/find_impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/interrupt.h"
#include "motion/rigid/body_pieces.h"
#include "motion/rigid/slow_impacts.h"
#include "motion/take/take_recorder.h"
#include "tools/import/events/arc_fit.h"
#include "tools/import/events/find_contacts.h"
#include "tools/import/events/frame_interval.h"
#include "tools/import/events/frame_islands.h"
#include "tools/import/events/frame_view.h"
#include "tools/import/events/interval_fit.h"
#include "tools/import/events/learn_rebounds.h"

namespace peal {
namespace {

constexpr double kTame = 0.05;        // trust, where impulses grew against each other
constexpr double kMended = 0.5;       // confidence of impulses that had to be changed
constexpr double kTurnOfKnots = 0.4;  // [rad] between two knots of a track

class ImpactFinder {
 public:
  ImpactFinder(const RigidSetup& setup, const PoseFrames& frames, const FindSettings& settings)
      : setup_(setup),
        frames_(frames),
        view_(setup, frames),
        audit_(setup, frames),
        settings_(settings),
        fit_(setup),
        contacts_(setup) {
    const std::size_t count = setup.bodies.size();
    thinners_.resize(count);
    now_.resize(count);
    sure_.assign(count, true);
    for (std::size_t i = 0; i < count; ++i) begin(i);
  }

  FoundMotion run(int pass) {
    const std::size_t last = frames_.times.size() - 1;
    const std::vector<double> work = view_.work();
    for (std::size_t k = 0; k < last; ++k) {
      throw_if_interrupted();
      interval(k);
      if (settings_.done) settings_.done(pass, work[k + 1] / work[last]);
    }
    finish();
    return std::move(found_);
  }
  const std::vector<IntervalResult::Rebound>& rebounds() const { return rebounds_; }
  /// Part of the changes of motion that stays unexplained, of all disturbed intervals.
  double unexplained() const { return intervals_ > 0 ? scores_ / intervals_ : 0; }

 private:
  void begin(std::size_t b) {
    now_[b].pose = view_.pose(b, 0);
    if (view_.moves(b) && frames_.times.size() > 1 && !view_.lies_still(b, 0)) {
      RigidState state;
      if (!view_.known_after(b, 0, now_[b], {}, state) && view_.carried_from(b, 0, now_[b]))
        state = view_.carried_state(b, 0);
      now_[b].velocity = state.velocity;
      now_[b].spin = state.spin;
      now_[b].angular_momentum =
          angular_momentum_of(state.spin, now_[b].pose.rotation, setup_.bodies[b].inertia_diagonal);
    }
    knot(b, frames_.times[0], now_[b]);
  }

  void knot(std::size_t b, double time, const RigidState& s) {
    keep({time, s.pose, s.velocity, s.spin}, b);
  }
  void keep(const PoseKnot& knot, std::size_t b) {
    thinners_[b].add(settings_.flights.empty() ? knot : settings_.flights[b].to_body(knot));
  }

  void interval(std::size_t k) {
    const double h = view_.step(k);
    const std::size_t count = setup_.bodies.size();
    std::vector<FrameWay> way(count, FrameWay::fixed);
    std::vector<RigidState> arcs(count);
    for (std::size_t b = 0; b < count; ++b) {
      if (!view_.moves(b)) continue;
      arcs[b] = view_.arc(b, k, now_[b].spin);
      const double jump = norm(arcs[b].velocity - now_[b].velocity);
      if (view_.lies_still(b, k) &&
          norm(now_[b].velocity) < kSlowestChange + view_.noise(now_[b], h))
        way[b] = FrameWay::still;
      else
        way[b] = jump < view_.tolerance(now_[b], h) ? FrameWay::flies
                 : view_.carried_from(b, k > 0 ? k - 1 : 0, now_[b]) &&
                         view_.carried_from(b, k, now_[b]) &&
                         (!sure_[b] || view_.carried_on(b, k, now_[b]))
                     ? FrameWay::carried
                     : FrameWay::disturbed;
    }
    std::vector<RigidState> ends(count);
    hit_.assign(count, false);
    std::vector<std::size_t> disturbed;
    for (std::size_t b = 0; b < count; ++b)
      if (way[b] == FrameWay::disturbed) disturbed.push_back(b);
    const FrameIslands islands(setup_, view_, now_, k);
    for (const std::vector<std::size_t>& island : islands.of(disturbed))
      explain(k, island, islands, way, ends);
    std::vector<CarriedBody> carried(count);
    for (std::size_t b = 0; b < count; ++b) {
      if (way[b] == FrameWay::flies) {
        knots_in_flight(b, k, arcs[b]);
        ends[b] = fly(arcs[b], h, setup_.gravity, setup_.bodies[b].inertia_diagonal);
      }
      if (way[b] == FrameWay::fixed && !view_.lies_still(b, k)) ends[b] = view_.mean(b, k);
      if (way[b] == FrameWay::carried) {
        const RigidState m0 = view_.mean(b, k), m1 = view_.mean(b, k + 1);
        ends[b].velocity = 0.5 * (m0.velocity + m1.velocity);
        ends[b].spin = 0.5 * (m0.spin + m1.spin);
      }
      if (way[b] != FrameWay::disturbed) sure_[b] = true;
      ends[b].pose = view_.pose(b, k + 1);
      carried[b].flies = way[b] == FrameWay::flies || hit_[b];
      carried[b].still =
          way[b] == FrameWay::still || (way[b] == FrameWay::fixed && view_.lies_still(b, k));
      carried[b].state = now_[b];
      if (view_.moves(b))
        carried[b].force =
            setup_.bodies[b].mass * ((ends[b].velocity - now_[b].velocity) / h - setup_.gravity);
      now_[b] = ends[b];
      knot(b, frames_.times[k + 1], now_[b]);
    }
    contacts_.add(frames_.times[k], h, carried);
  }

  // Between knots rotations are spherical; a tumbling body needs some on its way.
  void knots_in_flight(std::size_t b, std::size_t k, const RigidState& start) {
    const double h = view_.step(k);
    const int parts =
        static_cast<int>(std::min(64.0, std::ceil(norm(start.spin) * h / kTurnOfKnots)));
    for (int i = 1; i < parts; ++i) {
      const double s = h * i / parts;
      knot(b, frames_.times[k] + s,
           fly(start, s, setup_.gravity, setup_.bodies[b].inertia_diagonal));
    }
  }

  void explain(std::size_t k, const std::vector<std::size_t>& island, const FrameIslands& islands,
               const std::vector<FrameWay>& way, std::vector<RigidState>& ends) {
    const Interval interval =
        frame_interval(setup_, view_, {now_, sure_, way, settings_.flights}, islands, island, k);
    IntervalResult result = fit_.explain(interval, settings_.use_solver);
    if (island.size() <= kPile && !agree(k, interval, result)) {
      Interval tame = interval;
      tame.trust = kTame;
      IntervalResult other = fit_.explain(tame, settings_.use_solver);
      if (other.impacts.empty() || !agree(k, interval, other))
        other = fit_.explain_by_momentum(interval, settings_.use_solver);
      if (!other.impacts.empty() && agree(k, interval, other)) result = std::move(other);
    }
    tell(k, result);
    if (result.rebound) rebounds_.push_back(*result.rebound);
    scores_ += std::min(result.score, 1.0);
    ++intervals_;
    for (std::size_t i = 0; i < island.size(); ++i) {
      const std::size_t b = island[i];
      for (const PoseKnot& inner : result.knots[i])
        keep({frames_.times[k] + inner.time, inner.pose, inner.velocity, inner.spin}, b);
      ends[b] = result.ends[i];
      sure_[b] = interval.bodies[i].velocity_known;
      if (!sure_[b]) view_.keep_plausible(b, k, ends[b]);
    }
  }

  // Impulses against what bodies may get in one interval, and against the change of momentum
  // between clean flights.
  bool agree(std::size_t k, const Interval& interval, const IntervalResult& result) const {
    double fastest = 0;
    for (const IntervalBody& body : interval.bodies)
      fastest =
          std::max(fastest, audit_.change(static_cast<std::size_t>(body.guess.body), k).fastest);
    for (const Impact& impact : result.impacts)
      for (const int body : {impact.body_a, impact.body_b})
        if (body != kFloor && view_.moves(static_cast<std::size_t>(body)) &&
            norm(impact.impulse) >
                setup_.bodies[static_cast<std::size_t>(body)].mass * audit_.possible(k, fastest))
          return false;
    for (const IntervalBody& body : interval.bodies) {
      const auto b = static_cast<std::size_t>(body.guess.body);
      if (!body.guess.moves || !body.velocity_known || !sure_[b]) continue;
      Vec3 sum;
      for (const Impact& impact : result.impacts) {
        if (impact.body_a == body.guess.body) sum += impact.impulse;
        if (impact.body_b == body.guess.body) sum -= impact.impulse;
      }
      const Vec3 change =
          body.after.velocity - body.guess.start.velocity - view_.step(k) * setup_.gravity;
      if (!audit_.agrees(b, k, sum, change)) return false;
    }
    return true;
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
      if (view_.moves(b)) out.mass = body.mass, out.inertia = body.inertia_diagonal;
      take.tracks.push_back(thinners_[b].finish());
    }
    std::stable_sort(take.impacts.begin(), take.impacts.end(),
                     [](const Impact& a, const Impact& b) { return a.time < b.time; });
    drop_contradictions();
    SlowImpacts slow;
    std::erase_if(take.impacts, [&](const Impact& impact) {
      if (impact.closing_speed >= settings_.min_closing_speed) return false;
      slow.add(impact);
      return true;
    });
    slow.finish(std::numeric_limits<double>::infinity(), take.summaries);
    take.contacts = contacts_.finish(take.end);
    to_body_frames();
  }

  // Impulses that contradict the poses are given the momentum that these show, in parts of their
  // size; what contradicts them even then, or would pull, is left out.
  void drop_contradictions() {
    std::vector<Impact>& impacts = found_.take.impacts;
    std::vector<int> of;
    const std::vector<Contradiction> first = audit_.look(impacts, of);
    std::vector<double> sizes(first.size(), 0.0);
    for (std::size_t i = 0; i < of.size(); ++i)
      if (of[i] >= 0) sizes[static_cast<std::size_t>(of[i])] += norm(impacts[i].impulse);
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (of[i] < 0) continue;
      const Contradiction& c = first[static_cast<std::size_t>(of[i])];
      const double part = norm(impacts[i].impulse) / sizes[static_cast<std::size_t>(of[i])];
      impacts[i].impulse += (impacts[i].body_a == c.body ? part : -part) * c.missing;
      impacts[i].confidence *= kMended;
    }
    found_.dropped = audit_.look(impacts, of);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (of[i] < 0 && dot(impacts[i].impulse, impacts[i].normal) > 0) impacts[kept++] = impacts[i];
    found_.dropped_events = static_cast<int>(of.size() - kept);
    impacts.resize(kept);
  }

  // Touching points lie on the skins of the shapes: they are told on the surfaces below.
  void to_body_frames() {
    const auto moved = [&](int body, const Vec3& point, const Vec3& outwards, double time) {
      const auto b = static_cast<std::size_t>(body);
      Vec3 out = settings_.flights.empty() ? point : settings_.flights[b].point_to_body(point);
      if (!settings_.margins.empty() && settings_.margins[b] > 0)
        out -= settings_.margins[b] *
               rotate_back(found_.take.tracks[b].pose_at(time).rotation, outwards);
      return out;
    };
    const auto move = [&](auto& event) {
      event.point_a = moved(event.body_a, event.point_a, -event.normal, event.time);
      if (event.body_b == kFloor)
        event.point_b.y -= settings_.floor_margin;
      else
        event.point_b = moved(event.body_b, event.point_b, event.normal, event.time);
    };
    for (Impact& impact : found_.take.impacts) move(impact);
    for (ContactSample& sample : found_.take.contacts) move(sample);
  }

  const RigidSetup& setup_;
  const PoseFrames& frames_;
  const FrameView view_;
  const MomentumAudit audit_;
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

}  // namespace

FoundMotion find_impacts(const RigidSetup& told, const PoseFrames& frames,
                         const FindSettings& settings) {
  RigidSetup setup = told;
  for (RigidBodySetup& body : setup.bodies)
    if (!body.cut) body.cut = cut(body.shape);
  ImpactFinder first(setup, frames, settings);
  FoundMotion found = first.run(0);
  RigidSetup learnt = setup;
  if (!settings.use_solver || !learn_rebounds(learnt, first.rebounds())) return found;
  ImpactFinder second(learnt, frames, settings);
  FoundMotion again = second.run(1);
  return second.unexplained() < first.unexplained() ? again : found;
}

}  // namespace peal
