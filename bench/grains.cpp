// Grains: collisions per second of one core in an elastic gas of hard spheres at solid fraction
// 0.49 (a box of planes, no weight, long after its lattice has melted), from a thousand to a
// million of them, and memory per grain. Beside it the aims: 1.0 million/s for 4,000, 0.5 million/s
// for 100,000, 500 bytes, and no more than 2.5 times the time per event from 10^3 to 10^6.
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/parallel.h"
#include "dsp/grains/grain_pair_sound.h"
#include "emission/grain_emitter.h"
#include "propagation/retarded_time.h"
#include "support/grain_boxes.h"
#include "table.h"

namespace peal::bench {
namespace {

struct Rate {
  double per_second = 0, per_event = 0, bytes = 0, repeats = 0, crossings = 0;
};

/// Face-centred lattice of n^3 cells of four in a box that is filled to 0.49.
Rate gas(int n, double collisions_per_grain) {
  GrainSetup setup;
  setup.kinds = {{0.0005, 2500, 0}};
  const double volume = 4.0 / 3 * kPi * std::pow(0.0005, 3), count = 4.0 * n * n * n;
  const double side = std::cbrt(count * volume / 0.49);
  const double spacing = (side - 0.001) / (n - 0.5);
  const Vec3 basis[4] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  for (int i = 0; i < n * n * n; ++i)
    for (const Vec3& b : basis) {
      KeyedRng rng(1, 0, setup.grains.size());
      setup.grains.push_back(
          {Vec3{0.0005, 0.0005, 0.0005} +
               spacing * (Vec3{double(i % n), double(i / n % n), double(i / n / n)} + b),
           {rng.normal(), rng.normal(), rng.normal()},
           0});
    }
  setup.walls = test::plane_box({side, side, side});
  setup.laws.gravity = {0, 0, 0};
  setup.laws.restitution = {{1, 0, kNever}};
  setup.laws.quietest = kNever;
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  const auto run = [&](double collisions) {
    const auto before = world.counts().collisions();
    while (double(world.counts().collisions() - before) < collisions)
      world.advance(world.time() + 2e-6, hits);
  };
  run(5 * count);
  Rate best;
  for (int trial = 0; trial < 3; ++trial) {
    const GrainCounts before = world.counts();
    const double start = thread_seconds();
    run(collisions_per_grain * count);
    const double seconds = thread_seconds() - start;
    const GrainCounts& after = world.counts();
    const double collisions = double(after.collisions() - before.collisions());
    if (collisions / seconds <= best.per_second) continue;
    best.per_second = collisions / seconds;
    best.per_event = seconds / double(after.events() - before.events());
    best.repeats = double(after.repeats - before.repeats) / collisions;
    best.crossings = double(after.crossings - before.crossings) / collisions;
  }
  best.bytes = double(world.bytes()) / count;
  return best;
}

constexpr double kGlassMass = 4.0 / 3 * kPi * 1e-9 * 2500;  // [kg] of 1 mm
const GrainBall kGlass{0.001, kGlassMass, 7.2e10};

/// In a cup.
std::vector<GrainBlow> blows_in_a_cup() {
  std::vector<GrainBlow> blows;
  for (int i = 0; i < 200000; ++i) {
    KeyedRng rng(2, 0, i);
    const double speed = std::exp(rng.uniform(std::log(1e-3), std::log(2)));
    blows.push_back({i * 5e-6,
                     {rng.uniform(-0.04, 0.04), rng.uniform(0, 0.1), rng.uniform(-0.04, 0.04)},
                     normalized(Vec3{rng.normal(), rng.normal(), rng.normal()}),
                     speed,
                     0.9 * kGlassMass * speed});
  }
  return blows;
}

/// Heard at arm's length. @return pairs per second.
double pair_sound() {
  const GrainPairSound sound(kGlass, kGlass, {});
  const std::vector<GrainBlow> blows = blows_in_a_cup();
  std::vector<float> samples(60000);
  double best = 1e300;
  for (int trial = 0; trial < 10; ++trial) {
    const double start = thread_seconds();
    for (const GrainBlow& blow : blows) sound.add(blow, {{0.3, 0.4, 0.1}, 0, samples});
    best = std::min(best, thread_seconds() - start);
  }
  return double(blows.size()) / best;
}

/// The same by way of the emitter, at some ears, in blocks of 0.1 s: with travel times, and with
/// what is too quiet left out. @return pairs and ears per second of one core.
double emitted(int ears, double threshold) {
  const std::vector<GrainBlow> blows = blows_in_a_cup();
  std::vector<TrackedEar> heads;
  for (int i = 0; i < ears; ++i)
    heads.emplace_back(PoseTrack(Pose{{0.3, 0.4 - 0.2 * i, 0.1}, {}}), 343.2);
  std::vector<const TimedEar*> view;
  for (const TrackedEar& head : heads) view.push_back(&head);
  std::vector<std::vector<float>> samples(heads.size(), std::vector<float>(4800));
  std::vector<float*> out;
  for (auto& channel : samples) out.push_back(channel.data());
  double best = 1e300;
  for (int trial = 0; trial < 5; ++trial) {
    GrainEmitter emitter("beads", {}, 48000, 343.2, threshold, 0, ears);
    emitter.add_pair(kGlass, kGlass, {});
    const double start = thread_seconds();
    auto next = blows.begin();
    for (int block = 0; block < 12; ++block) {
      for (; next != blows.end() && next->time < 0.1 * (block + 2); ++next) emitter.add(0, *next);
      emitter.emit({4800 * block, 4800}, view, out);
    }
    best = std::min(best, thread_seconds() - start);
  }
  return double(blows.size()) * ears / best;
}

}  // namespace
}  // namespace peal::bench

int main(int argc, char** argv) {
  using namespace peal::bench;
  const double pairs = pair_sound();
  head("sound of colliding grains, one core and one ear");
  row("1 mm glass, speeds of 1 mm/s to 2 m/s", pairs / 1e6, "million pairs/s",
      fmt::format("{:.2f} of the aim 4", pairs / 4e6));
  peal::set_thread_limit(1);
  for (const int ears : {1, 4})
    for (const double threshold : {0.0, 2e-5}) {
      const double rate = emitted(ears, threshold);
      row(fmt::format("the same by the emitter, {} ears, from {:g} Pa", ears, threshold),
          rate / 1e6, "million/s and ear", fmt::format("{:.2f} of the aim 4", rate / 4e6));
    }
  const int largest = argc > 1 ? std::atoi(argv[1]) : 100000;
  head("hard spheres at solid fraction 0.49, one core");
  double first = 0;
  for (const auto& [n, runs, aim] :
       {std::tuple{6, 100.0, 0.0}, {10, 50.0, 1.0e6}, {29, 6.0, 0.5e6}, {63, 2.0, 0.0}}) {
    const int count = 4 * n * n * n;
    if (count > largest) break;
    const Rate rate = gas(n, runs);
    if (first == 0) first = rate.per_event;
    row(fmt::format("{} grains", count), rate.per_second / 1e6, "million/s",
        aim > 0 ? fmt::format("{:.2f} of the aim {:.1f}", rate.per_second / aim, aim / 1e6) : "");
    row("  per event", rate.per_event * 1e9, "ns",
        fmt::format("{:.2f} x that of {}; aim 2.5", rate.per_event / first, 4 * 216));
    row("  memory", rate.bytes, "B/grain", fmt::format("{:.2f} of 500", rate.bytes / 500));
    row("  searched again, cells left", rate.repeats, "per collision",
        fmt::format("{:.3f}", rate.crossings));
  }
}
