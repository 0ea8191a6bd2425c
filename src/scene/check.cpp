#include "scene/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "scene/listener_track.h"

namespace peal {
namespace {

/// Solid angle of the surface seen from the point over 4 pi: 1 inside, 0 outside (van Oosterom and
/// Strackee 1983).
double winding(const TriangleMesh& surface, const Vec3& p) {
  double angle = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Vec3 a = surface.corner(t, 0) - p, b = surface.corner(t, 1) - p,
               c = surface.corner(t, 2) - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    angle += 2 * std::atan2(dot(a, cross(b, c)),
                            la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4 * kPi);
}

bool inside(const ObjectSpec& object, const Vec3& world_point) {
  const Vec3 p = to_body(object.pose(), world_point);
  if (const auto* sphere = std::get_if<SphereShape>(&object.shape)) return norm(p) < sphere->radius;
  const BodyGeometry& body = *object.geometry;
  const Vec3 own = body.frame.to_own(p);
  for (int i = 0; i < 3; ++i)
    if (own[i] <= body.low[i] || own[i] >= body.high[i]) return false;
  return body.has_volume() && winding(body.surface, p) > 0.5;
}

/// Distance from the centre down to the lowest point [m].
double depth(const ObjectSpec& object) {
  if (const auto* sphere = std::get_if<SphereShape>(&object.shape)) return sphere->radius;
  const Vec3 up = rotate_back(object.pose().rotation, {0, 1, 0});
  double lowest = 0;
  for (const Vec3& x : object.geometry->surface.vertices) lowest = std::min(lowest, dot(up, x));
  return -lowest;
}

void check_fixed(const ObjectSpec& object, const Cursor& at) {
  const Vec3 &low = object.geometry->low, &high = object.geometry->high;
  const Cursor fixed = at.child("fixed");
  for (std::size_t k = 0; k < object.fixed.size(); ++k)
    for (int i = 0; i < 3; ++i)
      if (object.fixed[k].min[i] > high[i] || object.fixed[k].max[i] < low[i]) {
        fixed.child(k).error(
            "the box lies outside the object, whose {} runs from {:.6g} to {:.6g} m", "xyz"[i],
            low[i], high[i]);
        break;
      }
  if (!object.fixed.empty() && !object.is_static)
    fixed.warn(
        "object '{}' is clamped in its own frame, yet it can move: its clamp moves with it; "
        "make it static if the clamp stands still",
        object.name);
}

void check_legs(const ObjectSpec& object, const Cursor& at) {
  if (object.legs && !object.legs->points.empty() && !object.is_static)
    at.child("legs").warn(
        "object '{}' can move, so its legs are not heard: only a static object stands on legs",
        object.name);
}

void check_listeners(const Scene& scene, const Cursor& at) {
  for (std::size_t i = 0; i < scene.listeners.size(); ++i) {
    const ListenerSpec& listener = scene.listeners[i];
    const Cursor here = at.child(i), position = here.child("position"), path = here.child("path");
    for (const ObjectSpec& object : scene.objects)
      if (inside(object, listener.position))
        position.warn("listener '{}' is inside object '{}' at the start", listener.name,
                      object.name);
    if (scene.motion.floor && listener.position.y < scene.motion.floor->height)
      position.warn("listener '{}' is below the floor", listener.name);

    double time = 0;
    Vec3 from = listener.position, look = listener.look, up = listener.up;
    const double arm = listener.kind == ListenerKind::stereo ? listener.spacing / 2 : 0;
    for (std::size_t k = 0; k < listener.path.size(); ++k) {
      const ListenerKeyframe& keyframe = listener.path[k];
      const Quat before = listener_rotation(look, up);
      look = keyframe.look.value_or(look), up = keyframe.up.value_or(up);
      const double turn = norm(listener_turn(before, listener_rotation(look, up)));
      const double speed = (norm(keyframe.position - from) + arm * turn) / (keyframe.time - time);
      if (!(speed < scene.air.speed_of_sound))
        path.child(k).error(
            "the listener would come here at {:.4g} m/s; expected less than the "
            "speed of sound, {} m/s",
            speed, scene.air.speed_of_sound);
      time = keyframe.time, from = keyframe.position;
    }
  }
}

void check_objects(const Scene& scene, const Cursor& at) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    const Cursor here = at.child(object.declared);
    if (!(norm(object.velocity) < scene.air.speed_of_sound))
      here.child("velocity")
          .error("the object starts at {:.4g} m/s; expected less than the speed of sound, {} m/s",
                 norm(object.velocity), scene.air.speed_of_sound);
    if (i == 0 || scene.objects[i - 1].declared != object.declared) {  // copies are held alike
      check_fixed(object, here);
      check_legs(object, here);
    }
    // What rests on the floor may be written with a few digits.
    const double down = depth(object), lowest = object.pose().position.y - down;
    if (scene.motion.floor && !object.is_static &&
        lowest < scene.motion.floor->height - 1e-3 * down)
      here.child("position")
          .warn("object '{}' reaches {:.3g} m into the floor at the start", object.name,
                scene.motion.floor->height - lowest);
  }
}

