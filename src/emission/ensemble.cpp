#include "emission/ensemble.h"

#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "geometry/shape_rules.h"

namespace peal {
namespace {

std::string key_of(const BodySoundRequest& request) {
  const auto add = [](Hasher& hasher, const Vec3& v) { hasher.add(v.x).add(v.y).add(v.z); };
  Hasher hasher;
  add_to_hash(hasher, request.shape);
  const Material& m = request.material;
  hasher.add(static_cast<int>(request.level)).add(m.young).add(m.poisson).add(m.density);
  hasher.add(m.damping.alpha).add(m.damping.beta).add(m.damping.gamma);
  hasher.add(request.max_frequency).add(request.max_modes);
  for (const FixedBox& box : request.fixed_boxes) {
    add(hasher, box.min), add(hasher, box.max);
    for (const bool held : box.held) hasher.add(held);
  }
  hasher.add(request.air.speed_of_sound).add(request.air.density);
  return hasher.result().hex();
}

}  // namespace

void Ensemble::want_resonator(int object, const std::string& name,
                              const BodySoundRequest& request) {
  wanted_.try_emplace(object, Wanted{name, key_of(request), request});
}

void Ensemble::add(std::unique_ptr<PointEmitter> emitter) { points_.push_back(std::move(emitter)); }
void Ensemble::add(std::unique_ptr<SourceCloud> cloud) { clouds_.push_back(std::move(cloud)); }

std::size_t Ensemble::different_bodies() const {
  std::set<std::string> keys;
  for (const auto& [object, wanted] : wanted_) keys.insert(wanted.key);
  return keys.size();
}

void Ensemble::prepare(ModesLibrary& library, const std::function<void()>& done) {
  BodySounds sounds(library);
  prepare(sounds, done);
}

void Ensemble::prepare(BodySounds& sounds, const std::function<void()>& done) {
  ModesLibrary& library = *sounds.library;
  std::map<std::string, const Wanted*> first_of;
  for (const auto& [object, wanted] : wanted_)
    if (!sounds.known.contains(wanted.key)) first_of.try_emplace(wanted.key, &wanted);
  std::vector<const Wanted*> units;
  for (const auto& [key, wanted] : first_of) {
    units.push_back(wanted);
    library.plan(wanted->request);
  }

  std::vector<std::shared_ptr<const BodySound>> bodies(units.size());
  parallel_for(units.size(), [&](std::size_t i) {
    try {
      bodies[i] = std::make_shared<const BodySound>(units[i]->request, library);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      fail("object '{}': {}", units[i]->name, error.what());
    }
    if (done) done();
  });

  for (std::size_t i = 0; i < units.size(); ++i) sounds.known[units[i]->key] = bodies[i];
  for (const auto& [object, wanted] : wanted_) {
    auto resonator = std::make_unique<Resonator>(wanted.name, sounds.known.at(wanted.key),
                                                 (*tracks_)[object], ears_);
    resonators_[object] = resonator.get();
    points_.push_back(std::move(resonator));
  }
}

Resonator* Ensemble::resonator(int object) const {
  const auto found = resonators_.find(object);
  return found == resonators_.end() ? nullptr : found->second;
}

}  // namespace peal
