// Travel between moving things: gathered sound against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/constants.h"
#include "dsp/radiation/sinc_kernel.h"
#include "propagation/gather.h"

namespace peal {
namespace {

constexpr double kRate = 48000, kPathSpeed = 343.2;

PoseTrack straight_path(const Vec3& start, const Vec3& velocity, double until) {
  PoseTrack track;
  track.append({0, {start, {}}, velocity, {}});
  track.append({until, {start + until * velocity, {}}, velocity, {}});
  return track;
}

double tone(double frequency, double t) { return t < 0 ? 0 : std::sin(2 * kPi * frequency * t); }

std::vector<float> gathered(const PoseTrack& source, const TrackedEar& ear, double frequency,
                            int samples, int block) {
  GatherPath path(source, ear, kRate);
  std::vector<float> out(samples);
  std::int64_t emitted = -SincTable::kHalf;
  for (int first = 0; first < samples; first += block) {
    const int count = std::min(block, samples - first);
    std::vector<float> emission;
    const std::int64_t start = emitted;
    for (; emitted < first + count + GatherPath::lookahead(); ++emitted)
      emission.push_back(static_cast<float>(tone(frequency, emitted / kRate)));
    path.feed(start, emission);
    path.gather(first, {out.data() + first, static_cast<std::size_t>(count)});
  }
  return out;
}

// What arrives at t left at e: the exact retarded time of a straight, unaccelerated pass.
double exact_emission(double t, const Vec3& x0, const Vec3& v, const Vec3& ear) {
  // |ear - x0 - v e|^2 = c^2 (t - e)^2
  const Vec3 d = ear - x0;
  const double a = norm_squared(v) - kPathSpeed * kPathSpeed,
               b = -2 * dot(d, v) + 2 * kPathSpeed * kPathSpeed * t;
  const double c = norm_squared(d) - kPathSpeed * kPathSpeed * t * t;
  return (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
}

double snr_db(const std::vector<float>& got, const Vec3& x0, const Vec3& v, const Vec3& ear,
              double frequency, int from) {
  double error = 0, power = 0;
  for (std::size_t n = from; n < got.size() - 50; ++n) {
    const double expected = tone(frequency, exact_emission(n / kRate, x0, v, ear));
    error += (got[n] - expected) * (got[n] - expected), power += expected * expected;
  }
  return 10 * std::log10(power / error);
}

TEST(Gather, MovingSourceMatchesExactRetardedTime) {
  const Vec3 x0{-3, 0.3, 1}, v{12, 0, 0}, at{0, 1, 0};
  const PoseTrack source = straight_path(x0, v, 1);
  const TrackedEar ear(PoseTrack(Pose{at, {}}), kPathSpeed);
  for (double frequency : {200.0, 5000.0, 15000.0, 19900.0}) {
    const auto got = gathered(source, ear, frequency, 24000, 512);
    EXPECT_GT(snr_db(got, x0, v, at, frequency, 2000), frequency < 16000 ? 75 : 55) << frequency;
  }
}

TEST(Gather, DopplerShiftOfApproachingSourceAndOfApproachingEar) {
  // moving source: f / (1 - M); moving ear: f (1 + M). Counted over whole periods.
  const double frequency = 1000, speed = 30;
  const auto frequency_of = [](const std::vector<float>& x) {
    double first = 0, last = 0;
    int crossings = 0;
    for (std::size_t n = 9000; n + 1 < x.size(); ++n)
      if (x[n] < 0 && x[n + 1] >= 0) {
        const double place = n + x[n] / (x[n] - x[n + 1]);
        if (crossings++ == 0) first = place;
        last = place;
      }
    return (crossings - 1) * kRate / (last - first);
  };
  const PoseTrack still(Pose{{0, 0, 0}, {}});
  const auto by_source = gathered(straight_path({-40, 0, 0}, {speed, 0, 0}, 2),
                                  TrackedEar(still, kPathSpeed), frequency, 48000, 480);
  EXPECT_NEAR(frequency_of(by_source) / (frequency / (1 - speed / kPathSpeed)), 1, 1e-5);
  const auto by_ear =
      gathered(still, TrackedEar(straight_path({40, 0, 0}, {-speed, 0, 0}, 2), kPathSpeed),
               frequency, 48000, 480);
  EXPECT_NEAR(frequency_of(by_ear) / (frequency * (1 + speed / kPathSpeed)), 1, 1e-5);
}

TEST(Gather, SamplesDoNotDependOnBlocks) {
  const PoseTrack source = straight_path({-3, 0.3, 1}, {8, 1, 0}, 1);
  const TrackedEar ear(straight_path({0, 1, 0}, {0, 0, -2}, 1), kPathSpeed);
  const auto whole = gathered(source, ear, 3000, 9600, 9600);
  for (int block : {1, 7, 128, 1000}) EXPECT_EQ(gathered(source, ear, 3000, 9600, block), whole);
}

TEST(Sinc, InterpolatesTonesBetweenSamples) {
  float taps[SincTable::kTaps];
  for (double frequency : {100.0, 10000.0, 20000.0}) {
    double worst = 0;
    for (double fraction = 0; fraction <= 1; fraction += 0.0373) {
      SincTable::instance().taps(fraction, taps);
      for (double start = 0; start < 1; start += 0.31) {
        double sum = 0;
        for (int k = 0; k < SincTable::kTaps; ++k)
          sum += taps[k] *
                 std::sin(2 * kPi * (frequency / kRate * (k - SincTable::kHalf + 1) + start));
        const double expected = std::sin(2 * kPi * (frequency / kRate * fraction + start));
        worst = std::max(worst, std::abs(sum - expected));
      }
    }
    EXPECT_LT(20 * std::log10(worst), frequency < 15000 ? -80 : -55) << frequency;
  }
}

}  // namespace
}  // namespace peal
