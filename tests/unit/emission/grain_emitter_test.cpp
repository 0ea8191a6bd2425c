// Clicks of many collisions against those of each pair one by one, and the same bits however time
// and work are cut.
#include "emission/grain_emitter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.h"
#include "base/rng.h"

namespace peal {
namespace {

constexpr double kGrainRate = 48000, kGrainSpeed = 343.2;

class StandingEar final : public TimedEar {
 public:
  explicit StandingEar(const Vec3& place, bool says_so) : place_(place), says_so_(says_so) {}
  Vec3 at_arrival(double, const Vec3&) const override { return place_; }
  double arrival_of(double emission, const Vec3& from) const override {
    return emission + norm(place_ - from) / kGrainSpeed;
  }
  const Vec3* still_place() const override { return says_so_ ? &place_ : nullptr; }

 private:
  Vec3 place_;
  bool says_so_;
};

const GrainBall kBead{0.0015, 3.5e-5, 7.2e10}, kWall{kUnlimited, kUnlimited, 2e11};

std::vector<GrainBlow> bead_blows(int count) {
  std::vector<GrainBlow> blows;
  for (int i = 0; i < count; ++i) {
    KeyedRng rng(5, 0, i);
    const double speed = std::exp(rng.uniform(std::log(1e-3), std::log(2)));
    blows.push_back({i * 0.2 / count,
                     {rng.uniform(-0.04, 0.04), rng.uniform(0, 0.1), rng.uniform(-0.04, 0.04)},
                     normalized(Vec3{rng.normal(), rng.normal(), rng.normal()}),
                     speed,
                     3e-5 * speed});
  }
  return blows;
}

struct Emitted {
  std::vector<std::vector<float>> ears;
  std::int64_t clicks = 0, culled = 0;
  double loudest_culled = 0;
};

Emitted heard_from(const std::vector<GrainBlow>& blows, double threshold, int block, bool still) {
  const StandingEar ears[] = {StandingEar({0.3, 0.4, 0.1}, still),
                              StandingEar({0.3, -0.4, 0.1}, still),
                              StandingEar({-2, 0.1, 0.3}, still)};
  const TimedEar* const view[] = {&ears[0], &ears[1], &ears[2]};
  GrainEmitter emitter("beads", {}, kGrainRate, kGrainSpeed, threshold, 0, 3);
  emitter.add_pair(kBead, kBead, {}), emitter.add_pair(kBead, kWall, {});
  for (std::size_t i = 0; i < blows.size(); ++i) emitter.add(i % 3 == 0, blows[i]);
  Emitted out;
  out.ears.assign(3, std::vector<float>(12000));
  for (int first = 0; first < 12000; first += block) {
    float* const rows[] = {out.ears[0].data() + first, out.ears[1].data() + first,
                           out.ears[2].data() + first};
    emitter.emit({first, std::min(block, 12000 - first)}, view, rows);
  }
  out.clicks = emitter.clicks(), out.culled = emitter.culled();
  out.loudest_culled = emitter.loudest_culled();
  return out;
}

TEST(GrainEmitter, SoundsAsItsPairsDoOneByOne) {
  const std::vector<GrainBlow> blows = bead_blows(3000);
  const GrainPairSound beads(kBead, kBead, {}), wall(kBead, kWall, {});
  std::vector<float> expected(12000);
  for (std::size_t i = 0; i < blows.size(); ++i)
    (i % 3 == 0 ? wall : beads).add(blows[i], {{-2, 0.1, 0.3}, 0, expected});
  const Emitted got = heard_from(blows, 0, 4800, true);
  double error = 0, power = 0;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    error += std::pow(double(got.ears[2][n]) - double(expected[n]), 2);
    power += std::pow(double(expected[n]), 2);
  }
  EXPECT_GT(power, 0);
  EXPECT_LT(error, 1e-11 * power);
  EXPECT_EQ(got.clicks, 3000);
}

TEST(GrainEmitter, ChangesNoBitWithThreadsCutsOrEarsThatCouldMove) {
  const std::vector<GrainBlow> blows = bead_blows(20000);
  const int before = thread_limit();
  set_thread_limit(1);
  const Emitted expected = heard_from(blows, 1e-3, 12000, true);
  for (const int threads : {1, 2})
    for (const int block : {64, 1000, 4800}) {
      set_thread_limit(threads);
      const Emitted got = heard_from(blows, 1e-3, block, block != 1000);
      EXPECT_EQ(got.ears, expected.ears) << threads << " threads, blocks of " << block;
      EXPECT_EQ(got.clicks, expected.clicks);
      EXPECT_EQ(got.loudest_culled, expected.loudest_culled);
    }
  set_thread_limit(before);
}

TEST(GrainEmitter, LeavesOutOnlyWhatIsBelowTheThreshold) {
  const std::vector<GrainBlow> blows = bead_blows(300);
  const GrainPairSound pair(kBead, kBead, {});
  const Vec3 ear{0.3, 0.4, 0.1};
  double peak = 0;
  for (const GrainBlow& blow : blows) {
    std::vector<float> alone(12000);
    pair.add(blow, {ear, 0, alone});
    double own = 0;
    for (const float x : alone) own = std::max(own, std::abs(double(x)));
    const double bound = pair.bound(blow, ear);
    EXPECT_GE(bound, own);
    // By the distance alone it is never below that with the direction.
    const GrainStrength strength = pair.strength(blow.speed, blow.impulse);
    EXPECT_GE(GrainPairSound::bound(strength, norm(ear - blow.place)), bound);
    peak = std::max(peak, own);
  }
  const Emitted none = heard_from(blows, 1e9, 4800, true), all = heard_from(blows, 0, 4800, true);
  EXPECT_EQ(none.culled, 300);
  EXPECT_EQ(all.culled, 0);
  EXPECT_GE(none.loudest_culled, peak);
}

TEST(GrainEmitter, ClicksAreCutAtBordersWithoutChangingASample) {
  const GrainPairSound pair(kBead, kBead, {});
  std::vector<float> whole(2000), cut(2000);
  for (const GrainBlow& blow : bead_blows(300)) {
    GrainBlow soon = blow;
    soon.time *= 0.1;
    pair.add(soon, {{0.3, 0.4, 0.1}, 0, whole});
    for (std::size_t first = 0; first < cut.size(); first += 50)
      pair.add(
          soon,
          {{0.3, 0.4, 0.1}, static_cast<std::int64_t>(first), std::span(cut).subspan(first, 50)});
  }
  EXPECT_EQ(whole, cut);
}

}  // namespace
}  // namespace peal
