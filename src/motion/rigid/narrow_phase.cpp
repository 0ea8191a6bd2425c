#include "motion/rigid/narrow_phase.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "motion/motion.h"
#include "motion/rigid/contact_points.h"

namespace peal {
namespace {

constexpr std::size_t kFewCorners = 8;  // on the floor
constexpr int kIdsPerPiece = 1000;
constexpr std::size_t kMostApart = 2'000'000;  // directions kept, about 100 MB
constexpr std::size_t kFacePoints = 8;         // of two bodies that lie on each other
constexpr double kSameFace = 1 - 1e-7;         // cosine between normals

bool is_ball(const CollisionShape& shape) { return std::holds_alternative<SphereShape>(shape); }
bool is_bar(const CollisionShape& shape) { return std::holds_alternative<BarShape>(shape); }

// Two keys that lie on each other share a hundred corners of their pieces. A few that lie far apart
// and the deepest one carry as well, and the solver of the impulses finds their forces, which it
// does not for a hundred. The choice begins with the first, so that it stays the same while the
// bodies lie still.
void thin_out(const Pose& a, const Pose& b, std::size_t first,
              std::vector<ContactFeature>& features) {
  struct Face {
    Vec3 normal;
    std::vector<std::size_t> members;
    std::vector<Vec3> places;  // frame of a
    std::size_t deepest = 0;   // of the members
    double gap = 0;
  };
  if (features.size() - first <= kFacePoints) return;
  std::vector<Face> faces;
  for (std::size_t i = first; i < features.size(); ++i) {
    const ContactFeature& f = features[i];
    const Vec3 normal = rotate(f.normal_on_a ? a.rotation : b.rotation, f.local_normal);
    const Vec3 place = outermost_place(a, f.local_a, f.round_a, -normal);
    const double gap = dot(normal, place - outermost_place(b, f.local_b, f.round_b, normal));
    const auto same = [&](const Face& face) { return dot(face.normal, normal) > kSameFace; };
    auto face = std::find_if(faces.begin(), faces.end(), same);
    if (face == faces.end()) face = faces.insert(face, {normal, {}, {}, 0, gap});
    if (gap < face->gap) face->gap = gap, face->deepest = face->members.size();
    face->members.push_back(i);
    face->places.push_back(to_body(a, place));
  }
  std::vector<bool> kept(features.size(), false);
  for (const Face& face : faces) {
    for (const std::size_t k : far_apart(face.places, 0, kFacePoints)) kept[face.members[k]] = true;
    kept[face.members[face.deepest]] = true;
  }
  std::size_t end = first;
  for (std::size_t i = first; i < features.size(); ++i)
    if (kept[i]) features[end++] = features[i];
  features.resize(end);
}

}  // namespace

NarrowPhase::NarrowPhase(const RigidSetup& setup) : setup_(setup) {
  std::map<const CollisionShape*, std::shared_ptr<const BodyPieces>> known;
  for (const RigidBodySetup& s : setup.bodies) {
    auto& pieces = known[s.shape.identity()];
    if (!pieces) pieces = s.cut ? s.cut : cut(s.shape);
    bodies_.push_back({pieces, s.fixed || !s.path.empty()});
  }
  for (const RigidJoint& joint : setup.joints)
    if (joint.b >= 0 && !joint.collide) never_.insert(std::minmax(joint.a, joint.b));
}

bool NarrowPhase::may_meet(int a, const Pose& pose_a, int b, const Pose& pose_b, double way) const {
  const auto near = [&](int body, const Pose& pose, int other, const Vec3& place) {
    const double far = bodies_[other].shape->bounding_radius + way;
    return bodies_[body].shape->box.distance_squared(to_body(pose, place)) <= far * far;
  };
  return near(a, pose_a, b, pose_b.position) && near(b, pose_b, a, pose_a.position);
}

void NarrowPhase::find_on_floor(int body, const Pose& pose,
                                std::vector<ContactFeature>& features) const {
  const double height = setup_.floor_height + kContactDistance;
  if (pose.position.y - bounding_radius(body) > height) return;
  const Vec3 down = rotate_back(pose.rotation, {0, -1, 0});
  std::vector<OuterPoint> points;
  std::vector<Vec3> places;
  int number = 0;
  for (const ConvexPiece& piece : bodies_[body].shape->pieces) {
    const int first_id = kIdsPerPiece * number++;
    const double slab = height - (pose.position.y - piece.extent(down));
    if (slab < 0) continue;
    piece.outer_points(down, std::numeric_limits<double>::infinity(), points);
    // All corners of a box: the step's impacts may turn it on another one.
    if (points.size() > kFewCorners) piece.outer_points(down, slab, points);
    places.clear();
    std::size_t lowest = 0;
    for (const OuterPoint& p : points) {
      places.push_back(outermost_place(pose, p.local, p.round, {0, -1, 0}));
      if (places.back().y < places[lowest].y) lowest = places.size() - 1;
    }
    for (const std::size_t i : far_apart(places, lowest, kFewCorners)) {
      ContactFeature f;
      f.kind = ContactFeature::Kind::floor;
      f.a = body, f.b = kFloor, f.id = first_id + points[i].id;
      f.local_a = points[i].local;
      f.round_a = points[i].round;
      features.push_back(f);
    }
  }
}

void NarrowPhase::find_between(int a, int b, const std::vector<Pose>& poses,
                               std::vector<ContactFeature>& features) {
  using Kind = ContactFeature::Kind;
  if (!may_meet(a, poses[a], b, poses[b], kContactDistance)) return;
  const CollisionShape &shape_a = setup_.bodies[a].shape, &shape_b = setup_.bodies[b].shape;
  const bool ball_a = is_ball(shape_a), ball_b = is_ball(shape_b);
  if ((ball_a && (ball_b || is_bar(shape_b))) || (ball_b && is_bar(shape_a))) {
    ContactFeature f;
    f.kind = ball_a && ball_b ? Kind::sphere_sphere : ball_a ? Kind::sphere_bar : Kind::bar_sphere;
    f.a = a, f.b = b;
    if (contact_geometry(f, shape_a, poses[a], shape_b, poses[b], 0).gap < kContactDistance)
      features.push_back(f);
    return;
  }
  if (apart_.size() > kMostApart) apart_.clear();
  const Pose seen = seen_from(poses[a], poses[b]);
  const std::vector<ConvexPiece>&pieces_a = bodies_[a].shape->pieces,
        &pieces_b = bodies_[b].shape->pieces;
  const std::size_t before = features.size();
  for (std::size_t i = 0; i < pieces_a.size(); ++i) {
    const Vec3 centre_a = to_world(poses[a], pieces_a[i].centre());
    // Is the piece near the other body at all? Then: near which of its pieces?
    if (norm(centre_a - poses[b].position) >
        pieces_a[i].bounding_radius() + bounding_radius(b) + kContactDistance)
      continue;
    const Vec3 place = to_body(poses[b], centre_a);
    for (std::size_t k = 0; k < pieces_b.size(); ++k) {
      const double near =
          pieces_a[i].bounding_radius() + pieces_b[k].bounding_radius() + kContactDistance;
      if (norm_squared(place - pieces_b[k].centre()) > near * near) continue;
      const std::size_t first = features.size(), pair = i * pieces_b.size() + k;
      const std::uint64_t key =
          (static_cast<std::uint64_t>(a) * bodies_.size() + static_cast<std::uint64_t>(b)) << 24 |
          (pair & 0xffffff);
      add_contact_points(pieces_a[i], pieces_b[k], seen, kContactDistance, apart_[key], features);
      for (std::size_t n = first; n < features.size(); ++n) {
        features[n].a = a, features[n].b = b;
        features[n].id += kIdsPerPiece * static_cast<int>(pair);
      }
    }
  }
  thin_out(poses[a], poses[b], before, features);
}

void NarrowPhase::find_alone(int body, const std::vector<Pose>& poses,
                             const std::vector<bool>& present,
                             std::vector<ContactFeature>& features) {
  features.clear();
  if (setup_.floor) find_on_floor(body, poses[body], features);
  for (int other = 0; other < static_cast<int>(bodies_.size()); ++other) {
    if (!bodies_[other].fixed || !present[other]) continue;
    const auto [a, b] = std::minmax(body, other);
    if (never_.contains({a, b})) continue;
    const double near = bounding_radius(a) + bounding_radius(b) + kContactDistance;
    if (norm_squared(poses[a].position - poses[b].position) > near * near) continue;
    find_between(a, b, poses, features);
  }
  std::sort(features.begin(), features.end(), [](const auto& x, const auto& y) {
    return std::tie(x.a, x.b, x.id) < std::tie(y.a, y.b, y.id);
  });
}

void NarrowPhase::find(const std::vector<Pose>& poses, const std::vector<bool>& present,
                       std::vector<ContactFeature>& features, const Watch& watch) {
  features.clear();
  const int count = static_cast<int>(bodies_.size());
  const auto in_order = [](const ContactFeature& x, const ContactFeature& y) {
    return std::tie(x.a, x.b, x.id) < std::tie(y.a, y.b, y.id);
  };
  const auto show = [&](std::size_t from) {
    if (!watch) return;
    std::sort(features.begin() + static_cast<std::ptrdiff_t>(from), features.end(), in_order);
    for (std::size_t i = from; i < features.size(); ++i) watch(features[i]);
  };
  if (setup_.floor)
    for (int i = 0; i < count; ++i)
      if (!bodies_[i].fixed && present[i]) find_on_floor(i, poses[i], features);
  const std::size_t first = features.size();
  if (watch) std::for_each(features.begin(), features.end(), watch);

  sweep_.pairs(
      bodies_.size(), [&](auto i) -> const Vec3& { return poses[i].position; },
      [&](auto i) { return bounding_radius(static_cast<int>(i)) + kContactDistance; },
      [&](int a, int b) {
        if (!present[a] || !present[b]) return;
        if ((bodies_[a].fixed && bodies_[b].fixed) || never_.contains({a, b})) return;
        const double near = bounding_radius(a) + bounding_radius(b) + kContactDistance;
        if (norm_squared(poses[a].position - poses[b].position) > near * near) return;
        const std::size_t before = features.size();
        find_between(a, b, poses, features);
        show(before);
      });
  std::sort(features.begin() + static_cast<std::ptrdiff_t>(first), features.end(), in_order);
}

}  // namespace peal
