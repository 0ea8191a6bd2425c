#include "sources/friction.h"

#include <cmath>
#include <optional>

#include "base/error.h"
#include "dsp/friction_contact.h"
#include "dsp/given_force.h"
#include "dsp/modal/mass_body.h"
#include "dsp/rolling_exciter.h"
#include "emission/given/given_modes.h"
#include "emission/resonator_pool.h"
#include "physics/contact/moving.h"
#include "physics/contact/roughness_kernel.h"
#include "scene/mix.h"
#include "sources/curve_file.h"
#include "sources/friction_record.h"
#include "sources/friction_settings.h"

namespace peal {
namespace {

constexpr double kLongestRecord = 300;  // [s] 2.7 MB of memory each

class FrictionSource final : public Source, public ContactDriver {
 public:
  FrictionSource(const FrictionSettings& settings, const SourceSpec& spec, const Scene& scene,
                 Ensemble& ensemble)
      : settings_(settings),
        object_(scene.object_index(settings.object)),
        gain_(mechanism_gain(scene, "friction")),
        mechanism_(ensemble.mechanism("friction")),
        resonators_(&ensemble.pool<ResonatorPool>()) {
    settings_.force = read_curve(settings.force, kForceRange, "N");
    settings_.normal_force = read_curve(settings.normal_force, kNormalRange, "N");
    settings_.resonator_force = read_curve(settings.resonator_force, kForceRange, "N");
    if (settings.speed) settings_.speed = read_curve(*settings.speed, kSpeedRange, "m/s");
    const FrictionUnevenness& uneven = settings.roughness;
    profile_ = RoughnessProfile(Roughness{1, uneven.slope, uneven.longest, uneven.shortest,
                                          scene.seed ^ source_number(spec.path)});
    if (std::holds_alternative<OwnModes>(settings.resonator)) {
      frame_ = &scene.objects[object_].geometry->frame;
      resonators_->want(object_, settings.object, body_sound_request(scene, object_), mechanism_);
      resonators_->want_contacts(object_);
    } else {
      given_ = resonators_->want_given(
          object_, settings.object,
          std::make_shared<GivenModes>(given_modes(settings.resonator),
                                       radiating_area(settings.resonator), scene.air),
          mechanism_);
    }
    const FrictionExciter& exciter = settings_.exciter;
    if (!exciter.modes.empty())
      exciter_given_ = resonators_->want_given(
          object_, settings.object,
          std::make_shared<GivenModes>(exciter.modes, exciter.area, scene.air), mechanism_);
  }

  void excite(const MotionBlock&) override {
    if (contact_) return;  // from the first block on
    ContactStage& stage = *resonators_->contacts();
    rate_ = stage.rate();
    FrictionLaw law = settings_.law;
    law.roughness = 1;  // the noise is in newtons
    contact_.emplace(law, rate_);
    if (!settings_.speed) {
      mass_.emplace(settings_.exciter.mass, settings_.exciter.damping, rate_);
      mass_->set_velocity(settings_.exciter.speed);
    }
    rub_ = stage.open();
    const Curve& push = settings_.resonator_force;
    if (!push.constant() || push.at(0) != 0) push_ = stage.open();
    if (exciter_given_ >= 0 && mass_) exciter_push_ = stage.open();
    if (settings_.rolling.load > 0) {
      roll_ = stage.open();
      const FrictionRolling& way = settings_.rolling;
      rolling_.emplace(rate_);
      rolling_->set_pair(rolling_exciter(way.radius, way.roughness, settings_.exciter.mass));
    }
    record_.begin(settings_.exciter.modes, rate_);
    stage.add(*this);
  }

  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override {
    const FrictionUnevenness& rough = settings_.roughness;
    double noise[kHop] = {};
    if (rough.strength > 0) profile_.heights(way_, slip_, kHop, noise);
    bool pressed = false;
    for (int n = 0; n < kHop; ++n) {
      const double time = (static_cast<double>(hop) * kHop + n + 0.5) / rate_;
      const double normal = settings_.normal_force.at(time);
      pressed = pressed || normal > 0;
      contact_->normal_force()[n] = normal;
      contact_->noise()[n] = rough.strength * std::max(normal, 0.0) * noise[n];
      on_resonator_.newtons()[n] = settings_.resonator_force.at(time);
      if (mass_)
        on_exciter_.newtons()[n] = mass_->external()[n] = settings_.force.at(time);
      else
        led_[n] = -settings_.speed->at(time);
    }
    if (mass_) mass_before_.emplace(*mass_);
    add_rub(out);
    if (push_ >= 0) add_push(out, push_, on_resonator_, out[out.size() - 1].a);
    if (exciter_push_ >= 0) add_push(out, exciter_push_, on_exciter_, exciter_modes());
    if (roll_ >= 0) add_roll(out, pressed);
  }

  void end_hop(const ContactHop& contact, const double* force, const double* velocity) override {
    if (contact.contact != rub_) return;
    double slid = 0;
    for (int n = 0; n < kHop; ++n) {
      slid += std::abs(velocity[n]) / rate_;
      if (!mass_) position_ -= led_[n] / rate_;
    }
    if (mass_) position_ = mass_->position();
    way_ += slip_ * kHop;  // as the profile was read
    slip_ = slid / kHop;
    if (!settings_.record) return;
    double carried[kHop] = {};  // [m/s] of the exciter's mass, mean over each sample
    for (int n = 0; n < kHop; ++n) {
      carried[n] = mass_ ? 0 : -led_[n];
      if (mass_) mass_before_->external()[n] += force[n];
    }
    if (mass_) mass_before_->add_free_velocity(0, 1, carried);
    record_.add(force, velocity, contact_->bend(), contact.a.point, carried,
                exciter_push_ >= 0 ? on_exciter_.newtons() : nullptr);
  }

