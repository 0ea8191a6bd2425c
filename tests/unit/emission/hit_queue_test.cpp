// Hits on a resonator against pushes of the same half-sine, which banks follow exactly: what rings
// on is the same, and so is the twin that contacts feel.
#include "emission/hit_queue.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "emission/contact_stage.h"
#include "emission/resonator.h"

namespace peal {
namespace {

class TenModes final : public RingingBody {
 public:
  TenModes() {
    for (int i = 0; i < 10; ++i) poles_.push_back({-5.0 - i, 2 * kPi * (300 + 1900.0 * i)});
  }
  const std::vector<Complex<double>>& poles() const override { return poles_; }
  double bounding_radius() const override { return 0.05; }
  double speed_of_sound() const override { return 343.2; }
  double max_frequency() const override { return 20000; }
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override {
    out.resize(poles_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = impulse.y * std::cos(40 * point.x * static_cast<double>(i + 1));
  }
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override {
    out.resize(poles_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::polar(1 / norm(ear), 0.3 * static_cast<double>(i));
  }

 private:
  std::vector<Complex<double>> poles_;
};

class StillEar final : public Ear {
 public:
  Vec3 at_arrival(double, const Vec3&) const override { return {0, 1, 0}; }
};

std::vector<float> sound_of(Resonator& resonator, int count) {
  const StillEar ear;
  const Ear* const ears[] = {&ear};
  std::vector<float> out(static_cast<std::size_t>(count));
  float* const rows[] = {out.data()};
  resonator.emit({0, count}, ears, rows);
  return out;
}

std::vector<Hit> some_hits() {
  std::vector<Hit> hits;
  for (int k = 0; k < 30; ++k)
    hits.push_back({0.0011 + 0.00037 * k, 2e-5 + 1e-6 * k, {0.001 * k, 0, 0}, {0, 1e-3, 0}, 0});
  return hits;
}

TEST(Hits, LeaveWhatPushesLeave) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator hit("hit", body, track, 1), pushed("pushed", body, track, 1);
  for (const Hit& h : some_hits()) {
    hit.hit(h);
    pushed.push({h.time, h.duration, h.point, h.impulse, 0});
  }
  const std::vector<float> a = sound_of(hit, 4096), b = sound_of(pushed, 4096);
  double largest = 0, worst = 0;
  for (std::size_t n = 900; n < a.size(); ++n) {  // the last hit is over
    largest = std::max(largest, std::abs(double(b[n])));
    worst = std::max(worst, std::abs(double(a[n]) - double(b[n])));
  }
  EXPECT_GT(largest, 1e-4);
  EXPECT_LT(worst, 1e-3 * largest);
  EXPECT_NEAR(hit.energy() / pushed.energy(), 1, 1e-3);
}

TEST(Hits, DoNotDependOnTheOrderInWhichTheyCome) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator forward("a", body, track, 1), backward("b", body, track, 1);
  std::vector<Hit> hits = some_hits();
  for (const Hit& h : hits) forward.hit(h);
  std::reverse(hits.begin(), hits.end());
  for (const Hit& h : hits) backward.hit(h);
  EXPECT_EQ(sound_of(forward, 2048), sound_of(backward, 2048));
}

TEST(Hits, AreFeltByContactsToo) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator resonator("a", body, track, 1);
  ContactStage stage(resonator.rate());
  stage.add(resonator);
  for (const Hit& h : some_hits()) resonator.hit(h);
  stage.advance(2048 / resonator.rate());
  sound_of(resonator, 2048);
  const ModalBank& twin = stage.twin(resonator)->bank.front();
  double energy = 0;
  for (int i = 0; i < twin.modes(); ++i) energy += std::norm(twin.amplitude(i)) / 2;
  EXPECT_GT(energy, 0);
  EXPECT_NEAR(energy / resonator.energy(), 1, 1e-6);
}

}  // namespace
}  // namespace peal
