#include "motion/rigid/scene_motion.h"

#include <map>

#include "models/bodies/convex_parts.h"
#include "scene/mix.h"

namespace peal {
namespace {

/// Copies of a shape are cut into pieces once and share them.
class CollisionShapes {
 public:
  const SharedShape& of(const ObjectSpec& object) {
    const auto known = shapes_.find(object.geometry.get());
    return known != shapes_.end()
               ? known->second
               : shapes_.emplace(object.geometry.get(), make(object)).first->second;
  }

 private:
  static CollisionShape make(const ObjectSpec& object) {
    if (const auto* sphere = std::get_if<SphereShape>(&object.shape)) return *sphere;
    if (const auto* bar = std::get_if<BarShape>(&object.shape)) return *bar;
    if (const auto* box = std::get_if<BoxShape>(&object.shape))
      return BarShape{box->size, box->edge_radius};
    if (const auto* plate = std::get_if<PlateShape>(&object.shape))
      return BarShape{{plate->length, plate->thickness, plate->width}, 0};
    const BodyGeometry& geometry = *object.geometry;
    if (const auto* coin = std::get_if<CoinShape>(&object.shape))
      return CylinderShape{rotate_back(geometry.frame.axes, {0, 1, 0}), coin->radius,
                           coin->thickness};
    if (const auto* ellipsoid = std::get_if<EllipsoidShape>(&object.shape))
      return EllipsoidShape{along_body_axes(ellipsoid->radii, geometry.frame)};
    if (!geometry.has_volume()) return triangles(geometry.surface);
    PartsShape parts;
    for (ConvexPart& part : collision_parts(object.shape, geometry))
      parts.parts.push_back({std::move(part.corners), part.round, std::move(part.rims)});
    return parts;
  }
  // The body axes are those of the ellipsoid in some order.
  static Vec3 along_body_axes(const Vec3& radii, const BodyFrame& frame) {
    Vec3 out;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 unit;
      unit[axis] = 1;
      const Vec3 own = frame.turn_to_own(unit);
      out[axis] = norm(Vec3{radii.x * own.x, radii.y * own.y, radii.z * own.z});
    }
    return out;
  }
  static TrianglesShape triangles(const TriangleMesh& surface) {
    TrianglesShape out;
    for (std::size_t t = 0; t < surface.triangles.size(); ++t)
      out.triangles.push_back({surface.corner(t, 0), surface.corner(t, 1), surface.corner(t, 2)});
    return out;
  }
  std::map<const BodyGeometry*, SharedShape> shapes_;
};

/// Keyframes of the shape's own frame => knots of the body frame.
PoseTrack path_of(const ObjectSpec& object) {
  std::vector<PoseKnot> knots;
  for (const ObjectKeyframe& key : object.path)
    knots.push_back({key.time, object.body_pose(key.position, key.rotation), {}, {}});
  PoseTrack track;
  const auto slope = [&](std::size_t i) {  // from knot i to the next
    return (knots[i + 1].pose.position - knots[i].pose.position) /
           (knots[i + 1].time - knots[i].time);
  };
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const Vec3 in = i > 0 ? slope(i - 1) : Vec3{}, out = i + 1 < knots.size() ? slope(i) : Vec3{};
    PoseKnot knot = knots[i];
    if (object.smooth_path && i > 0 && i + 1 < knots.size()) {
      const double before = knots[i].time - knots[i - 1].time,
                   after = knots[i + 1].time - knots[i].time;
      knot.velocity = (after * in + before * out) / (before + after);
      track.append(knot);
    } else if (object.smooth_path) {
      track.append(knot);
    } else {
      knot.velocity = in;
      track.append(knot);
      knot.velocity = out;
      track.append(knot);
    }
  }
  return track;
}

