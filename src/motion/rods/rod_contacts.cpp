#include "motion/rods/rod_contacts.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kSurprise = 5;  // [m/s] that a point may gain while nobody looks
constexpr double kNear = 2e-3;   // [m] beyond the skin; what is farther away is not looked for
constexpr int kMostWait = 64;    // [steps]

constexpr double kRounded = 1e-3;  // sine of the tilt at which a face stands on its edge

/// A face of a section, rounded so that it stands on its edge from kRounded on: where its skin is
/// farthest along a direction with this sine, and how far. The place is the reach's derivative: no
/// tilt to and fro makes energy, and what lies flat does not jump from edge to edge.
struct FaceReach {
  double place, reach;  // [m]
  FaceReach(double sine, double half) {
    const double u = std::clamp(sine / kRounded, -1.0, 1.0);
    place = half * u;
    reach = half * (std::abs(u) < 1 ? 0.5 * sine * u : std::abs(sine) - 0.5 * kRounded);
  }
};

/// Steps in which a gap surely stays open.
int steps_away(double gap, double speed, double step) {
  return std::clamp(static_cast<int>(gap / ((speed + kSurprise) * step)), 0, kMostWait);
}

}  // namespace

SectionReach reach_of(const RodOutline& section, const Mat3& frame, const Vec3& direction) {
  const Vec3 d1 = frame.column(0), d2 = frame.column(1);
  const double a = dot(direction, d1), b = dot(direction, d2);
  double x = 0, y = 0;  // the outline's farthest point along the direction
  const auto ellipse = [&](double p, double q) {
    const double length = std::sqrt(p * p * a * a + q * q * b * b);
    if (length > 0) x = p * p * a / length, y = q * q * b / length;
  };
  if (const auto* s = std::get_if<CircleOutline>(&section)) ellipse(s->radius, s->radius);
  if (const auto* s = std::get_if<TubeOutline>(&section)) ellipse(s->radius, s->radius);
  if (const auto* s = std::get_if<EllipseOutline>(&section)) ellipse(s->a, s->b);
  if (const auto* s = std::get_if<RectangleOutline>(&section)) {
    const FaceReach along(a, s->width / 2), across(b, s->height / 2);
    return {along.reach + across.reach, along.place * d1 + across.place * d2};
  }
  if (std::holds_alternative<PolygonOutline>(section)) {
    double farthest = -1e300;
    for (const Vec3& c : outline_points(section, 0))
      if (const double along = a * c.x + b * c.y; along > farthest)
        farthest = along, x = c.x, y = c.y;
  }
  return {a * x + b * y, x * d1 + y * d2};
}

RodContacts::RodContacts(const Scene& scene, std::vector<int> objects)
    : scene_(scene), objects_(std::move(objects)) {
  for (const int object : objects_) {
    first_.push_back(points_);
    points_ += static_cast<std::size_t>(std::get<RodShape>(scene.objects[object].shape).points);
  }
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    radius_.push_back(0);
    if (scene.objects[i].body != BodyKind::rigid) continue;
    bodies_.push_back(static_cast<int>(i));
    for (const Vec3& x : scene.objects[i].geometry->surface.vertices)
      radius_.back() = std::max(radius_.back(), norm(x));
  }
  wait_.assign((bodies_.size() + 1) * points_, 0);
}

const RodShape& RodContacts::shape(int rod) const {
  return std::get<RodShape>(scene_.objects[objects_[rod]].shape);
}

/// @param body place in bodies_ plus 1; 0: the floor
int& RodContacts::wait(int rod, int point, int body) {
  return wait_[static_cast<std::size_t>(body) * points_ + first_[rod] + point];
}