void check_joints(const Scene& scene, const Cursor& at) {
  const Cursor joints = at.child("joints");
  const auto one_body = [&](const std::string& name, const Cursor& place) {
    const int index = scene.object_index(name);
    if (index < 0) place.error("'{}' has copies; name one of them, such as '{}.001'", name, name);
    return index;
  };
  for (std::size_t i = 0; i < scene.motion.joints.size(); ++i) {
    const JointSpec& joint = scene.motion.joints[i];
    const Cursor here = joints.child(i);
    const int a = one_body(joint.a, here.child("a"));
    const int b = joint.b ? one_body(*joint.b, here.child("b")) : -1;
    const auto held = [&](int index) {
      return index < 0 || scene.objects[index].is_static || scene.objects[index].animated();
    };
    if (a >= 0 && held(a) && held(b)) here.error("neither of the two can move");
    if (joint.length && joint.to && *joint.length < norm(*joint.to - joint.at) * (1 - 1e-9))
      here.child("length").error("expected at least {:.6g} m, the distance of its ends, got {}",
                                 norm(*joint.to - joint.at), *joint.length);
    if (joint.kind == JointKind::string && !joint.length && joint.to && *joint.to == joint.at)
      here.child("to").error("a string needs two different ends, or a length");
    if (a >= 0) {
      const ObjectSpec& object = scene.objects[a];
      const double away = norm(joint.at - object.pose().position);
      const double size = norm(object.geometry->high - object.geometry->low);
      if (away > 2 * size)
        here.child("at").warn(
            "the joint holds '{}' {:.3g} m from its centre, but it is only {:.3g} m "
            "large: as if by a rod without mass",
            joint.a, away, size);
    }
  }
}

constexpr double kJoined = 1e-3;  // [m] apart

/// [m] The point of a rod that is nearest to a place along it.
Vec3 rod_place(const ObjectSpec& object, double at) {
  const auto& shape = std::get<RodShape>(object.shape);
  const std::vector<Vec3> points = rod_points(shape);
  const auto last = static_cast<double>(is_closed(shape) ? points.size() : points.size() - 1);
  const auto i = static_cast<std::size_t>(std::lround(at * last)) % points.size();
  return object.position + rotate(object.rotation, points[i]);
}

void check_rod(const Scene& scene, const ObjectSpec& object, const Cursor& at) {
  if (object.body != BodyKind::rod) return;
  const RodSettings& rod = object.rod;
  const auto complain = [&](const char* field, const std::string& what) {
    at.child("objects").error("'{}': `rod.{}`: {}", object.name, field, what);
  };
  for (const RodJoint& joint : rod.joints) {
    const int other = scene.object_index(joint.to);
    if (other < 0)
      complain("joints", fmt::format("'{}' has copies; name one of them", joint.to));
    else if (scene.objects[other].body != BodyKind::rod)
      complain("joints", fmt::format("'{}' is no rod", joint.to));
    else if (scene.objects[other].rod.equilibrium || rod.equilibrium)
      complain("joints", "the equilibrium of joined rods is not looked for; leave it out");
    else if (const double apart =
                 norm(rod_place(object, joint.at) - rod_place(scene.objects[other], joint.to_at));
             apart > kJoined)
      at.child("objects").warn(
          "'{}': `rod.joints`: its place and that of '{}' are {:.3g} m apart at the start: as "
          "if joined by a rod without mass",
          object.name, joint.to, apart);
  }
  if (!rod.equilibrium) return;
  if (rod.supports.empty()) complain("equilibrium", "nothing holds it; give it `rod.supports`");
  if (norm(object.velocity) > 0 || norm(object.spin) > 0)
    complain("equilibrium", "it begins at rest; leave out velocity and spin");
}

void check_matter(const Scene& scene, const Cursor& at) {
  const Cursor joints = at.child("motion").child("joints"), grains = at.child("grains");
  for (std::size_t i = 0; i < scene.motion.joints.size(); ++i)
    for (const auto& [field, name] :
         {std::pair{"a", scene.motion.joints[i].a}, {"b", scene.motion.joints[i].b.value_or("")}})
      if (const int object = scene.object_index(name);
          object >= 0 && scene.objects[object].body != BodyKind::rigid)
        joints.child(i).child(field).error(
            "'{0}' is a {1}; they are held by {2}, not by joints", name,
            scene.objects[object].body == BodyKind::rod ? "rod" : "solid",
            scene.objects[object].body == BodyKind::rod ? "`rod.supports`" : "`solid.held`");
  for (const ObjectSpec& object : scene.objects) check_rod(scene, object, at);
  for (std::size_t i = 0; i < scene.grains.size(); ++i) {
    const GrainsSpec& crowd = scene.grains[i];
    const Cursor here = grains.child(i);
    if (scene.object_index(crowd.name) >= 0)
      here.child("name").error("'{}' is also the name of an object", crowd.name);
    if (scene.motion.floor && crowd.position.y - crowd.size.y / 2 < scene.motion.floor->height)
      here.child("position")
          .error("the region of '{}' reaches {:.3g} m into the floor", crowd.name,
                 scene.motion.floor->height - crowd.position.y + crowd.size.y / 2);
  }
  if (!scene.motion.take.empty() && scene.has_matter() && scene.motion.take_offset != 0)
    at.child("motion")
        .child("take_offset")
        .error(
            "expected 0: the emission tracks of rods, solids and grains cannot be moved in time");
}

}  // namespace

void check_scene(const Scene& scene, const Cursor& at) {
  check_joints(scene, at.child("motion"));
  check_listeners(scene, at.child("listeners"));
  check_objects(scene, at.child("objects"));
  check_matter(scene, at);
  if (scene.duration * scene.output.rate < 0.5)
    at.child("duration")
        .error("expected at least {} s, one sample at {} Hz, got {}", 1.0 / scene.output.rate,
               scene.output.rate, scene.duration);
  if (scene.sources.empty())
    at.child("sources").warn("there are no sources; the sound will be silent");
}

}  // namespace peal