RigidBodySetup body_setup(const Scene& scene, const ObjectSpec& object, CollisionShapes& shapes) {
  const Material& material = scene.material(object.material);
  const MassProperties& solid = object.geometry->solid;
  RigidBodySetup body;
  body.name = object.name;
  body.absent = object.body != BodyKind::rigid;
  body.shape = body.absent ? SharedShape(SphereShape{}) : shapes.of(object);
  body.mass = material.density * solid.mass;
  body.inertia_diagonal =
      material.density * Vec3{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
  body.pose = object.pose();
  body.velocity = object.velocity;
  body.spin = object.spin;
  body.restitution = material.restitution;
  body.friction = material.friction;
  body.fixed = object.is_static;
  body.path = path_of(object);
  body.release = object.release;
  return body;
}

RigidJoint joint_setup(const Scene& scene, const JointSpec& spec) {
  RigidJoint joint;
  joint.kind = spec.kind == JointKind::ball    ? RigidJoint::Kind::ball
               : spec.kind == JointKind::hinge ? RigidJoint::Kind::hinge
                                               : RigidJoint::Kind::string;
  joint.a = scene.object_index(spec.a);
  joint.b = spec.b ? scene.object_index(*spec.b) : -1;
  const Pose a = scene.objects[joint.a].pose();
  const Vec3 other = spec.to.value_or(spec.at + Vec3{0, spec.length.value_or(0), 0});
  joint.local_a = to_body(a, spec.at);
  joint.local_b = joint.b < 0 ? other : to_body(scene.objects[joint.b].pose(), other);
  joint.axis = rotate_back(a.rotation, spec.axis);
  joint.length = spec.length.value_or(norm(other - spec.at));
  joint.collide = spec.collide.value_or(spec.kind == JointKind::string);
  return joint;
}

bool names(const std::string& name, const Scene& scene, int object) {
  if (object < 0) return name == kFloorName;
  const std::string& own = scene.objects[object].name;
  return name == own || name == group_of(own);
}

bool is_of(const PairSpec& spec, const Scene& scene, int a, int b) {
  return (names(spec.a, scene, a) && names(spec.b, scene, b)) ||
         (names(spec.a, scene, b) && names(spec.b, scene, a));
}

void add_pairs(const Scene& scene, RigidSetup& setup) {
  if (scene.motion.pairs.empty()) return;
  std::map<std::string, std::vector<int>>
      numbers;  // of RigidPair; an object may be named as a group
  numbers[kFloorName] = {-1};
  std::map<std::string, int> groups;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const std::string& name = scene.objects[i].name;
    numbers[name].push_back(static_cast<int>(i));
    const std::string group = group_of(name);
    if (group.empty()) continue;
    const auto [known, fresh] = groups.try_emplace(group, static_cast<int>(groups.size()));
    if (fresh) numbers[group].push_back(pair_of_group(known->second));
    setup.bodies[i].group = known->second;
  }
  for (const PairSpec& spec : scene.motion.pairs)
    for (const int a : numbers[spec.a])
      for (const int b : numbers[spec.b])
        setup.pairs.push_back({a, b, spec.restitution.value_or(-1), spec.friction.value_or(-1)});
}

}  // namespace

// As RigidWorld::restitution and ::friction decide from the setup: the last pair of the list
// counts.
PairValues pair_values(const Scene& scene, int a, int b) {
  const auto own = [&](int body) -> PairValues {
    if (body != kFloor) {
      const Material& material = scene.material(scene.objects[body].material);
      return {material.restitution, material.friction};
    }
    const FloorSpec floor = scene.motion.floor.value_or(FloorSpec());
    const Material& material = scene.material(floor.material);
    return {floor.restitution.value_or(material.restitution),
            floor.friction.value_or(material.friction)};
  };
  const PairValues of_a = own(a), of_b = own(b);
  PairValues values{std::min(of_a.restitution, of_b.restitution),
                    std::sqrt(of_a.friction * of_b.friction)};
  const PairSpec* last = nullptr;
  for (const PairSpec& spec : scene.motion.pairs)
    if (is_of(spec, scene, a, b)) last = &spec;
  if (last) values.restitution = last->restitution.value_or(values.restitution);
  if (last) values.friction = last->friction.value_or(values.friction);
  return values;
}

RigidSetup rigid_setup(const Scene& scene) {
  RigidSetup setup;
  setup.step = scene.motion.step;
  setup.begin = -scene.motion.preroll;
  setup.gravity = scene.motion.gravity;
  setup.min_closing_speed = scene.motion.min_closing_speed;
  setup.floor = scene.motion.floor.has_value();
  if (const auto& floor = scene.motion.floor) {
    const Material& material = scene.material(floor->material);
    setup.floor_height = floor->height;
    setup.floor_restitution = floor->restitution.value_or(material.restitution);
    setup.floor_friction = floor->friction.value_or(material.friction);
  }
  CollisionShapes shapes;
  for (const ObjectSpec& object : scene.objects)
    setup.bodies.push_back(body_setup(scene, object, shapes));
  for (const JointSpec& joint : scene.motion.joints)
    setup.joints.push_back(joint_setup(scene, joint));
  add_pairs(scene, setup);
  return setup;
}

}  // namespace peal
