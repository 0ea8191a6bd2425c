// Exact fields (e^{-i omega t}); x = k a, z = k r, r from the centre; the delay r/c is taken out:
//   pulsating, v_n = V:            p = -i x rho c V (a/r) e^{-ix} / (1 - ix)
//   oscillating, v_n = V cos(th):  p = i rho c V h_1(z)/h_1'(x) cos(th), with
//   h_1(z) = -e^{iz} (z + i)/z^2,  h_1'(x) = e^{ix} (2x + 2i - i x^2)/x^3
#include "sources/tone.h"

#include <complex>

#include "base/constants.h"
#include "base/error.h"
#include "io/schema/vector_types.h"
#include "scene/mix.h"

namespace peal {
namespace {

using std::complex;
constexpr complex<double> kI{0, 1};

enum class ToneSphere { pulsating, oscillating };

struct ToneSettings {
  ToneSphere sphere = ToneSphere::pulsating;
  double radius = 0.02;     // [m]
  double frequency = 1000;  // [Hz]
  double amplitude = 0.01;  // [m/s] V
  double fade = 0.01;       // [s] at the start
  Vec3 position;            // [m] at time 0
  Vec3 axis{0, 1, 0};       // of oscillation
  Vec3 velocity;            // [m/s] of the whole sphere
};

class ToneEmitter final : public PointEmitter {
 public:
  ToneEmitter(const ToneSettings& settings, const Air& air, double duration, int mechanism)
      : settings_(settings),
        air_(air),
        mechanism_(mechanism),
        k_(2 * kPi * settings.frequency / air.speed_of_sound) {
    while (settings.frequency > 0.42 * rate_) rate_ *= 2;
    const double until = duration + 1;  // emission runs ahead of the last sample heard
    for (double t : {0.0, until})
      track_.append({t, {settings.position + t * settings.velocity, {}}, settings.velocity, {}});
  }

  const std::string& name() const override { return name_; }
  MixShare share() const override { return {mechanism_, true}; }
  double rate() const override { return rate_; }
  double lead() const override { return settings_.radius / air_.speed_of_sound; }
  double tail() const override { return 3600; }
  const PoseTrack& track() const override { return track_; }

  void emit(const Stretch& stretch, std::span<const Ear* const> ears,
            std::span<float* const> out) override {
    for (std::size_t i = 0; i < ears.size(); ++i) {
      for (int j = 0; j < stretch.count; ++j) {
        const double t = static_cast<double>(stretch.first + j) / rate_;
        if (t <= 0) continue;
        const Vec3 centre = track_.position_at(t);
        const complex<double> w = weight(ears[i]->at_arrival(t, centre) - centre);
        const double phase = 2 * kPi * std::fmod(settings_.frequency * t, 1.0);
        const double fade = t < settings_.fade ? 0.5 - 0.5 * std::cos(kPi * t / settings_.fade) : 1;
        out[i][j] += static_cast<float>(
            fade * (w * complex<double>(std::cos(phase), -std::sin(phase))).real());
      }
    }
  }

 private:
  complex<double> weight(const Vec3& ray) const {
    const double r = std::max(norm(ray), settings_.radius);
    const double x = k_ * settings_.radius, z = k_ * r;
    const double impedance = air_.density * air_.speed_of_sound;
    if (settings_.sphere == ToneSphere::pulsating)
      return -kI * x * impedance * settings_.amplitude * settings_.radius * std::exp(-kI * x) /
             (1.0 - kI * x) / r;
    const double cosine = dot(ray, settings_.axis) / r;
    const complex<double> h = -(z + kI) / (z * z);                                // times e^{iz}
    const complex<double> slope = (2 * x + 2.0 * kI - kI * x * x) / (x * x * x);  // times e^{ix}
    return kI * impedance * settings_.amplitude * cosine * h / slope * std::exp(-kI * x);
  }

  ToneSettings settings_;
  Air air_;
  int mechanism_;
  double k_;
  double rate_ = 48000;
  PoseTrack track_;
  std::string name_ = "tone";
};

class ToneSource final : public Source {
 public:
  void excite(const MotionBlock&) override {}  // it sounds by itself
};

const char* const kToneExample = R"({
  "peal": 1, "name": "tone", "duration": 0.3,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0, 1]}],
  "sources": [{"kind": "tone", "frequency": 1000, "position": [0, 0, 0]}]
})";

}  // namespace

SourceKind tone_kind() {
  Record<ToneSettings> settings(
      "tone", Decides::sound,
      "A sphere vibrating with known velocity: its pressure is known exactly everywhere.");
  settings
      .choice("sphere", &ToneSettings::sphere,
              {{"pulsating", "all of the surface moves in and out"},
               {"oscillating", "the sphere moves to and fro along `axis`"}},
              "How it vibrates.")
      .number("radius", &ToneSettings::radius, Range{1e-4, 10}, "m", "Radius.")
      .number("frequency", &ToneSettings::frequency, Range{1, 80000}, "Hz", "Frequency.")
      .number("amplitude", &ToneSettings::amplitude, Range{0, 1000}, "m/s",
              "Largest velocity of the surface.")
      .number("fade", &ToneSettings::fade, Range{0, 10}, "s", "Time to full strength.")
      .field("position", &ToneSettings::position, vector({-1e4, 1e4}, "m"), "Centre at the start.")
      .required()
      .field("axis", &ToneSettings::axis, direction(), "Direction of oscillation.")
      .field("velocity", &ToneSettings::velocity, vector({-300, 300}, "m/s"),
             "Velocity with which the whole sphere travels.");
  return {source_kind("tone", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            auto tone = settings_of<ToneSettings>(spec);
            tone.amplitude *= mechanism_gain(scene, "tone");
            if (!(norm(tone.velocity) < scene.air.speed_of_sound))
              fail(
                  "{}:{}/velocity: the sphere travels at {:.4g} m/s; expected less than the speed "
                  "of sound, {} m/s",
                  scene.file, spec.path, norm(tone.velocity), scene.air.speed_of_sound);
            ensemble.add(std::make_unique<ToneEmitter>(tone, scene.air, scene.duration,
                                                       ensemble.mechanism("tone")));
            return std::make_unique<ToneSource>();
          },
          kToneExample};
}

}  // namespace peal