  void write_results(const std::filesystem::path& folder) const override {
    for (const std::string& name : result_names()) record_.write(folder / name, rate_);
  }
  std::vector<std::string> result_names() const override {
    if (!settings_.record) return {};
    return {"friction-" + settings_.object + ".h5"};
  }

 private:
  ContactEnd exciter_modes() const {
    ContactEnd end;
    end.resonator = resonators_->given(exciter_given_);
    end.direction = {1, 0, 0};
    return end;
  }

  void add_rub(std::vector<ContactHop>& out) {
    ContactHop contact = named(rub_, *contact_);
    contact.a.resonator =
        given_ >= 0 ? resonators_->given(given_) : resonators_->resonator(object_);
    place(contact.a);
    if (exciter_given_ >= 0) {
      contact.b = exciter_modes();
      if (mass_) contact.b.rigid = &*mass_;
    } else if (mass_) {
      contact.b.own = &*mass_;
    }
    if (!mass_) contact.slip = led_;
    out.push_back(contact);
  }

  void add_push(std::vector<ContactHop>& out, int number, GivenForce& force, ContactEnd on) const {
    out.push_back(named(number, force));
    out.back().a = on;
  }

  // Pressed, a wheel is blocked and does not roll.
  void add_roll(std::vector<ContactHop>& out, bool pressed) {
    const double speed = mass_ ? std::abs(mass_->velocity()) : std::abs(led_[0]);
    const bool rolls = moves_.update(speed) && !pressed;
    if (!rolling_->prepare(rolls ? settings_.rolling.load : 0, 0, speed)) return;
    ContactHop contact = named(roll_, rolling_->normal());
    contact.a.own = &rolling_->mass();
    contact.b.resonator = resonators_->given(given_);
    contact.b.direction = {1, 0, 0};
    out.push_back(contact);
  }

  ContactHop named(int number, ContactLaw& law) const {
    ContactHop contact;
    contact.contact = number;
    contact.gain = gain_;
    contact.mechanism = mechanism_;
    contact.law = &law;
    return contact;
  }

  // Where the exciter is: it stays, or goes on by its own way.
  void place(ContactEnd& end) const {
    if (given_ >= 0) {
      end.direction = {1, 0, 0};
      return;
    }
    Vec3 point = settings_.point, direction = settings_.direction;
    const double radius = std::hypot(point.x, point.z);
    if (settings_.path == RubPath::circle && radius > 0) {
      // Towards where the direction points: right-handed about y when r x d points up.
      const double sense = dot(cross(Vec3{point.x, 0, point.z}, direction), {0, 1, 0}) < 0 ? -1 : 1;
      const Quat turn = Quat::from_axis_angle({0, 1, 0}, sense * position_ / radius);
      point = rotate(turn, point), direction = rotate(turn, direction);
    } else if (settings_.path == RubPath::line) {
      point += position_ * direction;
    }
    end.point = frame_->to_body(point);
    end.direction = frame_->turn_to_body(direction);
  }

  FrictionSettings settings_;
  int object_, given_ = -1, exciter_given_ = -1;
  int rub_ = 0, push_ = -1, exciter_push_ = -1, roll_ = -1;  // contacts
  double gain_, rate_ = 0;
  int mechanism_;
  ResonatorPool* resonators_;
  const BodyFrame* frame_ = nullptr;
  RoughnessProfile profile_;
  std::optional<FrictionContact> contact_;
  std::optional<MassBody> mass_, mass_before_;
  GivenForce on_resonator_, on_exciter_;
  std::optional<ContactSound> rolling_;
  Moving moves_;
  double led_[kHop] = {};      // [m/s] minus the speed of a led exciter
  double position_ = 0;        // [m] of the exciter
  double way_ = 0, slip_ = 0;  // [m] slid so far, and per sample
  FrictionRecord record_;
};

// A moist finger starts a thin steel strip at its end.
const char* const kFrictionExample = R"({
  "peal": 1, "name": "friction", "duration": 0.5,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
  "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
               "material": "aluminium", "position": [0, 0, 0], "static": true}],
  "sources": [{"kind": "friction", "object": "bar", "point": [0.1, 0.005, 0],
               "direction": [0, 1, 0], "speed": [[0, 0], [0.05, 0.2]], "normal_force": 4,
               "law": {"stiffness": 1e5, "damping": 1}}]
})";

}  // namespace

SourceKind friction_kind() {
  return {
      source_kind("friction", declare_friction()),
      [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
        const auto& settings = settings_of<FrictionSettings>(spec);
        const int object = scene.object_index(settings.object);
        if (object < 0)
          fail("{}:{}/object: '{}' has copies; name one of them, such as '{}.001'", scene.file,
               spec.path, settings.object, settings.object);
        if (std::holds_alternative<OwnModes>(settings.resonator) && !scene.objects[object].rings())
          fail(
              "{}:{}/object: '{}' cannot be rubbed because its sound is \"none\"; make it "
              "\"modal\" or give modes by hand (resonator)",
              scene.file, spec.path, settings.object);
        if (settings.record && scene.duration > kLongestRecord)
          fail("{}:{}/record: scenes of at most {} s can be recorded, this one has {} s",
               scene.file, spec.path, kLongestRecord, scene.duration);
        for (const SourceSpec& other : scene.sources)
          if (settings.record && &other != &spec && other.kind == spec.kind) {
            const auto& its = settings_of<FrictionSettings>(other);
            if (its.record && its.object == settings.object)
              fail("{}:{}/record: {} records the same object into the same file; only one can",
                   scene.file, spec.path, other.path);
          }
        return std::make_unique<FrictionSource>(settings, spec, scene, ensemble);
      },
      kFrictionExample};
}

}  // namespace peal
