#include "motion/rods/scene_rod.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "base/constants.h"
#include "base/error.h"
#include "base/hash.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

constexpr double kLossFrequency = 1000;  // [Hz] at which viscous damping has the material's loss

Vec3 centre_of(const ElasticRod& rod) {
  Vec3 sum;
  double mass = 0;
  for (int i = 0; i < rod.points(); ++i) sum += rod.mass(i) * rod.point(i), mass += rod.mass(i);
  return sum / mass;
}

}  // namespace

double viscous_of(const Scene& scene, const ObjectSpec& object) {
  const double loss = loss_factor_at(scene.material(object.material).damping, kLossFrequency);
  return object.rod.viscous.value_or(loss / (2 * kPi * kLossFrequency));
}

RodSection section_of(const RodOutline& outline) {
  if (const auto* s = std::get_if<CircleOutline>(&outline)) return circle_section(s->radius);
  if (const auto* s = std::get_if<TubeOutline>(&outline))
    return tube_section(s->radius, s->radius - s->thickness);
  if (const auto* s = std::get_if<EllipseOutline>(&outline)) return ellipse_section(s->a, s->b);
  if (const auto* s = std::get_if<RectangleOutline>(&outline))
    return rectangle_section(s->width, s->height);
  std::vector<SectionPoint> corners;
  for (const Vec3& c : outline_points(outline, 0)) corners.push_back({c.x, c.y});
  // Boundary elements take most of a second: equal outlines share them.
  static std::mutex mutex;
  static std::map<std::string, RodSection> known;
  Hasher hasher;
  for (const SectionPoint& c : corners) hasher.add(c.x).add(c.y);
  const std::lock_guard lock(mutex);
  const auto [found, fresh] = known.try_emplace(hasher.result().hex());
  if (fresh) try {
      found->second = polygon_section(corners);
    } catch (...) {
      known.erase(found);
      throw;
    }
  return found->second;
}

std::unique_ptr<ElasticRod> make_rod(const Scene& scene, const ObjectSpec& object) {
  const auto& shape = std::get<RodShape>(object.shape);
  const Material& material = scene.material(object.material);
  RodDesign design;
  for (const Vec3& own : rod_points(shape))
    design.points.push_back(object.position + rotate(object.rotation, own));
  design.closed = is_closed(shape);
  std::vector<Vec3> placed;  // where it is drawn to
  if (object.rod.stretch != 1) {
    placed = design.points;
    for (Vec3& point : design.points)
      point = object.position + (point - object.position) / object.rod.stretch;
  }
  const RodSection section = section_of(shape.section);
  design.sections = {section};
  const Vec3 along = normalized(design.points[1] - design.points[0], {1, 0, 0});
  Vec3 up = rotate(object.rotation, shape.up);
  // A polygon's principal axes may be turned against the given ones.
  if (section.axis != 0) up = rotate(Quat::from_axis_angle(along, section.axis), up);
  if (norm(cross(up, along)) < 1e-6 * norm(up))
    up = std::abs(along.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  design.d1 = {up};
  design.material = {material.young, material.young / (2 * (1 + material.poisson)),
                     material.density};
  auto rod = std::make_unique<ElasticRod>(design);
  if (shape.rest_curvature.size() == 3) {
    // From `up` and across to the principal axes.
    const double c = std::cos(section.axis), s = std::sin(section.axis);
    const double bend1 = c * shape.rest_curvature[0] + s * shape.rest_curvature[1],
                 bend2 = c * shape.rest_curvature[1] - s * shape.rest_curvature[0];
    const int first = rod->closed() ? 0 : 1,
              last = rod->closed() ? rod->points() : rod->points() - 1;
    for (int i = first; i < last; ++i) {
      const double l = rod->share(i);
      rod->set_rest(i, bend1 * l, bend2 * l, shape.rest_curvature[2] * l);
    }
  }
  if (!placed.empty()) rod->move(placed);
  const Vec3 centre = centre_of(*rod);
  for (int i = 0; i < rod->points(); ++i)
    rod->set_velocity(i, object.velocity + cross(object.spin, rod->point(i) - centre));
  return rod;
}

RodStepSettings step_settings(const Scene& scene, const ObjectSpec& object) {
  RodStepSettings settings;
  settings.step = 1 / scene.motion.rod_rate;
  settings.gravity = scene.motion.gravity;
  settings.drag = object.rod.drag;
  settings.viscous = viscous_of(scene, object);
  return settings;
}

void add_supports(const ObjectSpec& object, const ElasticRod& rod, RodStepper& stepper) {
  const auto nearest = [](double at, int last) { return static_cast<int>(std::lround(at * last)); };
  for (const RodSupport& support : object.rod.supports) {
    const int point = nearest(support.at, rod.points() - 1);
    if (support.kind == RodSupport::Kind::pin) stepper.pin(point);
    if (support.kind == RodSupport::Kind::clamp)
      stepper.clamp(nearest(support.at, rod.edges() - 1));
    if (support.kind == RodSupport::Kind::spring)
      stepper.add_spring(point, rod.point(point), Vec3{1, 1, 1} * support.stiffness,
                         Vec3{1, 1, 1} * support.damping);
  }
}

}  // namespace peal
