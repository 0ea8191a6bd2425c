#include "sources/contacts/resting_places.h"

#include <algorithm>
#include <cmath>

#include "dsp/lowest_points.h"
#include "motion/rigid/scene_motion.h"
#include "physics/elastic/materials/damping.h"
#include "sources/contacts/contact_side.h"

namespace peal {
namespace {

constexpr double kTypicalHertz = 1e3;  // [Hz] at which the loss factor of the contact is taken
constexpr double kAlike = 1.5;         // of two weights: bodies of a stack

double loss_of(const Scene& scene, int body) {
  if (body == kFloor && !scene.motion.floor) return 0;
  const std::string& name =
      body == kFloor ? scene.motion.floor->material : scene.objects[body].material;
  return loss_factor_at(scene.material(name).damping, kTypicalHertz);
}

/// Which of the two lies with its lowest points on the other: the lighter one of a plate and a cup,
/// in a stack of plates the upper one.
int lying_side(const ContactSample& sample, const Scene& scene) {
  const auto weight = [&](int body) {
    return moves_freely(scene, body) ? scene.objects[body].geometry->solid.mass *
                                           scene.material(scene.objects[body].material).density
                                     : 1e300;
  };
  const double a = weight(sample.body_a), b = weight(sample.body_b);
  if (std::max(a, b) > kAlike * std::min(a, b)) return a < b ? 0 : 1;
  return dot(sample.normal, scene.motion.gravity) <= 0 ? 0 : 1;
}

}  // namespace

std::vector<RestPlace> rest_places(const ContactSample& sample, const Scene& scene,
                                   const Ensemble& ensemble, const ResonatorPool& resonators) {
  const int bodies[2] = {sample.body_a, sample.body_b};
  RingingTwin* twins[2] = {nullptr, nullptr};
  for (int s = 0; s < 2; ++s) {
    Resonator* resonator = bodies[s] == kFloor ? nullptr : resonators.resonator(bodies[s]);
    if (resonator && resonator->body().modes() > 0)
      twins[s] = resonators.contacts()->twin(*resonator);
  }
  if (!twins[0] && !twins[1]) return {};
  const int lying = lying_side(sample, scene);
  if (bodies[lying] == kFloor) return {};
  const BodyGeometry& geometry = *scene.objects[bodies[lying]].geometry;
  const Pose pose = ensemble.track(bodies[lying]).pose_at(sample.time);
  const Vec3 down = rotate_back(pose.rotation, lying == 0 ? -sample.normal : sample.normal);
  Vec3 points[kRestPoints];
  const int count =
      lowest_points(geometry.surface.vertices, down, norm(geometry.high - geometry.low), points);
  const double loss = loss_of(scene, bodies[0]) + loss_of(scene, bodies[1]);
  std::vector<RestPlace> out;
  for (const Vec3& point : std::span(points, static_cast<std::size_t>(count))) {
    const Vec3 world = to_world(pose, point);
    RestPlace place;
    place.load = sample.normal_force / count;
    place.restitution = pair_values(scene, bodies[0], bodies[1]).restitution;
    double radius[2], modulus[2], yield = 0;
    for (int s = 0; s < 2; ++s) {
      RestSide& side = place.side[s];
      side = {bodies[s], twins[s], world, sample.normal, {}, {}};
      if (bodies[s] != kFloor) {
        const Pose own = ensemble.track(bodies[s]).pose_at(sample.time);
        side.point = to_body(own, world), side.normal = rotate_back(own.rotation, sample.normal);
      }
      const ContactSide hertz = contact_side(scene, bodies[s], side.point, side.normal);
      radius[s] = hertz.radius, modulus[s] = hertz.modulus, yield += hertz.yield;
      if (!side.twin) continue;
      const RingingBody& body = side.twin->resonator->body();
      body.project(side.point, side.normal, side.shape);
      std::fill_n(side.shape.end() - body.sways(), body.sways(), 0.0);  // it lies on a table
    }
    const HertzPair pair{reduced(radius[0], radius[1]), 1, reduced(modulus[0], modulus[1])};
    place.spring = rest_spring(hertz_contact(pair, 1).stiffness, place.load, loss, yield);
    for (RestSide& side : place.side)
      for (std::size_t i = 0; i < side.shape.size(); ++i)
        side.decay.push_back(
            closed_rest_decay(side.shape[i], side.twin->ladder.omega()[i], place.spring));
    out.push_back(std::move(place));
  }
  return out;
}

}  // namespace peal
