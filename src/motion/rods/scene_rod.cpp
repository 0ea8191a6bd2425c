#include "motion/rods/scene_rod.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "base/constants.h"
#include "base/error.h"
#include "base/hash.h"
#include "physics/elastic/materials/damping.h"
#include "physics/rods/rod_equilibrium.h"

namespace peal {
namespace {

constexpr double kBalance = 1e-6;        // of gravity: an equilibrium
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
  for (const Vec3& own : rod_directions(shape, rod_points(shape))) {
    const std::size_t edge = design.d1.size(), next = (edge + 1) % design.points.size();
    const Vec3 along = normalized(design.points[next] - design.points[edge], {1, 0, 0});
    // A polygon's principal axes may be turned against the given ones.
    design.d1.push_back(
        rotate(Quat::from_axis_angle(along, section.axis), rotate(object.rotation, own)));
  }
  design.material = {material.young, material.young / (2 * (1 + material.poisson)),
                     material.density};
  design.thick = object.rod.thick;
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

void find_equilibrium(const Scene& scene, const ObjectSpec& object, ElasticRod& rod) {
  RodStepSettings settings;
  settings.gravity = scene.motion.gravity;
  settings.most_iterations = 30;
  RodStepper stepper(rod, settings);
  add_supports(object, rod, stepper);
  const double weight = std::max(norm(settings.gravity), 1e-3);
  const EquilibriumReport report = settle(rod, stepper, kBalance * weight);
  if (!report.found)
    fail(
        "object '{}': no equilibrium found in {} steps, {:.3g} m/s^2 are left; is it held well "
        "enough, and does its line begin near where it will hang?",
        object.name, report.steps, report.unbalanced);
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
