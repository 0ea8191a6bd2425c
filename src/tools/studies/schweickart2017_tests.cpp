// Section 6.2: what is lost by listening to one point, by leaving out travel times, by round
// dipoles.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/plot/line_plot.h"
#include "tools/studies/rod_probe.h"
#include "tools/studies/schweickart2017_parts.h"
#include "tools/studies/study_table.h"

namespace peal::schweickart2017 {
namespace {

/// Mean power in third-octave bands [dB], from a dense spectrum.
struct Bands {
  std::vector<double> centre, level;
};

Bands bands_of(const std::vector<double>& signal, double rate, double begin, double end) {
  Bands out;
  for (double centre = 125; centre < 18000; centre *= std::cbrt(2.0)) {
    std::vector<double> frequencies;
    const double low = centre * std::exp2(-1.0 / 6), high = centre * std::exp2(1.0 / 6);
    const int lines = std::clamp(static_cast<int>((high - low) * (end - begin)), 4, 400);
    for (int k = 0; k < lines; ++k) frequencies.push_back(low + (high - low) * (k + 0.5) / lines);
    double power = 0;
    for (const double level : spectrum_of(signal, rate, begin, end, frequencies))
      power += std::pow(10, level / 10);
    out.centre.push_back(centre);
    out.level.push_back(10 * std::log10(power / lines * (high - low) * (end - begin) + 1e-30));
  }
  return out;
}

/// Both curves at the same height at the loudest band of the first.
void level_out(const Bands& reference, Bands& other) {
  const auto loudest =
      std::max_element(reference.level.begin(), reference.level.end()) - reference.level.begin();
  const double shift = reference.level[static_cast<std::size_t>(loudest)] -
                       other.level[static_cast<std::size_t>(loudest)];
  for (double& level : other.level) level += shift;
}

struct Test {
  const char* name;
  const char* scene;
  const char* object;
  const char* without;
  std::vector<double> RodProbe::*signal;
  double begin, end;  // [s]
  RodProbePlace place;
  bool same_unit;
};

}  // namespace

std::string make_tests(const ReproduceOptions& options) {
  const std::vector<Test> tests{{"one point",
                                 "rod_rectangular",
                                 "flat",
                                 "velocity of one point",
                                 &RodProbe::velocity,
                                 0.05,
                                 0.45,
                                 {0, {-0.25, 0.1, 0.5}, 0.5, {0, 0, 1}},
                                 false},
                                {"no travel times",
                                 "rod_circular",
                                 "rod",
                                 "all points heard at once",
                                 &RodProbe::at_once,
                                 0.17,
                                 1.0,
                                 {0, {0.6, 0.3, 0.4}, 0.5, {0, 1, 0}},
                                 true},
                                {"round dipoles",
                                 "ruler",
                                 "ruler",
                                 "dipole of a circle of the same area",
                                 &RodProbe::round,
                                 0.15,
                                 0.6,
                                 {0, {0.05, 0.1, 0.7}, 0.5, {0, 1, 0}},
                                 true}};
  std::vector<LinePlot> plots;
  std::vector<NumberColumn> columns;
  StudyTable table;
  table.columns = {"test",   "scene", "largest gain of a band [dB]", "at [Hz]", "largest loss [dB]",
                   "at [Hz]"};
  for (const Test& test : tests) {
    Scene scene = paper_scene(options, test.scene);
    const double end = options.quick ? test.begin + 0.1 : test.end;
    scene.duration = end + 0.02;
    RodProbePlace place = test.place;
    place.object = scene.object_index(test.object);
    const RodProbe probe = probe_rod(scene, place);
    const Bands full = bands_of(probe.full, probe.rate, test.begin, end);
    Bands other = bands_of(probe.*test.signal, probe.rate, test.begin, end);
    if (!test.same_unit) level_out(full, other);
    double gain = -1e9, loss = 1e9, gain_at = 0, loss_at = 0;
    const double top = *std::max_element(full.level.begin(), full.level.end());
    for (std::size_t k = 0; k < full.level.size(); ++k) {
      // What is 60 dB below the loudest band says nothing.
      if (std::max(full.level[k], other.level[k]) < top - 60) continue;
      const double change = other.level[k] - full.level[k];
      if (change > gain) gain = change, gain_at = full.centre[k];
      if (change < loss) loss = change, loss_at = full.centre[k];
    }
    table.rows.push_back({test.name, test.scene, fmt::format("{:+.1f}", gain),
                          fmt::format("{:.0f}", gain_at), fmt::format("{:+.1f}", loss),
                          fmt::format("{:.0f}", loss_at)});
    LinePlot plot;
    plot.title = fmt::format("{}: {}", test.scene, test.name);
    plot.x_label = "frequency [Hz]", plot.y_label = "level of third octaves [dB]";
    plot.log_x = true;
    plot.y_range = AxisRange{top - 70, top + 25};
    const auto clipped = [&](const Bands& bands) {
      std::vector<double> out = bands.level;
      for (double& level : out) level = std::clamp(level, top - 70, top + 25);
      return out;
    };
    plot.series.push_back({"whole model", full.centre, clipped(full), SeriesStyle::line, {}});
    plot.series.push_back({test.without, other.centre, clipped(other), SeriesStyle::dashed, {}});
    plots.push_back(std::move(plot));
    columns.push_back({fmt::format("{}_hz", test.object), full.centre});
    columns.push_back({fmt::format("{}_whole_db", test.object), full.level});
    columns.push_back({fmt::format("{}_without_db", test.object), other.level});
  }
  for (const char* name : {"tests.svg", "tests.png"})
    write_line_plots(plots, 1, options.folder / name);
  write_number_csv(options.folder / "tests.csv", columns);
  return fmt::format(
      "## Tests of section 6.2\n\n![spectra](tests.svg)\n\n{}\nGains and losses of third octaves "
      "against the whole model. One point: that in the middle, where every second mode has a node, "
      "its "
      "curve moved to the other's loudest band. No travel times: heard from beside the rod, where "
      "waves of different "
      "parts cancel or add wrongly. Round dipoles (2 A): of the ruler, which lands on its edge, "
      "bending along its wide side is 3.6 dB too loud, flat bending 8.8 dB too quiet.\n",
      table.markdown());
}

}  // namespace peal::schweickart2017
