#include "motion/touch_finder.h"

#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <limits>

#include "motion/motion.h"

namespace peal {
namespace {

constexpr double kUnit = 100;  // Bullet lengths per metre

// Bars are grown by this much for Bullet, whose bar test reports overlaps only. [m]
constexpr double kGrowth = kTouchDistance / 2;

btVector3 scaled(const Vec3& v) { return {v.x * kUnit, v.y * kUnit, v.z * kUnit}; }
Vec3 metres(const btVector3& v) { return {v.x() / kUnit, v.y() / kUnit, v.z() / kUnit}; }

bool is_bar(const CollisionShape& shape) { return std::holds_alternative<BarShape>(shape); }

bool is_hull(const CollisionShape& shape) { return std::holds_alternative<HullShape>(shape); }

std::unique_ptr<btCollisionShape> bullet_shape(const CollisionShape& shape) {
  if (const auto* hull = std::get_if<HullShape>(&shape)) {
    auto out = std::make_unique<btConvexHullShape>();
    for (const Vec3& corner : hull->corners) out->addPoint(scaled(corner), false);
    out->recalcLocalAabb();
    out->setMargin(kGrowth * kUnit);
    out->initializePolyhedralFeatures();  // faces, for as many contact points as they share
    return out;
  }
  if (const auto* bar = std::get_if<BarShape>(&shape)) {
    const Vec3 half = 0.5 * bar->size + Vec3{kGrowth, kGrowth, kGrowth};
    return std::make_unique<btBoxShape>(scaled(half));
  }
  return std::make_unique<btSphereShape>((std::get<SphereShape>(shape).radius + kGrowth) * kUnit);
}

// Pairs with a sphere need no Bullet test unless the other is a hull; touch.h is exact for them.
void near_callback(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                   const btDispatcherInfo& info) {
  const auto* a = static_cast<btCollisionObject*>(pair.m_pProxy0->m_clientObject);
  const auto* b = static_cast<btCollisionObject*>(pair.m_pProxy1->m_clientObject);
  const int kind_a = a->getCollisionShape()->getShapeType();
  const int kind_b = b->getCollisionShape()->getShapeType();
  if ((kind_a == BOX_SHAPE_PROXYTYPE && kind_b == BOX_SHAPE_PROXYTYPE) ||
      kind_a == CONVEX_HULL_SHAPE_PROXYTYPE || kind_b == CONVEX_HULL_SHAPE_PROXYTYPE)
    btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}

double sum_of_sides(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

// How far a bar reaches from its centre along a direction of its body frame.
double extent(const CollisionShape& shape, const Vec3& direction) {
  const Vec3 half = 0.5 * std::get<BarShape>(shape).size;
  return half.x * std::abs(direction.x) + half.y * std::abs(direction.y) +
         half.z * std::abs(direction.z);
}

Vec3 clamp_to_bar(const Vec3& p, const CollisionShape& shape) {
  const Vec3 half = 0.5 * std::get<BarShape>(shape).size;
  return {std::clamp(p.x, -half.x, half.x), std::clamp(p.y, -half.y, half.y),
          std::clamp(p.z, -half.z, half.z)};
}

bool along_an_axis(const Vec3& n) {
  return std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}) > 1 - 1e-9;
}

btTransform transform_of(const Pose& pose) {
  const Quat& q = pose.rotation;
  return btTransform(btQuaternion(q.x, q.y, q.z, q.w), scaled(pose.position));
}

}  // namespace

struct TouchFinder::Bullet {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btCollisionObject>> objects;

  ~Bullet() {
    for (auto& object : objects) world.removeCollisionObject(object.get());
  }
};

TouchFinder::TouchFinder(const RigidSetup& setup)
    : setup_(setup), bullet_(std::make_unique<Bullet>()) {
  bullet_->dispatcher.setNearCallback(near_callback);
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    bullet_->shapes.push_back(bullet_shape(setup.bodies[i].shape));
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(bullet_->shapes.back().get());
    object->setActivationState(DISABLE_DEACTIVATION);
    object->setUserIndex(static_cast<int>(i));
    // Before it is added: bodies that all stand at the origin would be n^2 overlapping pairs.
    object->setWorldTransform(transform_of(setup.bodies[i].pose));
    bullet_->world.addCollisionObject(object.get());
    bullet_->objects.push_back(std::move(object));
  }
}

TouchFinder::~TouchFinder() = default;

