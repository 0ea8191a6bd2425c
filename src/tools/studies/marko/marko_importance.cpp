// Figs. 5.4 to 5.6: which parameters of collisions matter. Glass beads run from a funnel into a
// cup; their collisions with each other are heard as they were, moved within cells, and turned.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/files/atomic_file.h"
#include "base/rng.h"
#include "io/plot/line_plot.h"
#include "motion/take/event_tape.h"
#include "motion/take/scene_take.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "tools/studies/marko/marko_parts.h"
#include "tools/studies/study_table.h"

namespace peal::marko {
namespace {

constexpr int kThesisCollisions = 46932;  // of Sound sample 73
constexpr double kThesisShare[2] = {45251.0 / 46932, 46618.0 / 46932};
constexpr double kLimits[2] = {0.5, 1.0};  // [m/s]
constexpr double kSeconds = 1.0;           // simulated
const Vec3 kEar{0.15, 0.2, 0.15};          // [m]

/// The thesis's set-up: hanging above the mouth of a funnel, 10 cm above a cup.
Scene beads_into_a_cup(int count) {
  return parse_scene(fmt::format(R"({{"peal": 1, "name": "importance", "duration": {},
    "listeners": [{{"name": "ear", "kind": "mono", "position": [0.15, 0.2, 0.15]}}],
    "materials": {{"glass": {{"young": 72e9, "poisson": 0.22, "density": 2520,
                             "restitution": 0.65}}}},
    "objects": [
      {{"name": "cup", "material": "porcelain", "position": [0, 0, 0], "static": true,
       "sound": "none", "shape": {{"kind": "cup", "radius": 0.041, "bottom_radius": 0.033,
       "height": 0.09, "thickness": 0.004, "bottom_thickness": 0.005}}}},
      {{"name": "funnel", "material": "cork", "position": [0, 0.19, 0], "static": true,
       "sound": "none", "shape": {{"kind": "funnel", "radius": 0.045, "spout_radius": 0.007,
       "cone_height": 0.045, "spout_height": 0.02, "thickness": 0.001}}}}],
    "grains": [{{"name": "beads", "material": "glass", "count": {}, "radius": 0.001,
      "region": "cylinder", "position": [0, 0.27, 0], "size": [0.07, 0.02, 0.07]}}],
    "sources": []}})",
                                 kSeconds, count),
                     "importance.json", source_declarations());
}

std::vector<GrainBlow> collisions(const Scene& scene) {
  const Take take = simulate_take(scene, {}, nullptr, {});
  EventTapeReader reader(take.tape, 1);
  MotionBlock all;
  reader.read_until(scene.duration, all);
  std::vector<GrainBlow> out;
  for (const GrainHit& hit : all.crowds.front().hits)
    if (!hit.on_wall())
      out.push_back({hit.time,
                     {hit.place[0], hit.place[1], hit.place[2]},
                     unpacked_normal(hit),
                     hit.speed,
                     hit.impulse});
  return out;
}

struct Change {
  const char* name;
  double cell = 0;          // [m] places are anywhere in their cell; 0: kept
  double turned_below = 0;  // [m/s] normals of slower collisions point anywhere
};

/// Draws of a collision do not depend on what else is changed.
GrainBlow changed(GrainBlow blow, const Change& change, std::uint64_t number) {
  KeyedRng random(7, 0, number);
  if (change.cell > 0)
    for (int k = 0; k < 3; ++k)
      blow.place[k] =
          (std::floor(blow.place[k] / change.cell) + random.uniform(0, 1)) * change.cell;
  if (blow.speed < change.turned_below) {
    const double z = random.uniform(-1, 1), angle = random.uniform(0, 2 * kPi);
    const double across = std::sqrt(1 - z * z);
    blow.normal = {across * std::cos(angle), across * std::sin(angle), z};
  }
  return blow;
}

std::vector<float> heard(const std::vector<GrainBlow>& blows, const Change& change) {
  const GrainBall grain = ball(kRadius, kGlassDensity, kGlassYoung, kGlassPoisson);
  const GrainPairSound sound(grain, grain, {});
  std::vector<float> samples(static_cast<std::size_t>((kSeconds + 0.01) * 48000), 0.0f);
  for (std::size_t i = 0; i < blows.size(); ++i)
    sound.add(changed(blows[i], change, i), {kEar, 0, samples});
  return samples;
}