void RodContacts::begin_step(const std::vector<const ElasticRod*>& rods, const RigidWorld& rigid,
                             double t0, double t1) {
  near_.clear();
  for (int r = 0; r < static_cast<int>(rods.size()); ++r) {
    Vec3 low = rods[r]->point(0), high = low;
    double speed = 0;
    for (int i = 0; i < rods[r]->points(); ++i) {
      const Vec3 p = rods[r]->point(i);
      for (int k = 0; k < 3; ++k)
        low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
      speed = std::max(speed, norm(rods[r]->velocity(i)));
    }
    const double reach = outline_reach(shape(r).section);
    for (int b = 0; b < static_cast<int>(bodies_.size()); ++b) {
      if (scene_.objects[bodies_[b]].release > t0) continue;
      const RigidState s = rigid.state(bodies_[b], t0);
      const double radius = radius_[bodies_[b]];
      const double margin =
          reach + radius +
          (speed + norm(s.velocity) + radius * norm(s.spin) + kSurprise) * (t1 - t0);
      Vec3 apart;
      for (int k = 0; k < 3; ++k)
        apart[k] = std::max({low[k] - s.pose.position[k], 0.0, s.pose.position[k] - high[k]});
      if (norm(apart) < margin) near_.push_back({r, b, radius});
    }
  }
}

const std::vector<RodTouch>& RodContacts::find(const std::vector<const ElasticRod*>& rods,
                                               const RigidWorld& rigid, double t, double step,
                                               double within) {
  touches_.clear();
  for (int r = 0; r < static_cast<int>(rods.size()); ++r)
    if (scene_.motion.floor) touch_floor(r, *rods[r], step, within);
  for (const Near& near : near_)
    touch_body(near, *rods[near.rod], rigid.state(bodies_[near.body], t), step, within);
  return touches_;
}

void RodContacts::touch_floor(int rod, const ElasticRod& r, double step, double within) {
  const double height = scene_.motion.floor->height;
  const Vec3 up{0, 1, 0};
  for (int i = 0; i < r.points(); ++i) {
    int& left = wait(rod, i, 0);
    if (left > 0) {
      --left;
      continue;
    }
    const Vec3 p = r.point(i);
    const SectionReach skin = reach_of(shape(rod).section, r.frame(i), -up);
    const double gap = p.y - height - skin.reach;
    if (gap <= within)
      touches_.push_back(
          {rod, i, kFloor, up, skin.arm, {p.x + skin.arm.x, height, p.z + skin.arm.z}, gap});
    else
      left = steps_away(gap, norm(r.velocity(i)), step);
  }
}

void RodContacts::touch_body(const Near& near, const ElasticRod& r, const RigidState& state,
                             double step, double within) {
  const int object = bodies_[near.body];
  const BodyGeometry& geometry = *scene_.objects[object].geometry;
  const double reach = outline_reach(shape(near.rod).section);
  const double body_speed = norm(state.velocity) + near.radius * norm(state.spin);
  for (int i = 0; i < r.points(); ++i) {
    int& left = wait(near.rod, i, near.body + 1);
    if (left > 0) {
      --left;
      continue;
    }
    const Vec3 p = r.point(i);
    const double speed = norm(r.velocity(i)) + body_speed;
    const double far = norm(p - state.pose.position) - near.radius - reach;
    if (far > within) {
      left = steps_away(far, speed, step);
      continue;
    }
    const Vec3 own = to_body(state.pose, p);
    const NearPoint nearest = geometry.tree->nearest(own, reach + within + kNear);
    if (nearest.triangle < 0) {
      left = steps_away(kNear, speed, step);
      continue;
    }
    const Vec3 face = normalized(geometry.surface.area_vector(nearest.triangle), {0, 1, 0});
    const Vec3 away = own - nearest.point;
    const double side = dot(away, face) < 0 ? -1 : 1;  // -1: the middle line is inside
    const Vec3 n = nearest.distance > 1e-9 ? side / nearest.distance * away : face;
    const Vec3 normal = rotate(state.pose.rotation, n);
    const SectionReach skin = reach_of(shape(near.rod).section, r.frame(i), -normal);
    const double gap = side * nearest.distance - skin.reach;
    if (gap <= within)
      touches_.push_back(
          {near.rod, i, object, normal, skin.arm, to_world(state.pose, nearest.point), gap});
    else
      left = steps_away(gap, speed, step);
  }
}

}  // namespace peal
