// Cost of clouds per element, ear and sample: travel times, weights and spreading together, on one
// core, with monopoles and dipoles of elements that move. Limit: three kernels of 12 taps, each a
// multiply-add of 8 floats per 8 samples heard, 43 of them per 32 sent; and 8 ns. Then the floor:
// what a reflection at one ear costs against a second ear.
#include <cmath>
#include <vector>

#include "arithmetic_limit.h"
#include "base/parallel.h"
#include "propagation/cloud_paths.h"
#include "propagation/propagation.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kCloudRate = 88200, kCloudSpeed = 343.2;
constexpr double kGoal = 8;  // [ns]

CloudBlock moving_block(std::size_t elements, double speed, double time) {
  CloudBlock block;
  block.clear(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const double turn = 0.05 * static_cast<double>(i);
    const Vec3 velocity{speed * std::cos(turn), 0, speed * std::sin(turn)};
    for (int k = 0; k < CloudBlock::kKnots; ++k)
      block.place(i, k) = {Vec3{0.001 * static_cast<double>(i), 0.2, 0.3} +
                               (time + k * CloudBlock::kKnot / kCloudRate) * velocity,
                           velocity};
    for (int n = 0; n < CloudBlock::kSamples; ++n) {
      const auto x = static_cast<float>(std::sin(0.3 * n + turn));
      block.monopole(i)[n] = x;
      for (int axis = 0; axis < 3; ++axis) block.dipole(i, axis)[n] = 0.01f * x;
    }
  }
  return block;
}

double nanoseconds(std::size_t elements, std::size_t ears, double speed) {
  const CloudBlock block = moving_block(elements, speed, 0);
  std::vector<TrackedEar> heads;
  for (std::size_t i = 0; i < ears; ++i)
    heads.emplace_back(PoseTrack(Pose{{0.2 * static_cast<double>(i), 1.2, 1}, {}}), kCloudSpeed);
  std::vector<const TrackedEar*> view;
  for (const TrackedEar& ear : heads) view.push_back(&ear);
  CloudPaths paths(kCloudRate);
  const double seconds = best_thread_seconds([&] {
    Bus bus(kCloudRate, static_cast<int>(ears));
    paths.scatter(block, 0, view, bus);
  });
  return seconds * 1e9 / static_cast<double>(elements * ears * CloudBlock::kSamples);
}

/// A cloud that was computed beforehand.
class ReadyCloud final : public SourceCloud {
 public:
  explicit ReadyCloud(std::size_t elements) : block_(moving_block(elements, 0.5, 0)) {}
  const std::string& name() const override { return name_; }
  double rate() const override { return kCloudRate; }
  const PoseTrack& track() const override { return track_; }
  void emit(std::int64_t, CloudBlock& block) override { block = block_; }

 private:
  std::string name_ = "cloud";
  PoseTrack track_{Pose{{0.3, 0.2, 0.3}, {}}};
  CloudBlock block_;
};

/// [s] of a tenth of a second at some ears.
double carried(std::size_t elements, int ears, bool floor) {
  ReadyCloud cloud(elements);
  std::vector<TrackedEar> heads;
  for (int i = 0; i < ears; ++i)
    heads.emplace_back(PoseTrack(Pose{{0.2 * i, 1.2, 1}, {}}), kCloudSpeed);
  EmitterSet set;
  set.clouds.push_back(&cloud);
  std::optional<FloorPlane> plane;
  if (floor) plane.emplace();
  Propagation propagation(
      set, heads, 1, [](const Emitter&) { return Sends{}; }, plane);
  double until = 0;
  const auto turn = [&] {
    propagation.carry(until += 0.1);
    std::vector<std::vector<float>> taken;
    for (auto& [rate, bus] : propagation.buses())
      bus.take(static_cast<std::int64_t>(until * rate), taken);
  };
  turn();
  return best_thread_seconds(turn, 1.5);
}

void clouds() {
  set_thread_limit(1);
  head("Clouds, one core, 88.2 kHz [ns per element, ear and sample]");
  const long count = 200'000'000;
  const double limit =
      3 * 12 * 43.0 / 32 / 8 * seconds_of_multiply_adds(count) / double(count) * 1e9;
  row("limit of arithmetic", limit, "ns");
  for (const double speed : {0.0, 0.5, 2.0, 10.0, 40.0})
    for (const std::size_t ears : {1u, 2u, 4u}) {
      const double ns = nanoseconds(512, ears, speed);
      row(fmt::format("512 elements at {:g} m/s, {} ears", speed, ears), ns, "ns",
          fmt::format("{:.2f} of {:g} ns, {:.1f} times the limit", ns / kGoal, kGoal, ns / limit));
    }
  head("A floor under a cloud against a second ear (must be <= 1.1)");
  for (const std::size_t elements : {64u, 512u}) {
    const double one = carried(elements, 1, false), two = carried(elements, 2, false),
                 mirrored = carried(elements, 1, true);
    row(fmt::format("{} elements, a second ear", elements), (two - one) * 1e3, "ms per 0.1 s",
        fmt::format("the first: {:.3g}", one * 1e3));
    row(fmt::format("{} elements, the floor", elements), (mirrored - one) * 1e3, "ms per 0.1 s",
        fmt::format("{:.2f} of a second ear; {:.2f} of both together",
                    (mirrored - one) / (two - one), mirrored / two));
  }
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::clouds(); }
