// The handover types, pushed through emission and propagation by sources that do not exist yet:
// (a) a cloud of two dipole elements, (b) a resonator driven by two exciters at once, (c) an
// emitter with lead and tail. (d), two internal rates in one mix, is in validation/render.
#include <gtest/gtest.h>

#include <cmath>

#include "emission/body_sound.h"
#include "emission/click_emitter.h"
#include "emission/ensemble.h"
#include "emission/resonator.h"
#include "propagation/propagation.h"

namespace peal {
namespace {

constexpr double kC = 343.2;

std::vector<float> hear(Ensemble& ensemble, const Vec3& ear, double seconds, double block,
                        const std::function<void(double, double)>& happen = {}) {
  Propagation propagation(ensemble.emitters(), {TrackedEar(PoseTrack(Pose{ear, {}}), kC)});
  std::vector<std::vector<float>> out;
  double known = 0;
  for (double until = block; until < seconds + block / 2; until += block) {
    const double needed = propagation.motion_needed(until);
    if (happen) happen(known, needed);
    known = needed;
    propagation.carry(until);
    for (auto& [rate, bus] : propagation.buses())
      bus.take(static_cast<std::int64_t>(std::ceil(until * rate - 1e-9)), out);
  }
  return out.at(0);
}

// (a) Two opposite dipoles: a longitudinal quadrupole, as a rod between two bends would be.
class TwoDipoles final : public SourceCloud {
 public:
  const std::string& name() const override { return name_; }
  double rate() const override { return 48000; }
  const PoseTrack& track() const override { return track_; }
  void emit(std::int64_t first, CloudBlock& block) override {
    block.clear(2);
    for (std::size_t i = 0; i < 2; ++i) {
      const double sign = i == 0 ? -1 : 1;
      for (int knot = 0; knot < CloudBlock::kKnots; ++knot)
        block.place(i, knot) = {{sign * kHalf, 0, 0}, {}};
      for (int n = 0; n < CloudBlock::kSamples; ++n) {
        const double t = static_cast<double>(first + n) / rate();
        block.dipole(i, 0)[n] =
            static_cast<float>(t > 0 ? sign * std::sin(2 * kPi * kFrequency * t) : 0);
      }
    }
  }
  static constexpr double kFrequency = 800, kHalf = 0.05;

 private:
  std::string name_ = "rod";
  PoseTrack track_{Pose{}};
};

TEST(InterfaceProof, CloudOfTwoDipoles) {
  const std::vector<PoseTrack> none;
  Ensemble ensemble;
  ensemble.add(std::make_unique<TwoDipoles>());
  const double distance = 0.8, omega = 2 * kPi * TwoDipoles::kFrequency;
  const auto got = hear(ensemble, {distance, 0, 0}, 0.1, 0.01);
  ASSERT_EQ(got.size(), 4800u);
  double worst = 0, peak = 0;
  for (int n = 1000; n < 4700; ++n) {
    double expected = 0;
    for (int sign : {-1, 1}) {
      const double r = distance - sign * TwoDipoles::kHalf, phase = omega * (n / 48000.0 - r / kC);
      expected += sign * (std::sin(phase) / (r * r) + omega * std::cos(phase) / (kC * r));
    }
    worst = std::max(worst, std::abs(got[n] - expected)), peak = std::max(peak, std::abs(expected));
  }
  EXPECT_LT(worst, 1e-3 * peak);
}

// (b) One resonator, two exciters: the sound is the sum of both, because there is one modal state.
TEST(InterfaceProof, ResonatorDrivenByTwoExciters) {
  BodySoundRequest request;
  request.shape = BarShape{{0.2, 0.01, 0.02}, 0.0005};
  const auto body = std::make_shared<const BodySound>(request);
  const std::vector<PoseTrack> tracks{PoseTrack(Pose{})};
  const Push hammer{0.010, 1e-4, {0.1, 0.005, 0}, {0, -0.01, 0}};
  const Push scrape{0.0103, 2e-3, {-0.04, 0.005, 0.01}, {0, -0.02, 0.004}};
  const auto sound_of = [&](const std::vector<Push>& pushes) {
    Ensemble ensemble;
    auto resonator = std::make_unique<Resonator>("bar", body, tracks[0], 1);
    Resonator* bar = resonator.get();
    ensemble.add(std::move(resonator));
    return hear(ensemble, {0.2, 0.5, 0.1}, 0.1, 0.005, [&](double from, double to) {
      for (const Push& push : pushes)
        if (push.time >= from && push.time < to) bar->push(push);
    });
  };
  const auto both = sound_of({hammer, scrape}), one = sound_of({hammer}),
             other = sound_of({scrape});
  double worst = 0, peak = 0;
  for (std::size_t n = 0; n < both.size(); ++n) {
    worst = std::max<double>(worst, std::abs(both[n] - one[n] - other[n]));
    peak = std::max<double>(peak, std::abs(both[n]));
  }
  EXPECT_GT(peak, 1e-4);
  EXPECT_LT(worst, 1e-5 * peak);
}

// (c) A click that begins before its event and ends after it, known only when it happens.
class ProofClick final : public PointEmitter {
 public:
  explicit ProofClick(const PoseTrack& track) : track_(&track) {}
  void at(double time) { events_.push_back(time); }
  const std::string& name() const override { return name_; }
  double rate() const override { return 192000; }
  double lead() const override { return 1.5e-3; }
  double tail() const override { return 2.5e-3; }
  const PoseTrack& track() const override { return *track_; }
  void emit(const Stretch& stretch, std::span<const Ear* const> ears,
            std::span<float* const> out) override {
    for (std::size_t ear = 0; ear < ears.size(); ++ear)
      for (int n = 0; n < stretch.count; ++n)
        for (double event : events_)
          out[ear][n] += static_cast<float>(shape((stretch.first + n) / rate() - event));
  }
  double shape(double t) const {  // smooth from -lead to tail
    const double u = (t + lead()) / (lead() + tail());
    return u <= 0 || u >= 1 ? 0 : std::pow(std::sin(kPi * u), 2) * std::cos(2 * kPi * 5000 * t);
  }

 private:
  std::string name_ = "click";
  const PoseTrack* track_;
  std::vector<double> events_;
};

TEST(InterfaceProof, EmitterWithLeadAndTail) {
  const std::vector<PoseTrack> tracks{PoseTrack(Pose{})};
  for (double event : {0.0123, 0.0004}) {  // the second one begins before the scene does
    Ensemble ensemble;
    auto emitter = std::make_unique<ProofClick>(tracks[0]);
    ProofClick* click = emitter.get();
    ensemble.add(std::move(emitter));
    const double distance = 0.6;
    const auto got = hear(ensemble, {0, distance, 0}, 0.03, 0.0004, [&](double from, double to) {
      if (event >= from && event < to) click->at(event);
    });
    double worst = 0;
    for (std::size_t n = 0; n < got.size(); ++n)
      worst =
          std::max(worst, std::abs(got[n] - click->shape(n / 192000.0 - distance / kC - event)));
    EXPECT_LT(worst, 1e-4) << event;
  }
}

}  // namespace
}  // namespace peal
