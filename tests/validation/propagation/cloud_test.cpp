// Clouds: elements with travel times of their own, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/constants.h"
#include "base/parallel.h"
#include "emission/ensemble.h"
#include "propagation/cloud_paths.h"
#include "propagation/propagation.h"

namespace peal {
namespace {

constexpr double kCloudSpeed = 343.2;

/// One element on a path x(t), with strengths m(t) and d(t).
struct Element {
  std::function<Vec3(double)> position, velocity;
  std::function<double(double)> monopole = [](double) { return 0.0; };
  std::function<Vec3(double)> dipole = [](double) { return Vec3{}; };
};

void fill(const Element& element, std::size_t index, double rate, std::int64_t first,
          CloudBlock& block) {
  for (int k = 0; k < CloudBlock::kKnots; ++k) {
    const double t = static_cast<double>(first + k * CloudBlock::kKnot) / rate;
    block.place(index, k) = {element.position(t), element.velocity(t)};
  }
  for (int n = 0; n < CloudBlock::kSamples; ++n) {
    const double t = static_cast<double>(first + n) / rate;
    block.monopole(index)[n] = static_cast<float>(element.monopole(t));
    const Vec3 d = element.dipole(t);
    for (int axis = 0; axis < 3; ++axis) block.dipole(index, axis)[n] = static_cast<float>(d[axis]);
  }
}

std::vector<float> scattered(const Element& element, const TrackedEar& ear, double rate,
                             int blocks) {
  CloudPaths paths(rate);
  Bus bus(rate, 1);
  CloudBlock block;
  const TrackedEar* ears[] = {&ear};
  for (std::int64_t first = 0; first < blocks * CloudBlock::kSamples;
       first += CloudBlock::kSamples) {
    block.clear(1);
    fill(element, 0, rate, first, block);
    paths.scatter(block, first, ears, bus);
  }
  const auto window = bus.window(0, 0, blocks * CloudBlock::kSamples);
  return {window.begin(), window.end()};
}

// Exact: e from t - e = |ear(t) - x(e)|/c by bisection, in double.
double exact_emission_of(double t, const Element& element, const Vec3& ear) {
  double low = t - 0.2, high = t;
  for (int i = 0; i < 80; ++i) {
    const double e = 0.5 * (low + high);
    (e + norm(ear - element.position(e)) / kCloudSpeed < t ? low : high) = e;
  }
  return low;
}

/// Signal over error [dB], from a time on.
double snr(const std::vector<float>& got, double rate, double from,
           const std::function<double(double)>& expected) {
  double error = 0, power = 0;
  for (std::size_t n = static_cast<std::size_t>(from * rate); n + 100 < got.size(); ++n) {
    const double exact = expected(static_cast<double>(n) / rate);
    error += (got[n] - exact) * (got[n] - exact), power += exact * exact;
  }
  return 10 * std::log10(power / error);
}

TEST(Cloud, MovingMonopoleMatchesExactRetardedTime) {
  const Vec3 ear{0, 1, 0};
  for (const double rate : {48000.0, 88200.0, 192000.0})
    for (const double speed : {0.0, 0.7, 5.0, 12.0, 40.0})
      for (const double frequency : {200.0, 5000.0, 15000.0, 19900.0}) {
        if (frequency * (1 + speed / kCloudSpeed) > 20700) continue;  // shifted beyond hearing
        Element element;
        element.position = [&](double t) { return Vec3{-1 + speed * t, 0.3, 1}; };
        element.velocity = [&](double) { return Vec3{speed, 0, 0}; };
        element.monopole = [&](double t) { return std::sin(2 * kPi * frequency * t); };
        const auto got =
            scattered(element, TrackedEar(PoseTrack(Pose{ear, {}}), kCloudSpeed), rate, 24);
        const double found = snr(got, rate, 0.02, [&](double t) {
          const double e = exact_emission_of(t, element, ear);
          return element.monopole(e) / norm(ear - element.position(e));
        });
        // 20 kHz at 48 kHz lies in the roll-off of the long kernel.
        EXPECT_GT(found, rate < 80000 && frequency > 16000 ? 50 : 60)
            << rate << " Hz, " << speed << " m/s, " << frequency << " Hz";
      }
}

TEST(Cloud, ShakenElementIsModulatedAsItsWayIs) {
  // A point of a ringing rod: 0.1 mm at 800 Hz along the ray, 0.5 m/s, sends 9 kHz.
  const Vec3 ear{0.6, 0, 0};
  const double rate = 88200, shake = 2 * kPi * 800, amplitude = 1e-4;
  Element element;
  element.position = [&](double t) { return Vec3{amplitude * std::sin(shake * t), 0, 0}; };
  element.velocity = [&](double t) { return Vec3{amplitude * shake * std::cos(shake * t), 0, 0}; };
  element.monopole = [](double t) { return std::sin(2 * kPi * 9000 * t); };
  const auto got = scattered(element, TrackedEar(PoseTrack(Pose{ear, {}}), kCloudSpeed), rate, 12);
  EXPECT_GT(snr(got, rate, 0.01,
                [&](double t) {
                  const double e = exact_emission_of(t, element, ear);
                  return element.monopole(e) / norm(ear - element.position(e));
                }),
            60);
}

TEST(Cloud, StillDipoleHasItsNearAndFarField) {
  // p = cos(theta) (d/r^2 + d'/(c r)) at the retarded time
  for (const double rate : {48000.0, 88200.0})
    for (const double frequency : {90.0, 900.0, 9000.0, 18000.0}) {
      const double omega = 2 * kPi * frequency;
      const Vec3 ear{0.3, 0.1, 0};
      const double r = norm(ear), cosine = ear.x / r;
      Element element;
      element.position = element.velocity = [](double) { return Vec3{}; };
      element.dipole = [&](double t) { return Vec3{std::sin(omega * t), 0, 0}; };
      const auto got =
          scattered(element, TrackedEar(PoseTrack(Pose{ear, {}}), kCloudSpeed), rate, 20);
      EXPECT_GT(snr(got, rate, 0.02,
                    [&](double t) {
                      const double phase = omega * (t - r / kCloudSpeed);
                      return cosine * (std::sin(phase) / (r * r) +
                                       omega * std::cos(phase) / (kCloudSpeed * r));
                    }),
                60)
          << rate << " Hz, " << frequency << " Hz";
    }
}

/// Many elements at random places of a ball, each with a dipole and a monopole of its own.
class Swarm final : public SourceCloud {
 public:
  Swarm(std::size_t elements, double rate) : rate_(rate) {
    std::uint32_t state = 1;
    const auto draw = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 - 0.5; };
    for (std::size_t i = 0; i < elements; ++i) {
      const Vec3 at{draw(), 1 + draw(), draw()}, d{draw(), draw(), draw()};
      const double frequency = 2000 + 8000 * draw(), m = draw();
      Element element;
      element.position = [at](double t) { return at + Vec3{0.3 * t, 0, 0}; };
      element.velocity = [](double) { return Vec3{0.3, 0, 0}; };
      const auto wave = [frequency](double t) {
        return t < 0 ? 0 : std::sin(2 * kPi * frequency * t);
      };
      element.monopole = [m, wave](double t) { return m * wave(t); };
      element.dipole = [d, wave](double t) { return wave(t) * d; };
      elements_.push_back(element);
    }
  }
  const std::string& name() const override { return name_; }
  double rate() const override { return rate_; }
  const PoseTrack& track() const override { return track_; }
  void emit(std::int64_t first, CloudBlock& block) override {
    block.clear(elements_.size());
    for (std::size_t i = 0; i < elements_.size(); ++i) fill(elements_[i], i, rate_, first, block);
  }
  const Element& element(std::size_t i) const { return elements_[i]; }

