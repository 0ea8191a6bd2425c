// Clicks: how fast the wave equation is stepped beside the memory's own speed, what the fields of
// the nine objects of Chadwick, Zheng & James 2012 cost beside the paper's eight cores, and how
// long it takes to turn impacts into sound.
//   bench_pan [fine]      fine: also the same objects at quality `fine` (some minutes)
#include <cstring>
#include <random>

#include "base/parallel.h"
#include "emission/click_emitter.h"
#include "emission/ensemble.h"
#include "emission/fields/dipole_field.h"
#include "emission/fields/pulse_field.h"
#include "models/bake/click_method.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/pulses/rigid_pulse.h"
#include "propagation/propagation.h"
#include "table.h"
#include "tools/studies/chadwick2012_paper.h"

namespace peal::bench {
namespace {

using chadwick2012::Object;

/// [bytes/s] of a + b -> b on arrays far larger than the caches: two read, one written.
double memory_speed() {
  constexpr std::size_t kParts = 4, kCount = 16 << 20;
  std::vector<float> a(kParts * kCount, 1.0f), b(kParts * kCount, 2.0f);
  const double seconds = best_seconds(
      [&] {
        parallel_for(kParts, [&](std::size_t p) {
          const float* from = a.data() + p * kCount;
          float* to = b.data() + p * kCount;
          for (std::size_t i = 0; i < kCount; ++i) to[i] = 2 * from[i] - to[i];
        });
      },
      1);
  return 12.0 * kParts * kCount / seconds;
}

TriangleMesh surface_of(const Shape& shape) { return click_surface(shape, *body_geometry(shape)); }

void stepping() {
  head("Stepping the wave equation (limit: 0.60 of the memory's speed)");
  const double limit = memory_speed();
  row("memory: 2 a - b -> b", 1e-9 * limit, "GB/s", "12 bytes per element, two threads");
  const TriangleMesh ball = surface_of(DieShape{0.02, 0.004});
  const Air air;
  for (const int side : {60, 100, 160, 260}) {
    const double cell = 0.02 / 26;
    const CutCells cells = cut_cells(ball, WaveGrid::cube({}, 0.5 * side * cell, cell));
    FdtdPressure steps(cells, air, stable_step(cell, air.speed_of_sound), {0, 1, 2, 3, 4, 5});
    steps.step(1);
    const double seconds = best_seconds([&] { steps.step(0); }, 1);
    const double rate = 6.0 * static_cast<double>(cells.grid.size()) / seconds;
    row(fmt::format("six freedoms, {}^3 cells, layer included", side), 1e-9 * rate,
        "G cell-steps/s",
        fmt::format("{:.1f} GB/s = {:.2f} of the memory's speed",
                    1e-9 * steps.bytes_per_step() / seconds,
                    steps.bytes_per_step() / seconds / limit));
  }
}

struct Bake {
  double seconds = 0;
  PulseRecord record;
  PulsePlan plan;
};

Bake bake(const Object& object, PulseQuality quality) {
  const TriangleMesh surface = surface_of(object.shape);
  PulseRequest request;
  request.quality = quality;
  if (quality == PulseQuality::normal) {
    request.pulse = object.pulse;
    const PulsePlan first = plan_pulses(surface, request);
    request.cell = std::min(first.bound / object.cells_per_radius(), 0.9999 * first.thinnest_wall);
  }
  Bake out;
  out.plan = plan_pulses(surface, request);
  out.seconds = best_seconds([&] { out.record = compute_pulses(surface, out.plan); }, 0);
  return out;
}

void bakes(PulseQuality quality) {
  const bool fine = quality == PulseQuality::fine;
  head(fine
           ? "Fields of the nine objects, quality fine (limit 1800 s together)"
           : "Fields of the nine objects at the paper's resolution (limits: ball 10 s, all 300 s)");
  double ours = 0, paper = 0;
  for (const Object& object : chadwick2012::objects()) {
    const Bake b = bake(object, quality);
    ours += b.seconds, paper += object.simulation + object.solving;
    row(object.name, b.seconds, "s",
        fmt::format(
            "{}^3 x {}, {:.1f} ms, {:.1f} cells per wall, {:.0f} MB; paper {:.0f} s = {:.0f} x",
            b.plan.cells, b.plan.dofs, 1e3 * b.record.samples * b.record.step, b.record.wall_cells,
            1e-6 * b.plan.bytes, object.simulation + object.solving,
            (object.simulation + object.solving) / b.seconds));
  }
  row("together", ours, "s",
      fmt::format("{:.2f} of the limit; paper's eight cores {:.0f} s = {:.0f} x",
                  ours / (fine ? 1800 : 300), paper, paper / ours));
}

/// Impacts at random times, each of two bodies, heard by two ears.
void sound(const std::string& name, const std::shared_ptr<const ClickField>& field, int bodies,
           int impacts, double limit, double paper) {
  constexpr double kSeconds = 5;
  std::vector<PoseTrack> tracks(bodies);
  for (int b = 0; b < bodies; ++b)
    for (int k = 0; k <= 60 * kSeconds + 120; ++k)
      tracks[b].append({k / 60.0 - 0.5,
                        {{0.1 * (b % 10), 0.1 * (b / 10), 0},
                         Quat::from_axis_angle(normalized(Vec3{0, 1, 2}), 0.3 * k)},
                        {},
                        {}});
  const std::vector<TrackedEar> ears{{PoseTrack(Pose{{1, 1.8, 1}, {}}), 343.2},
                                     {PoseTrack(Pose{{1.17, 1.8, 1}, {}}), 343.2}};
  const double seconds = best_seconds(
      [&] {
        Ensemble ensemble;
        std::vector<ClickEmitter*> emitters;
        for (int b = 0; b < bodies; ++b) {
          auto emitter = std::make_unique<ClickEmitter>("body", field, tracks[b], 2);
          emitters.push_back(emitter.get());
          ensemble.add(std::move(emitter));
        }
        std::mt19937 random(1);
        std::uniform_real_distribution<double> u(0, 1);
        for (int i = 0; i < impacts; ++i) {
          const Click click{kSeconds * u(random),
                            force_times(ForceProfile::half_sine, 4e-5 + 6e-5 * u(random), 1),
                            {{u(random), u(random), u(random)}, {u(random), u(random), u(random)}}};
          for (int side = 0; side < 2; ++side) emitters[random() % bodies]->add(click);
        }
        Propagation propagation(ensemble.emitters(), ears);
        for (int block = 1; block <= 50; ++block) {
          propagation.carry(0.1 * block);
          for (auto& [rate, bus] : propagation.buses()) {
            std::vector<std::vector<float>> taken;
            bus.take(static_cast<std::int64_t>(std::ceil(0.1 * block * rate - 1e-9)), taken);
          }
        }
      },
      0);
  row(name, seconds, "s",
      fmt::format("{:.2f} of the limit of {} s; {:.1f} us per impact; paper {} s = {:.0f} x",
                  seconds / limit, limit, 1e6 * seconds / impacts, paper, paper / seconds));
}

void synthesis() {
  head("From impacts to sound: two bodies each, two ears, 5 s");
  const auto field_of = [](const std::string& name) {
    const TriangleMesh surface = surface_of(chadwick2012::object(name).shape);
    return std::make_shared<const PulseField>(compute_pulses(surface, plan_pulses(surface, {})),
                                              48000);
  };
  const double a = 7.5e-3;
  sound("ball drop: 23411 impacts",
        std::make_shared<const DipoleField>(Vec3{a, a, a}, 4 * kPi / 3 * a * a * a, Air{}, 48000),
        100, 23411, 0.5, 7.96);
  sound("coin drop: 22959 impacts", field_of("coin"), 100, 22959, 1.5, 16.00);
  sound("mugs: 319 impacts", field_of("mug"), 10, 319, 1, 10.33);
}

}  // namespace
}  // namespace peal::bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  using namespace peal;
  bench::stepping();
  bench::bakes(PulseQuality::normal);
  bench::synthesis();
  if (argc > 1 && std::strcmp(argv[1], "fine") == 0) bench::bakes(PulseQuality::fine);
}
