#include "propagation/cloud_paths.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "dsp/radiation/sinc_taps.h"
#include "propagation/cloud_kernel.h"

namespace peal {
namespace {

static_assert(kCloudRun == CloudBlock::kKnot);
static_assert(kMostCloudTaps == 2 * SincShape::kMostHalf);

constexpr std::size_t kChunk = 64;        // elements
constexpr int kPhases = 128;              // the rest of a phase is part of the kernel's shift
constexpr double kNearestElement = 1e-4;  // [m]
constexpr double kShortFrom =
    80000;  // [Hz] from here on 20 kHz are slow, and a short kernel will do

// Of 12 taps at 88.2 kHz: values 75 dB, rates of change 68 dB right up to 20 kHz.
SincShape shape_at(double rate) {
  return rate >= kShortFrom ? SincShape{6, 11.0} : SincShape{16, 8.0};
}

// One element and one ear at a knot.
struct Knot {
  double delay;  // [samples]
  double drift;  // d(delay)/d(emission)
  float monopole, dipole[3], rate;
};
using Way = std::array<Knot, CloudBlock::kKnots>;

Knot knot_of(const CloudBlock::Place& place, double emission, const TrackedEar& ear, double rate) {
  const double c = ear.speed_of_sound();
  Vec3 ray;
  double lag = 0, spread = 1;  // [s], d(arrival)/d(emission)
  if (const Vec3* still = ear.still_place()) {
    ray = *still - place.position;
    const double r = std::max(norm(ray), kNearestElement);
    lag = r / c;
    spread = 1 - dot(place.velocity, ray) / (r * c);
  } else {
    const double arrival = ear.arrival_of(emission, place.position);
    ray = ear.track().position_at(arrival) - place.position;
    lag = arrival - emission;
    spread = ear.arrival_rate_of(arrival, place.position, place.velocity);
  }
  const double r = std::max(norm(ray), kNearestElement);
  // The density of arrivals changes with motion; d(arrival)/d(emission) undoes it, so that clouds
  // and points have the same level.
  const Vec3 near = ray * (spread / (r * r * r));
  return {lag * rate,
          spread - 1,
          static_cast<float>(spread / r),
          {static_cast<float>(near.x), static_cast<float>(near.y), static_cast<float>(near.z)},
          static_cast<float>(r * rate / c)};
}

// Between two knots, the samples of one run.
CloudRun run_of(const Knot& a, const Knot& b, double base) {
  CloudRun run;
  const double sa = a.drift * kCloudRun, sb = b.drift * kCloudRun, rise = b.delay - a.delay;
  run.delay[0] = static_cast<float>(a.delay - base);
  run.delay[1] = static_cast<float>(sa);
  run.delay[2] = static_cast<float>(3 * rise - 2 * sa - sb);
  run.delay[3] = static_cast<float>(sa + sb - 2 * rise);
  const auto ends = [](float(&to)[2], float from, float end) { to[0] = from, to[1] = end; };
  ends(run.monopole_weight, a.monopole, b.monopole);
  ends(run.rate_weight, a.rate, b.rate);
  for (int axis = 0; axis < 3; ++axis)
    ends(run.dipole_weight[axis], a.dipole[axis], b.dipole[axis]);
  return run;
}

// Extremes of the cubic between knots lie this far beyond them at most: |slope| kKnot 4/27 each.
double overshoot(const Way& way) {
  double most = 0;
  for (const Knot& knot : way) most = std::max(most, std::abs(knot.drift));
  return most * kCloudRun * 0.3 + 1;
}

}  // namespace

CloudPaths::CloudPaths(double rate) : rate_(rate), taps_(2 * shape_at(rate).half) {
  const SincShape shape = shape_at(rate);
  double taps[2 * SincShape::kMostHalf];
  for (int phase = 0; phase < kPhases; ++phase)
    for (int derivative = 0; derivative < 3; ++derivative) {
      sinc_taps(shape, static_cast<double>(phase) / kPhases, derivative, taps);
      for (int k = 0; k < cloud_row(taps_); ++k)
        table_.push_back(k < taps_ ? static_cast<float>(taps[k]) : 0.0f);
    }
}

int CloudPaths::lead() { return SincShape::kMostHalf; }

void CloudPaths::run_chunk(const CloudBlock& block, std::size_t index, std::int64_t first,
                           std::span<const TrackedEar* const> ears) {
  const CloudKernel& kernel = best_cloud_kernel();
  const std::size_t from = index * kChunk, to = std::min(from + kChunk, block.elements());
  Chunk& chunk = chunks_[index];
  chunk.begin.assign(ears.size(), 0);
  chunk.sums.resize(ears.size());
  std::vector<Way> ways(to - from);
  for (std::size_t ear = 0; ear < ears.size(); ++ear) {
    double nearest = 1e300, farthest = 0;
    for (std::size_t e = from; e < to; ++e) {
      Way& way = ways[e - from];
      for (int k = 0; k < CloudBlock::kKnots; ++k)
        way[k] =
            knot_of(block.place(e, k), static_cast<double>(first + k * CloudBlock::kKnot) / rate_,
                    *ears[ear], rate_);
      const double beyond = overshoot(way);
      for (const Knot& knot : way) {
        nearest = std::min(nearest, knot.delay - beyond);
        farthest = std::max(farthest, knot.delay + beyond);
      }
    }
    const double base = std::floor(nearest);
    chunk.begin[ear] = first + static_cast<std::int64_t>(base) - taps_ / 2 + 1;
    std::vector<float>& sums = chunk.sums[ear];
    sums.assign(
        CloudBlock::kSamples + static_cast<std::size_t>(farthest - base) + 2 * kMostCloudTaps,
        0.0f);
    for (std::size_t e = from; e < to; ++e)
      for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
        const int n = k * CloudBlock::kKnot;
        CloudRun run = run_of(ways[e - from][k], ways[e - from][k + 1], base);
        run.monopole = block.monopole(e) + n;
        for (int axis = 0; axis < 3; ++axis) run.dipole[axis] = block.dipole(e, axis) + n;
        kernel.spread(run, table_.data(), kPhases, taps_, sums.data() + n);
      }
  }
}

void CloudPaths::scatter(const CloudBlock& block, std::int64_t first,
                         std::span<const TrackedEar* const> ears, Bus& bus) {
  const std::size_t count = (block.elements() + kChunk - 1) / kChunk;
  chunks_.resize(std::max(chunks_.size(), count));
  parallel_for(count, [&](std::size_t i) { run_chunk(block, i, first, ears); });
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t ear = 0; ear < ears.size(); ++ear) {
      const std::vector<float>& sums = chunks_[i].sums[ear];
      const std::int64_t begin = chunks_[i].begin[ear];
      const std::size_t skip = static_cast<std::size_t>(
          std::clamp<std::int64_t>(bus.begin() - begin, 0, static_cast<std::int64_t>(sums.size())));
      const auto window = bus.window(static_cast<int>(ear), begin + static_cast<std::int64_t>(skip),
                                     sums.size() - skip);
      for (std::size_t n = 0; n < window.size(); ++n) window[n] += sums[n + skip];
    }
}

}  // namespace peal