double rms(const std::vector<float>& samples) {
  double sum = 0;
  for (const float p : samples) sum += double(p) * p;
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

/// Loudest and quietest sample of every millisecond, up and down: what a waveform looks like.
Series outline(const std::vector<float>& samples) {
  Series out;
  for (std::size_t i = 0; i + 48 <= samples.size(); i += 48) {
    const auto [low, high] =
        std::minmax_element(samples.begin() + static_cast<std::ptrdiff_t>(i),
                            samples.begin() + static_cast<std::ptrdiff_t>(i) + 48);
    for (const float p : {*low, *high})
      out.x.push_back(static_cast<double>(i) / 48000), out.y.push_back(1000 * double(p));
  }
  return out;
}

}  // namespace

std::string make_importance(const ReproduceOptions& options) {
  const Scene scene = beads_into_a_cup(options.quick ? 50 : 500);
  const std::vector<GrainBlow> blows = collisions(scene);
  const Change changes[] = {{"as they were"},
                            {"places within 1 cm", 0.01},
                            {"places within 2 cm", 0.02},
                            {"normals", 0, 1e9},
                            {"places within 1 cm, normals", 0.01, 1e9},
                            {"places within 2 cm, normals", 0.02, 1e9},
                            {"normals below 0.5 m/s", 0, 0.5},
                            {"normals below 1 m/s", 0, 1.0},
                            {"places within 2 cm, normals below 0.5 m/s", 0.02, 0.5}};
  StudyTable table;
  table.columns = {"changed", "rms [mPa]", "level against the original [dB]", "peak [mPa]"};
  std::vector<LinePlot> panels;
  double original = 0, most = 0;
  for (const Change& change : changes) {
    const std::vector<float> samples = heard(blows, change);
    const double level = rms(samples);
    double peak = 0;
    for (const float p : samples) peak = std::max(peak, std::abs(double(p)));
    if (original == 0) original = level, most = 1000 * peak;
    table.rows.push_back({change.name, fmt::format("{:.4g}", 1000 * level),
                          fmt::format("{:+.2f}", 20 * std::log10(level / original)),
                          fmt::format("{:.4g}", 1000 * peak)});
    LinePlot plot;
    plot.title = change.name, plot.x_label = "time [s]", plot.y_label = "pressure [mPa]";
    plot.width = 560, plot.height = 260, plot.y_range = {-1.2 * most, 1.2 * most};
    plot.series = {outline(samples)};
    panels.push_back(std::move(plot));
  }
  write_file_atomically(options.folder / "importance.csv", table.csv());
  for (const char* name : {"importance.svg", "importance.png"})
    write_line_plots(panels, 3, options.folder / name);
  StudyTable shares;
  shares.columns = {"", "thesis", "ours"};
  shares.rows.push_back({"collisions of grains", fmt::format("{}", kThesisCollisions),
                         fmt::format("{}", blows.size())});
  for (int k = 0; k < 2; ++k) {
    const auto slow = std::count_if(blows.begin(), blows.end(),
                                    [&](const GrainBlow& b) { return b.speed < kLimits[k]; });
    shares.rows.push_back(
        {fmt::format("slower than {} m/s", kLimits[k]),
         fmt::format("{:.2f} %", 100 * kThesisShare[k]),
         fmt::format("{:.2f} %", 100 * double(slow) / static_cast<double>(blows.size()))});
  }
  write_file_atomically(options.folder / "collisions.csv", shares.csv());
  return fmt::format(
      "## Figs. 5.4 to 5.6: what matters of a collision\n\n{} glass beads of 1 mm radius hang "
      "above "
      "a funnel and run into a cup 10 cm below it; {} s, collisions from 0.3 mm/s on.\n\n{}\n"
      "![waveforms](importance.svg)\n\n{}\n",
      scene.grains.front().count, kSeconds, shares.markdown(), table.markdown());
}

}  // namespace peal::marko
