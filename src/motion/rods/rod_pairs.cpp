#include "motion/rods/rod_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "motion/rods/rod_contacts.h"
#include "physics/rods/segment_distance.h"

namespace peal {
namespace {

constexpr double kParallel = 0.3;    // of both reaches: how much the gap may change along an edge
constexpr std::size_t kChunk = 256;  // pairs for one thread
constexpr std::size_t kMostTouches = 400'000;
constexpr double kDouble = 0.02;        // of both reaches: places so near are one
constexpr double kCatchUp = 1e-3;       // [s] in which a spring comes to fit its places
constexpr double kCatchUpSpeed = 5e-3;  // [m/s] at most
constexpr std::size_t kManyPoints = 4000;
constexpr double kWidestRatio = 1000;  // of radii of curvature: beyond, as here

template <class Work>
void over(std::size_t count, bool threads, const Work& work) {
  if (threads)
    parallel_for(count, work);
  else
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace

double crossing_stiffness(double ra, double rb, double sine, double modulus) {
  const double a = 1 / ra, b = 1 / rb, sum = a + b;
  const double cosine2 = 1 - 2 * sine * sine;  // of twice the angle
  const double difference = std::sqrt(std::max(a * a + b * b + 2 * a * b * cosine2, 0.0));
  // 1/R' = (sum - difference)/2, 1/R'' = (sum + difference)/2
  const double low = std::max(0.5 * (sum - difference), 0.5 * (sum + difference) / kWidestRatio),
               high = 0.5 * (sum + difference);
  const double ratio = std::sqrt(high / low);  // about b/a to the power 2/3
  const double f2 = 1 - std::pow(std::pow(ratio * ratio, 0.0684) - 1, 1.531);
  return 4.0 / 3 * modulus * std::sqrt(1 / std::sqrt(low * high)) / (f2 * std::sqrt(f2));
}

RodPairs::RodPairs(const Scene& scene, std::vector<Body> bodies, double step)
    : scene_(scene), bodies_(std::move(bodies)), step_(step) {
  std::vector<NeighbourRod> rods;
  bool any = false;
  std::size_t points = 0;
  for (const Body& body : bodies_) {
    const auto& shape = std::get<RodShape>(scene.objects[body.object].shape);
    Section section{&shape.section, outline_reach(shape.section), 0,
                    std::holds_alternative<RectangleOutline>(shape.section)};
    if (const auto* s = std::get_if<CircleOutline>(&shape.section)) section.round = s->radius;
    if (const auto* s = std::get_if<TubeOutline>(&shape.section)) section.round = s->radius;
    sections_.push_back(section);
    const bool touches = scene.objects[body.object].rod.touches;
    any = any || touches;
    rods.push_back({body.rod, section.farthest, touches});
    points += static_cast<std::size_t>(body.rod->points());
  }
  if (!any) return;
  neighbours_ = std::make_unique<RodNeighbours>(rods);
  many_ = points >= kManyPoints && bodies_.size() > 1;
  start_.resize(points), end_.resize(points);
  for (std::size_t r = 0; r < bodies_.size(); ++r)
    for (const RodJoint& joint : scene.objects[bodies_[r].object].rod.joints) {
      const int other = scene.object_index(joint.to);
      for (std::size_t q = 0; q < bodies_.size(); ++q) {
        if (bodies_[q].object != other) continue;
        const auto around = [&](std::size_t k, double at) {
          const ElasticRod& rod = *bodies_[k].rod;
          const int edge = static_cast<int>(std::lround(at * rod.edges()));
          const double length = norm(rod.point(1) - rod.point(0));
          const int far =
              1 + static_cast<int>(std::ceil(2 * (rods[r].reach + rods[q].reach) / length));
          return std::pair{edge - far, edge + far};
        };
        const auto one = around(r, joint.at), two = around(q, joint.to_at);
        neighbours_->never(static_cast<int>(r), one.first, one.second, static_cast<int>(q),
                           two.first, two.second);
      }
    }
}

void RodPairs::gather_points() {
  over(bodies_.size(), many_, [&](std::size_t r) {
    const Body& body = bodies_[r];
    const std::uint32_t first = neighbours_->point_index(static_cast<int>(r), 0);
    for (int i = 0; i < body.rod->points(); ++i) {
      end_[first + i] = body.rod->point(i);
      start_[first + i] = with_springs_ ? body.stepper->start_point(i) : end_[first + i];
    }
  });
}

RodPairs::Line RodPairs::line(std::uint32_t edge) const {
  const RodNeighbours::Place at = neighbours_->place(edge);
  const int points = bodies_[at.rod].rod->points();
  const std::uint32_t i = neighbours_->point_index(at.rod, at.edge),
                      j = neighbours_->point_index(at.rod, at.edge + 1 == points ? 0 : at.edge + 1);
  Line out{start_[i],        0.5 * (start_[i] + end_[i]), end_[i], start_[j] - start_[i], {},
           end_[j] - end_[i]};
  out.e_middle = 0.5 * (out.e_before + out.e_after);
  return out;
}

double RodPairs::reach(const RodPairSide& side, const Vec3& direction) const {
  const Section& section = sections_[side.rod];
  if (section.round > 0) return section.round;
  const ElasticRod& rod = *bodies_[side.rod].rod;
  const Vec3 d1 = rod.d1(side.edge), d2 = rod.d2(side.edge);
  if (section.flat) {
    const auto& s = std::get<RectangleOutline>(*section.outline);
    return 0.5 *
           (s.width * std::fabs(dot(direction, d1)) + s.height * std::fabs(dot(direction, d2)));
  }
  return reach_of(*section.outline, transpose(Mat3{{d1, d2, rod.tangent(side.edge)}}), direction)
      .reach;
}

const std::vector<RodPairTouch>& RodPairs::find(double time) {
  touches_.clear();
  if (none()) return touches_;
  gather_points();
  if (!neighbours_->follow(start_, end_, step_))
    fail("rods: more than {} pairs of edges crowd at {:.6g} s; fewer points or fewer rods help",
         RodNeighbours::kMostPairs, time);
  const std::vector<EdgePair>& pairs = neighbours_->pairs();
  const std::size_t parts = (pairs.size() + kChunk - 1) / kChunk;
  if (parts_.size() < parts) parts_.resize(parts);
  over(parts, parts > 4, [&](std::size_t p) {
    parts_[p].clear();
    for (std::size_t k = p * kChunk; k < std::min((p + 1) * kChunk, pairs.size()); ++k)
      if (neighbours_->may_touch(pairs[k])) look(pairs[k], parts_[p]);
  });
  for (std::size_t p = 0; p < parts; ++p)
    touches_.insert(touches_.end(), parts_[p].begin(), parts_[p].end());
  if (touches_.size() > kMostTouches)
    fail(
        "{}: {} places of rods touch at {:.6g} s, more than the {} there is room for; fewer points "
        "help",
        names(touches_.front()), touches_.size(), time, kMostTouches);
  if (with_springs_) drop_doubles(), take_over();
  return touches_;
}

std::vector<RodPairTouch> RodPairs::overlaps() {
  with_springs_ = false;
  find(0);
  with_springs_ = true;
  std::vector<RodPairTouch> out;
  for (const RodPairTouch& touch : touches_)
    if (touch.gap < 0) out.push_back(touch);
  std::stable_sort(out.begin(), out.end(),
                   [](const RodPairTouch& p, const RodPairTouch& q) { return p.gap < q.gap; });
  return out;
}

/// A place at an edge's end belongs to the edge that follows, and is none at all where the edge
/// before comes nearer. @param sign of the side in `apart` = a - b
bool RodPairs::owns(const RodPairSide& side, const Line& line, const Vec3& apart,
                    double sign) const {
  const ElasticRod& rod = *bodies_[side.rod].rod;
  if (side.along == 1) return !rod.closed() && side.edge == rod.edges() - 1;
  if (side.along != 0) return true;
  if (!rod.closed() && side.edge == 0) return true;
  const std::uint32_t last =
      neighbours_->point_index(side.rod, side.edge > 0 ? side.edge - 1 : rod.points() - 1);
  const Vec3 back = 0.5 * (start_[last] + end_[last]) - line.middle;
  return sign * dot(apart, back) >= -1e-9 * norm(apart) * norm(back);
}

void RodPairs::look(const EdgePair& pair, std::vector<RodPairTouch>& out) const {
  const Line a = line(pair.a), b = line(pair.b);
  const RodNeighbours::Place at_a = neighbours_->place(pair.a), at_b = neighbours_->place(pair.b);
  RodPairTouch touch;
  touch.pair = static_cast<std::uint64_t>(pair.a) << 32 | pair.b;
  touch.a.rod = at_a.rod, touch.a.edge = at_a.edge;
  touch.b.rod = at_b.rod, touch.b.edge = at_b.edge;
  const double aa = norm_squared(a.e_middle), bb = norm_squared(b.e_middle);
  const double sine2 = norm_squared(cross(a.e_middle, b.e_middle)) / (aa * bb);
  touch.sine = std::sqrt(sine2);
  const double reach = sections_[at_a.rod].farthest + sections_[at_b.rod].farthest;
  const double rise = kParallel * reach;
  if (std::max(aa, bb) * sine2 > rise * rise) {
    const NearestPlaces near = nearest_of_segments(a.middle - b.middle, a.e_middle, b.e_middle);
    touch.a.along = near.s, touch.b.along = near.t, touch.feature = kCrossing;
    look_at(touch, a, b, false, out);
    return;
  }
  const auto point_of_a = [&](double s, Feature feature) {
    touch.a.along = s, touch.feature = feature;
    touch.b.along = nearest_on_segment(a.middle + s * a.e_middle - b.middle, b.e_middle);
    look_at(touch, a, b, true, out);
  };
  const auto point_of_b = [&](double t, Feature feature) {
    touch.b.along = t, touch.feature = feature;
    touch.a.along = nearest_on_segment(b.middle + t * b.e_middle - a.middle, a.e_middle);
    if (touch.a.along > 0 && touch.a.along < 1) look_at(touch, a, b, true, out);
  };
  const ElasticRod &rod_a = *bodies_[at_a.rod].rod, &rod_b = *bodies_[at_b.rod].rod;
  point_of_a(0, kPointOfA), point_of_b(0, kPointOfB);
  if (!rod_a.closed() && at_a.edge == rod_a.edges() - 1) point_of_a(1, kEndOfA);
  if (!rod_b.closed() && at_b.edge == rod_b.edges() - 1) point_of_b(1, kEndOfB);
}

/// Normal, extents and place of touch from a - b.
void RodPairs::separate(RodPairTouch& touch, const Vec3& apart, bool parallel) const {
  const double distance = norm(apart);
  touch.normal = distance > 0 ? apart / distance : touch.normal;
  touch.reach_a = reach(touch.a, touch.normal), touch.reach_b = reach(touch.b, touch.normal);
  if (!parallel || (!sections_[touch.a.rod].flat && !sections_[touch.b.rod].flat)) return;
  // Faces of bands: the direction along which the sections are farthest apart.
  double widest = distance - touch.reach_a - touch.reach_b;
  for (const RodPairSide* side : {&touch.a, &touch.b}) {
    if (!sections_[side->rod].flat) continue;
    const ElasticRod& rod = *bodies_[side->rod].rod;
    for (const Vec3& axis : {rod.d1(side->edge), rod.d2(side->edge)}) {
      const double along = dot(axis, apart);
      const Vec3 n = along < 0 ? -axis : axis;
      const double ra = reach(touch.a, n), rb = reach(touch.b, n), gap = std::fabs(along) - ra - rb;
      if (gap > widest) widest = gap, touch.normal = n, touch.reach_a = ra, touch.reach_b = rb;
    }
  }
}

void RodPairs::look_at(RodPairTouch touch, const Line& a, const Line& b, bool parallel,
                       std::vector<RodPairTouch>& out) const {
  const double s = touch.a.along, t = touch.b.along;
  const auto apart = [&](const Vec3& xa, const Vec3& ea, const Vec3& xb, const Vec3& eb) {
    return xa + s * ea - xb - t * eb;
  };
  const Vec3 middle = apart(a.middle, a.e_middle, b.middle, b.e_middle);
  const Vec3 before = apart(a.before, a.e_before, b.before, b.e_before);
  const double far = sections_[touch.a.rod].farthest + sections_[touch.b.rod].farthest;
  const Vec3 after = apart(a.after, a.e_after, b.after, b.e_after);
  if (std::min({norm_squared(before), norm_squared(middle), norm_squared(after)}) >
      far * far * 1.0001)
    return;
  if (!owns(touch.a, a, middle, 1) || !owns(touch.b, b, middle, -1)) return;
  touch.normal = normalized(cross(a.e_middle, b.e_middle), {0, 1, 0});
  separate(touch, middle, parallel);
  touch.kept = with_springs_ ? find_spring(touch.pair, touch.feature) : -1;
  const Vec3 side =
      touch.kept >= 0 ? springs_[static_cast<std::size_t>(touch.kept)].normal : before;
  if (dot(touch.normal, side) < 0) touch.normal = -touch.normal;
  touch.gap_before = dot(touch.normal, before) - touch.reach_a - touch.reach_b;
  touch.gap = dot(touch.normal, after) - touch.reach_a - touch.reach_b;
  if (touch.kept < 0 && touch.gap > 0) return;
  // Where they touch: in the middle of what is in both, beside the normal.
  Vec3 beside;
  if (parallel && (sections_[touch.a.rod].flat || sections_[touch.b.rod].flat)) {
    const Vec3 across = normalized(cross(a.e_middle, touch.normal));
    const double ra = reach(touch.a, across), rb = reach(touch.b, across),
                 lies = -dot(across, middle);
    const double low = std::max(-ra, lies - rb), high = std::min(ra, lies + rb);
    beside = std::clamp(0.5 * (low + high), -ra, ra) * across;
  }
  touch.a.arm = beside - touch.reach_a * touch.normal;
  touch.b.arm =
      beside + (middle - dot(touch.normal, middle) * touch.normal) + touch.reach_b * touch.normal;
  touch.place =
      0.5 * (a.middle + s * a.e_middle + touch.a.arm + b.middle + t * b.e_middle + touch.b.arm);
  out.push_back(touch);
}

int RodPairs::find_spring(std::uint64_t pair, std::uint64_t feature) const {
  const auto found =
      std::lower_bound(springs_.begin(), springs_.end(), std::pair{pair, feature},
                       [](const Spring& s, const std::pair<std::uint64_t, std::uint64_t>& key) {
                         return std::pair{s.pair, s.feature} < key;
                       });
  return found != springs_.end() && found->pair == pair && found->feature == feature
             ? static_cast<int>(found - springs_.begin())
             : -1;
}

/// visit(pair) of both edges and those beside them.
template <class Visit>
void RodPairs::visit_beside(std::uint64_t pair, const Visit& visit) const {
  const auto a = static_cast<std::int64_t>(pair >> 32),
             b = static_cast<std::int64_t>(pair & 0xffffffff);
  for (std::int64_t i = a - 1; i <= a + 1; ++i)
    for (std::int64_t j = b - 1; j <= b + 1; ++j)
      visit(static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j));
}

/// Where two edges meet a place may be found twice: the spring that is there goes on.
void RodPairs::drop_doubles() {
  dropped_.assign(touches_.size(), 0);
  bool any = false;
  for (std::size_t k = 0; k < touches_.size(); ++k) {
    const RodPairTouch& touch = touches_[k];
    if (touch.kept >= 0) continue;
    const double near = kDouble * (touch.reach_a + touch.reach_b);
    visit_beside(touch.pair, [&](std::uint64_t pair) {
      auto other =
          std::lower_bound(touches_.begin(), touches_.end(), pair,
                           [](const RodPairTouch& t, std::uint64_t key) { return t.pair < key; });
      for (; other != touches_.end() && other->pair == pair; ++other) {
        const auto q = static_cast<std::size_t>(other - touches_.begin());
        if (q == k || dropped_[q] || (other->kept < 0 && q > k)) continue;
        if (norm_squared(other->place - touch.place) < near * near) dropped_[k] = any = true;
      }
    });
  }
  if (!any) return;
  std::size_t left = 0;
  for (std::size_t k = 0; k < touches_.size(); ++k)
    if (!dropped_[k]) touches_[left++] = touches_[k];
  touches_.resize(left);
}

/// A place that slides on to the next edge takes its spring along.
void RodPairs::take_over() {
  claimed_.assign(springs_.size(), 0);
  for (const RodPairTouch& touch : touches_)
    if (touch.kept >= 0) claimed_[static_cast<std::size_t>(touch.kept)] = 1;
  for (RodPairTouch& touch : touches_) {
    if (touch.kept >= 0) continue;
    double most = 0;
    visit_beside(touch.pair, [&](std::uint64_t pair) {
      auto found =
          std::lower_bound(springs_.begin(), springs_.end(), pair,
                           [](const Spring& s, std::uint64_t key) { return s.pair < key; });
      for (; found != springs_.end() && found->pair == pair; ++found) {
        const auto index = static_cast<std::size_t>(found - springs_.begin());
        if (claimed_[index] || found->press.psi <= most || dot(found->normal, touch.normal) < 0.5)
          continue;
        most = found->press.psi, touch.kept = static_cast<int>(index);
      }
    });
    if (touch.kept >= 0) claimed_[static_cast<std::size_t>(touch.kept)] = 1;
  }
}

void RodPairs::keep(const RodPairTouch& touch, HertzPress press, double depth, bool hard) {
  if (hard) press.psi = 0;
  const double held = press.compression();
  if (!hard && (depth > 0 || press.psi > 0)) {
    const double missing = depth - held, most = kCatchUpSpeed * step_;
    const double to = std::max(held + std::clamp(missing * step_ / kCatchUp, -most, most), 0.0);
    press.psi = std::sqrt(0.8 * press.spring.stiffness) * to * std::sqrt(std::sqrt(to));
  }
  if (press.psi > 0 || (hard && depth > 0))
    coming_.push_back({touch.pair, touch.feature, touch.normal, press});
}

double RodPairs::energy() const {
  double sum = 0;
  for (const Spring& spring : springs_) sum += spring.press.energy();
  return sum;
}

std::string RodPairs::names(const RodPairTouch& touch) const {
  const std::string &a = scene_.objects[bodies_[touch.a.rod].object].name,
                    &b = scene_.objects[bodies_[touch.b.rod].object].name;
  return touch.a.rod == touch.b.rod ? fmt::format("object '{}' and itself", a)
                                    : fmt::format("objects '{}' and '{}'", a, b);
}

}  // namespace peal