 private:
  std::string name_ = "swarm";
  double rate_;
  PoseTrack track_{Pose{{0, 1, 0}, {}}};
  std::vector<Element> elements_;
};

std::vector<float> hear_swarm(std::size_t elements, double block, int threads,
                              const std::optional<FloorPlane>& floor = {}) {
  set_thread_limit(threads);
  Ensemble ensemble;
  ensemble.add(std::make_unique<Swarm>(elements, 88200));
  Propagation propagation(
      ensemble.emitters(), {TrackedEar(PoseTrack(Pose{{1, 0.4, 2}, {}}), kCloudSpeed)}, 1,
      [](const Emitter&) { return Sends{}; }, floor);
  std::vector<std::vector<float>> out;
  for (double until = block; until < 0.05 + block / 2; until += block) {
    propagation.carry(until);
    // Motion is not forgotten before it is used.
    EXPECT_LE(propagation.oldest_needed(), propagation.motion_needed(until));
    for (auto& [rate, bus] : propagation.buses())
      bus.take(static_cast<std::int64_t>(std::ceil(until * rate - 1e-9)), out);
  }
  set_thread_limit(2);
  out.at(0).resize(4000);
  return out.at(0);
}

TEST(Cloud, SameSamplesForAnyThreadsAndBlocks) {
  const auto one = hear_swarm(150, 0.05, 1);
  EXPECT_EQ(hear_swarm(150, 0.05, 2), one);
  EXPECT_EQ(hear_swarm(150, 0.001, 2), one);
  EXPECT_EQ(hear_swarm(150, 0.0037, 1), one);
}

TEST(Cloud, FloorIsAMirrorForEachElement) {
  // Image sources: each element again at the mirrored ear, times what the floor throws back.
  const FloorPlane floor{0.1, Ground{}};
  const auto got = hear_swarm(40, 0.01, 2, floor);
  const Swarm swarm(40, 88200);
  const auto pressure = [&](double t, const Vec3& ear) {
    double sum = 0;
    for (std::size_t i = 0; i < 40; ++i) {
      const Element& element = swarm.element(i);
      const double e = exact_emission_of(t, element, ear), h = 1e-7;
      const Vec3 ray = ear - element.position(e);
      const double r = norm(ray);
      // d' along the ray, over the element's own clock as heard: (1 - M) turns it into arrival time
      const double doppler = 1 - dot(element.velocity(e), ray) / (r * kCloudSpeed);
      const Vec3 rate = (element.dipole(e + h) - element.dipole(e - h)) / (2 * h * doppler);
      sum += element.monopole(e) / r + dot(ray, element.dipole(e)) / (r * r * r) +
             dot(ray, rate) / (kCloudSpeed * r * r);
    }
    return sum;
  };
  EXPECT_GT(snr(got, 88200, 0.02,
                [&](double t) {
                  return pressure(t, {1, 0.4, 2}) + pressure(t, {1, -0.2, 2});
                }),
            60);
}

}  // namespace
}  // namespace peal
