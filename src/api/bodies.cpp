#include "api/boundary.h"
#include "base/constants.h"
#include "emission/body_sound.h"
#include "physics/elastic/materials/damping.h"
#include "sources/source.h"
#include "tools/bodies/transfer_study.h"
#include "tools/scenes/scene_object.h"

namespace peal::renderer {
namespace {

BodySoundRequest request_of(const Scene& given, const std::string& object,
                            const BodyOptions& options) {
  const peal::Scene& scene = given.data().scene;
  BodySoundRequest request = body_sound_request(scene, scene_object(scene, object));
  request.level = level_of(options.quality).value_or(request.level);
  return request;
}

}  // namespace

std::vector<Mode> modes(const Scene& scene, const std::string& object, const BodyOptions& options) {
  return within(options.watch, [&] {
    ModesLibrary library(options.cache ? ModesCache::of_user() : ModesCache());
    const BodySound body(request_of(scene, object, options), library);
    std::vector<Mode> out;
    for (int i = 0; i < body.modes(); ++i) {
      const double decay = -body.poles()[i].re;
      out.push_back({body.model().omega[i] / (2 * kPi), decay, t60_from_decay(decay)});
    }
    return out;
  });
}

struct Transfer::Data {
  TransferStudy study;
};

Transfer transfer(const Scene& scene, const std::string& object, const BodyOptions& options) {
  return within(options.watch, [&] {
    TransferStudyRequest request;
    request.name = object;
    request.body = request_of(scene, object, options);
    request.use_cache = options.cache;
    return Transfer(
        std::make_shared<const Transfer::Data>(Transfer::Data{*study_transfer(request)}));
  });
}

std::size_t Transfer::modes() const { return data_->study.modes.size(); }
double Transfer::frequency(std::size_t mode) const { return data_->study.modes.at(mode).frequency; }
double Transfer::power(std::size_t mode) const { return data_->study.modes.at(mode).power; }
double Transfer::decay(std::size_t mode) const { return data_->study.modes.at(mode).damping; }
double Transfer::error(std::size_t mode) const { return data_->study.modes.at(mode).error; }
double Transfer::radius() const { return data_->study.record.radius; }

std::array<double, 3> Transfer::centre() const {
  const Vec3 own = data_->study.frame.to_own(data_->study.record.centre);
  return {own.x, own.y, own.z};
}

std::complex<double> Transfer::pressure(std::size_t mode, const std::array<double, 3>& p) const {
  return within({}, [&]() -> std::complex<double> {
    const TransferRecord& record = data_->study.record;
    const Vec3 place = data_->study.frame.to_body({p[0], p[1], p[2]});
    if (const double r = norm(place - record.centre); !(r >= record.radius))
      fail(
          "({:g}, {:g}, {:g}) m is {:.4g} m from the centre, inside the sphere of {:.4g} m on "
          "which "
          "the sound is known; move it out",
          p[0], p[1], p[2], r, record.radius);
    const ModeTransfer& one = record.modes.at(mode);
    if (one.coefficients.empty()) return 0;
    return transfer_pressure(record, one, place);
  });
}

}  // namespace peal::renderer