namespace {

// Points between a hull and anything else; Bullet reports gaps up to its breaking threshold too.
void add_hull_points(const btPersistentManifold& manifold, const std::vector<Pose>& poses,
                     std::vector<TouchFeature>& features) {
  int a = manifold.getBody0()->getUserIndex(), b = manifold.getBody1()->getUserIndex();
  const bool swapped = a > b;
  if (swapped) std::swap(a, b);
  for (int k = 0; k < manifold.getNumContacts(); ++k) {
    const btManifoldPoint& point = manifold.getContactPoint(k);
    if (point.getDistance() / kUnit > kTouchDistance) continue;
    Vec3 on_a = metres(point.getPositionWorldOnA()), on_b = metres(point.getPositionWorldOnB());
    Vec3 normal{point.m_normalWorldOnB.x(), point.m_normalWorldOnB.y(), point.m_normalWorldOnB.z()};
    if (swapped) std::swap(on_a, on_b), normal = -normal;
    TouchFeature f{TouchFeature::Kind::points, a, b, k, {}, {}, {}, false};
    f.local_a = to_body(poses[a], on_a);
    f.local_b = to_body(poses[b], on_b);
    f.local_normal = rotate_back(poses[b].rotation, normal);
    features.push_back(f);
  }
}

// Points of two overlapping (grown) bars => features with the growth taken out again.
void add_bar_points(const btPersistentManifold& manifold, const RigidSetup& setup,
                    const std::vector<Pose>& poses, std::vector<TouchFeature>& features) {
  int a = manifold.getBody0()->getUserIndex(), b = manifold.getBody1()->getUserIndex();
  const bool swapped = a > b;
  if (swapped) std::swap(a, b);
  if (setup.bodies[a].fixed && setup.bodies[b].fixed) return;
  for (int k = 0; k < manifold.getNumContacts(); ++k) {
    const btManifoldPoint& point = manifold.getContactPoint(k);
    Vec3 on_a = metres(point.getPositionWorldOnA()), on_b = metres(point.getPositionWorldOnB());
    Vec3 normal{point.m_normalWorldOnB.x(), point.m_normalWorldOnB.y(), point.m_normalWorldOnB.z()};
    if (swapped) std::swap(on_a, on_b), normal = -normal;
    const Vec3 normal_a = rotate_back(poses[a].rotation, normal);
    const Vec3 normal_b = rotate_back(poses[b].rotation, normal);
    TouchFeature f{TouchFeature::Kind::points, a, b, k, {}, {}, {}, false};
    f.local_a = clamp_to_bar(to_body(poses[a], on_a), setup.bodies[a].shape);
    f.local_b = clamp_to_bar(to_body(poses[b], on_b), setup.bodies[b].shape);
    f.normal_on_a = along_an_axis(normal_a) && !along_an_axis(normal_b);
    f.local_normal = f.normal_on_a ? normal_a : normal_b;
    // The two points must lie at the true distance. Faces: Bullet's, with the growth taken out;
    // edges, where Bullet is off by 1e-5 of the size: from the extent of both bars along the
    // normal.
    double gap =
        point.getDistance() / kUnit + kGrowth * (sum_of_sides(normal_a) + sum_of_sides(normal_b));
    if (!along_an_axis(normal_a) && !along_an_axis(normal_b))
      gap = dot(normal, poses[a].position - poses[b].position) -
            extent(setup.bodies[a].shape, normal_a) - extent(setup.bodies[b].shape, normal_b);
    const Vec3 world_a = to_world(poses[a], f.local_a), world_b = to_world(poses[b], f.local_b);
    const double error = dot(normal, world_a - world_b) - gap;
    f.local_b += rotate_back(poses[b].rotation, error * normal);
    features.push_back(f);
  }
}

constexpr std::size_t kFloorCorners = 8;

/// Of the corners below `height`, at most kFloorCorners: the lowest, then always the one farthest
/// from those taken. A coin that lands flat has a hundred, and eight of them hold it as well.
std::vector<int> floor_corners(const std::vector<Vec3>& corners, const Pose& pose, double height) {
  std::vector<int> low;
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (const Vec3 x = to_world(pose, corners[i]); x.y < height) {
      low.push_back(static_cast<int>(i));
      places.push_back(x);
    }
  if (low.size() <= kFloorCorners) return low;
  std::size_t next = 0;
  for (std::size_t i = 1; i < low.size(); ++i)
    if (places[i].y < places[next].y) next = i;
  std::vector<double> distance(low.size(), std::numeric_limits<double>::infinity());
  std::vector<int> chosen;
  while (chosen.size() < kFloorCorners) {
    chosen.push_back(low[next]);
    for (std::size_t i = 0; i < low.size(); ++i)
      distance[i] = std::min(distance[i], norm(places[i] - places[next]));
    next = static_cast<std::size_t>(std::max_element(distance.begin(), distance.end()) -
                                    distance.begin());
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void add_floor(int body, const CollisionShape& shape, const Pose& pose, double height,
               std::vector<TouchFeature>& features) {
  if (pose.position.y - outer_radius(shape) > height + kTouchDistance) return;
  using Kind = TouchFeature::Kind;
  if (const auto* hull = std::get_if<HullShape>(&shape)) {
    for (const int k : floor_corners(hull->corners, pose, height + kTouchDistance))
      features.push_back({Kind::corner_floor, body, kFloor, k, hull->corners[k], {}, {}, false});
    return;
  }
  if (!is_bar(shape)) {
    features.push_back({Kind::sphere_floor, body, kFloor, 0, {}, {}, {}, false});
    return;
  }
  const auto& bar = std::get<BarShape>(shape);
  double lowest = height + 1;
  for (int k = 0; k < 8; ++k) lowest = std::min(lowest, to_world(pose, corner_of(bar, k)).y);
  if (lowest > height + kTouchDistance) return;
  for (int k = 0; k < 8; ++k)
    features.push_back({Kind::corner_floor, body, kFloor, k, corner_of(bar, k), {}, {}, false});
}

}  // namespace

void TouchFinder::find(const std::vector<Pose>& poses, std::vector<TouchFeature>& features) {
  features.clear();
  const auto& bodies = setup_.bodies;
  if (setup_.floor)
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (!bodies[i].fixed)
        add_floor(static_cast<int>(i), bodies[i].shape, poses[i], setup_.floor_height, features);
  if (bodies.size() < 2) return;

  // Bullet keeps old points otherwise; what it finds must depend on the poses alone.
  for (int m = 0; m < bullet_->dispatcher.getNumManifolds(); ++m)
    bullet_->dispatcher.getManifoldByIndexInternal(m)->clearManifold();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bullet_->objects[i]->setWorldTransform(transform_of(poses[i]));
  bullet_->world.performDiscreteCollisionDetection();

  const std::size_t first = features.size();
  const btBroadphasePairArray& pairs =
      bullet_->broadphase.getOverlappingPairCache()->getOverlappingPairArray();
  for (int p = 0; p < pairs.size(); ++p) {
    int a = static_cast<btCollisionObject*>(pairs[p].m_pProxy0->m_clientObject)->getUserIndex();
    int b = static_cast<btCollisionObject*>(pairs[p].m_pProxy1->m_clientObject)->getUserIndex();
    if (a > b) std::swap(a, b);
    const bool bar_a = is_bar(bodies[a].shape), bar_b = is_bar(bodies[b].shape);
    if ((bar_a && bar_b) || (bodies[a].fixed && bodies[b].fixed)) continue;
    if (is_hull(bodies[a].shape) || is_hull(bodies[b].shape)) continue;
    using Kind = TouchFeature::Kind;
    TouchFeature f{Kind::sphere_sphere, a, b, 0, {}, {}, {}, false};
    if (bar_a != bar_b) f.kind = bar_a ? Kind::bar_sphere : Kind::sphere_bar;
    if (touch(f, bodies[a].shape, poses[a], bodies[b].shape, poses[b], 0).gap < kTouchDistance)
      features.push_back(f);
  }
  for (int m = 0; m < bullet_->dispatcher.getNumManifolds(); ++m) {
    const btPersistentManifold& manifold = *bullet_->dispatcher.getManifoldByIndexInternal(m);
    const RigidBodySetup& a = bodies[manifold.getBody0()->getUserIndex()];
    const RigidBodySetup& b = bodies[manifold.getBody1()->getUserIndex()];
    if (a.fixed && b.fixed) continue;
    if (is_hull(a.shape) || is_hull(b.shape))
      add_hull_points(manifold, poses, features);
    else
      add_bar_points(manifold, setup_, poses, features);
  }
  std::sort(features.begin() + static_cast<std::ptrdiff_t>(first), features.end(),
            [](const TouchFeature& x, const TouchFeature& y) {
              return std::tie(x.a, x.b, x.id) < std::tie(y.a, y.b, y.id);
            });
}

}  // namespace peal
