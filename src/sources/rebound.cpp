#include "sources/rebound.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "emission/body_sounds.h"
#include "models/bodies/contact_modes.h"
#include "physics/contact/hertz.h"
#include "sources/blow_response.h"
#include "sources/contacts/contact_side.h"
#include "sources/source.h"

namespace peal {
namespace {

constexpr double kRate = 48000;   // [Hz] of the sub-steps' samples
constexpr double kHeard = 20000;  // [Hz] whatever is heard of a body, its contacts feel these modes
constexpr int kMostModes = 400;   // the ladder's tail stands for those above

class ReboundOfBodies final : public ImpactLaw {
 public:
  ReboundOfBodies(const Scene& scene, ModesLibrary& library,
                  const std::function<void(double)>& tell)
      : scene_(&scene), library_(&library) {
    std::vector<NamedBodyRequest> bodies;
    std::vector<std::size_t> declared;
    std::set<std::size_t> known;  // copies share one
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      if (!rings(object) || !known.insert(object.declared).second) continue;
      bodies.push_back({object.name, request(static_cast<int>(i))});
      declared.push_back(object.declared);
    }
    for (const NamedBodyRequest& body : bodies) library.plan(with_contact_modes(body.request));
    try {
      const auto sounds = analysed_bodies(bodies, library, tell);
      for (std::size_t i = 0; i < sounds.size(); ++i) keep(declared[i], sounds[i]);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error&) {  // said when it is struck: body()
    }
  }

  static bool rings(const ObjectSpec& object) {
    return object.rings() && object.geometry->has_volume();
  }

  double restitution(const ImpactQuestion& q) override {
    const Body *a = body(q.a), *b = q.b < 0 ? nullptr : body(q.b);
    const ContactSide of_a = contact_side(*scene_, q.a, q.point_a, q.normal_a);
    const ContactSide of_b = contact_side(*scene_, q.b, q.point_b, q.normal_b);
    const double mobility = of_a.mobility + of_b.mobility;
    const bool gives_way = a || b || of_a.yield > 0 || of_b.yield > 0;
    if (!gives_way || !(mobility > 0)) return q.restitution;
    const HertzPair pair{reduced(of_a.radius, of_b.radius), 1 / mobility,
                         reduced(of_a.modulus, of_b.modulus)};
    const HertzSpring spring{hertz_contact(pair, q.speed).stiffness,
                             rolling_loss(q.restitution, q.speed)};
    const RestingSide sides[2] = {side(a, q.point_a, q.normal_a), side(b, q.point_b, q.normal_b)};
    ImpactPair blow;
    blow.mobility = mobility;
    blow.yield = of_a.yield + of_b.yield;
    blow.spring = spring;
    blow.speed = q.speed;
    blow.rate = kRate;
    return responses_.of(sides, blow).restitution;
  }

  std::span<const double> modes(int object) override {
    const Body* struck = object < 0 ? nullptr : body(object);
    return struck ? std::span<const double>(struck->omega) : std::span<const double>();
  }

  void shapes(int object, const Vec3& point, std::vector<Vec3>& out) override {
    const Body* struck = body(object);
    out.assign(struck->omega.size(), Vec3{});
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 along;
      along[axis] = 1;
      struck->sound->project_contact(point, along, row_);
      for (std::size_t j = 0; j < out.size(); ++j) out[j][axis] = row_[j];
    }
  }

 private:
  struct Body {
    std::shared_ptr<const BodySound> sound;
    std::unique_ptr<ImpactLadder> ladder;
    std::vector<double> omega;  // [rad/s] of its contact poles
  };

  static RestingSide side(const Body* body, const Vec3& point, const Vec3& normal) {
    if (!body) return {};
    return {body->sound.get(), body->ladder.get(), point, normal};
  }

  BodySoundRequest request(int object) const {
    BodySoundRequest out = body_sound_request(*scene_, object);
    out.level = MeshLevel::draft;
    out.max_frequency = kHeard;
    out.max_modes = kMostModes;
    out.fixed_boxes.clear();
    out.material.damping = {0, 0, {}};
    out.material.thermal = {};
    out.radiation = Radiation::transfer;  // never asked for: nobody hears it
    return out;
  }

  /// None when it does not ring. Copies share one.
  const Body* body(int object) {
    const ObjectSpec& spec = scene_->objects[static_cast<std::size_t>(object)];
    if (!rings(spec)) return nullptr;
    auto found = bodies_.find(spec.declared);
    if (found == bodies_.end())
      found = keep(spec.declared, std::make_shared<BodySound>(request(object), *library_));
    return found->second.ladder->modes() > 0 ? &found->second : nullptr;
  }

  std::map<std::size_t, Body>::iterator keep(std::size_t declared,
                                             std::shared_ptr<const BodySound> sound) {
    auto ladder = std::make_unique<ImpactLadder>(sound->contact_poles(), kRate, true);
    std::vector<double> omega;
    for (const Complex<double>& pole : sound->contact_poles())
      omega.push_back(std::hypot(pole.re, pole.im));
    return bodies_
        .try_emplace(declared, Body{std::move(sound), std::move(ladder), std::move(omega)})
        .first;
  }

  const Scene* scene_;
  ModesLibrary* library_;
  std::map<std::size_t, Body> bodies_;  // by declared object
  BlowResponses responses_;
  std::vector<double> row_;
};

}  // namespace

std::shared_ptr<ImpactLaw> rebound_of_bodies(const Scene& scene, ModesLibrary& library,
                                             const std::function<void(double)>& tell) {
  if (scene.motion.rebound == Rebound::materials) return nullptr;
  const bool plate = scene.motion.floor && scene.motion.floor->kind == FloorKind::plate;
  if (!plate && std::none_of(scene.objects.begin(), scene.objects.end(), ReboundOfBodies::rings))
    return nullptr;
  return std::make_shared<ReboundOfBodies>(scene, library, tell);
}

}  // namespace peal
