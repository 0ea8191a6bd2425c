#include "motion/rigid/rigid_setup.h"

#include "base/error.h"

namespace peal {
namespace {

constexpr double kLongestStep = 0.02;  // [s] a bounce shorter than this cannot be followed

void check_range(double value, double low, double high, const char* what, const char* unit) {
  if (!(value >= low && value <= high))
    fail("rigid motion: {} is {} {}; expected {} to {}", what, value, unit, low, high);
}

bool positive(const Vec3& v) { return is_finite(v) && v.x > 0 && v.y > 0 && v.z > 0; }

struct ShapeCheck {
  const RigidBodySetup& body;
  const std::string& who;

  void operator()(const SphereShape& s) const {
    if (!(s.radius > 0 && std::isfinite(s.radius)))
      fail("rigid motion: {}: radius is {} m; expected > 0", who, s.radius);
  }
  void operator()(const BarShape& s) const {
    if (!positive(s.size))
      fail("rigid motion: {}: size is {} x {} x {} m; expected > 0", who, s.size.x, s.size.y,
           s.size.z);
  }
  void operator()(const CylinderShape& s) const {
    if (!positive({s.radius, s.height, 1}) || !(std::abs(norm(s.axis) - 1) < 1e-6))
      fail("rigid motion: {}: radius {} m, height {} m; expected > 0, and a unit axis", who,
           s.radius, s.height);
  }
  void operator()(const EllipsoidShape& s) const {
    if (!positive(s.radii))
      fail("rigid motion: {}: radii are {} x {} x {} m; expected > 0", who, s.radii.x, s.radii.y,
           s.radii.z);
  }
  void operator()(const HullShape& s) const {
    if (s.corners.empty() && s.rims.empty()) fail("rigid motion: {}: its hull has no corners", who);
    for (const Vec3& corner : s.corners) finite(corner);
    for (const RimArc& rim : s.rims) finite(rim.at(rim.half_angle));
    if (!(s.round >= 0 && std::isfinite(s.round)))
      fail("rigid motion: {}: its skin is {} m thick; expected >= 0", who, s.round);
  }
  void operator()(const PartsShape& s) const {
    if (s.parts.empty()) fail("rigid motion: {}: it has no parts", who);
    for (const HullShape& part : s.parts) (*this)(part);
  }
  void operator()(const TrianglesShape& s) const {
    if (!body.fixed)
      fail("rigid motion: {}: a surface without inside cannot move; make it static", who);
    for (const auto& t : s.triangles)
      for (const Vec3& corner : t) finite(corner);
  }
  void finite(const Vec3& corner) const {
    if (!is_finite(corner)) fail("rigid motion: {}: a corner of it is not a number", who);
  }
};

void check_body(const RigidBodySetup& body, const std::string& who) {
  if (body.absent) return;
  std::visit(ShapeCheck{body, who}, *body.shape);
  const Quat& q = body.pose.rotation;
  if (!is_finite(body.pose.position) || !(dot(q, q) > 0) || !std::isfinite(dot(q, q)))
    fail("rigid motion: {}: the start pose is not a number", who);
  if (!(body.restitution >= 0 && body.restitution <= 1))
    fail("rigid motion: {}: restitution is {}; expected 0 to 1", who, body.restitution);
  if (!(body.friction >= 0 && std::isfinite(body.friction)))
    fail("rigid motion: {}: friction is {}; expected >= 0", who, body.friction);
  if (body.fixed) return;
  if (!(body.mass > 0 && std::isfinite(body.mass)))
    fail("rigid motion: {}: mass is {} kg; expected > 0 (or make it fixed)", who, body.mass);
  const Vec3& i = body.inertia_diagonal;
  const double slack = 1 + 1e-9;
  if (!positive(i) || i.x > (i.y + i.z) * slack || i.y > (i.z + i.x) * slack ||
      i.z > (i.x + i.y) * slack)
    fail(
        "rigid motion: {}: inertia {} {} {} kg m^2 belongs to no body; each must be > 0 and "
        "at most the sum of the others",
        who, i.x, i.y, i.z);
  if (!is_finite(body.velocity) || !is_finite(body.spin))
    fail("rigid motion: {}: the start velocity or spin is not a number", who);
}

}  // namespace

std::string label(const RigidSetup& setup, int body) {
  const std::string& name = setup.bodies[body].name;
  return name.empty() ? fmt::format("body {}", body) : fmt::format("object '{}'", name);
}

void check(const RigidSetup& setup) {
  check_range(setup.step, 1e-6, kLongestStep, "the step", "s");
  check_range(setup.min_closing_speed, 0, 1e3, "the smallest closing speed", "m/s");
  check_range(setup.rolling_resistance, 0, 1, "the rolling resistance", "");
  check_range(setup.edge_resistance, 0, 1, "the rolling resistance of edges", "");
  check_range(setup.floor_restitution, 0, 1, "the floor's restitution", "");
  check_range(setup.floor_friction, 0, 1e3, "the floor's friction", "");
  if (!is_finite(setup.gravity) || !std::isfinite(setup.floor_height))
    fail("rigid motion: gravity or floor height is not a number");
  for (std::size_t i = 0; i < setup.bodies.size(); ++i)
    check_body(setup.bodies[i], label(setup, static_cast<int>(i)));
}

}  // namespace peal
