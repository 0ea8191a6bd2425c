// Table I: what each parameter does to the sound, as a measure at two values.
#include <fmt/format.h>

#include <algorithm>

#include "base/files/atomic_file.h"
#include "tools/studies/avanzini/avanzini2005_parts.h"
#include "tools/studies/study_table.h"

namespace peal::avanzini2005 {
namespace {

constexpr auto kExact = FrictionPair::Scheme::exact;

/// The wineglass with one parameter set.
template <class Set>
RubbedRun glass_with(double value, const Set& set) {
  RubbedCase of = wineglass();
  of.duration = 2;
  set(of, value);
  return run(of, kExact);
}

template <class Set, class Measure>
Effect effect(std::string parameter, std::string sentence, std::string measure, double low,
              double high, const Set& set, const Measure& of) {
  return {std::move(parameter),     std::move(sentence),      std::move(measure), low, high,
          of(glass_with(low, set)), of(glass_with(high, set))};
}

double pitch(const RubbedRun& r) { return heard(r, 1.2, 2).pitch; }
double centroid(const RubbedRun& r) { return heard(r, 1.2, 2).centroid; }
double level(const RubbedRun& r) { return heard(r, 1.2, 2).rms; }
double roughness(const RubbedRun& r) { return heard(r, 1.2, 2).roughness; }
double half_time(const RubbedRun& r) { return time_to_reach(r, 0.5); }
double attack(const RubbedRun& r) { return time_to_reach(r, 0.9) - time_to_reach(r, 0.1); }

}  // namespace

std::vector<Effect> table1_effects() {
  std::vector<Effect> rows;
  rows.push_back(effect(
      "sigma0 [N/m]", "affects the evolution of mode locking",
      "time to half of the final level [s]", 3e3, 3e4,
      [](RubbedCase& c, double v) { c.law.stiffness = v; }, half_time));
  rows.push_back(effect(
      "sigma1 [N s/m]", "affects the sound bandwidth", "tone that it locks to [Hz]", 1, 10,
      [](RubbedCase& c, double v) { c.law.damping = v; }, pitch));
  rows.push_back(effect(
      "sigma2 [N s/m]", "affects the speed of timbre evolution and the sound pitch",
      "time to half of the final level [s]", 0, 0.4,
      [](RubbedCase& c, double v) { c.law.viscosity = v; }, half_time));
  rows.push_back(effect(
      "sigma2 [N s/m]", "affects the speed of timbre evolution and the sound pitch", "pitch [Hz]",
      0, 0.4, [](RubbedCase& c, double v) { c.law.viscosity = v; }, pitch));
  rows.push_back(effect(
      "sigma3 [N]", "affects the perceived surface roughness",
      "part of the power that does not repeat", 0, 0.2,
      [](RubbedCase& c, double v) { c.law.roughness = v; }, roughness));
  rows.push_back(effect(
      "mu_d", "high values reduce the sound bandwidth", "spectral centroid [Hz]", 0.15, 0.45,
      [](RubbedCase& c, double v) { c.law.dynamic_friction = v; }, centroid));
  rows.push_back(effect(
      "mu_s", "affects the smoothness of sound attack",
      "from a tenth to nine tenths of the level [s]", 0.4, 0.9,
      [](RubbedCase& c, double v) { c.law.static_friction = v; }, attack));
  rows.push_back(effect(
      "v_s [m/s]", "affects the smoothness of sound attack",
      "from a tenth to nine tenths of the level [s]", 0.08, 0.2,
      [](RubbedCase& c, double v) { c.law.stribeck_speed = v; }, attack));
  // A light glass, and the finger stays as fast: friction and its drag are overcome.
  const auto press = [](RubbedCase& c, double v) {
    c.law.stiffness = 1e6, c.law.damping = 0.5, c.law.viscosity = 0.1;
    c.exciter[0].mass = 0.1;
    for (FrictionMode& mode : c.resonator) mode.mass = 0.0005;
    c.normal_force = [v](double) { return v; };
    c.external = [v](double t) { return (0.25 * v + 2.35) * std::min(1.0, t / 0.05); };
  };
  rows.push_back(effect("f_N [N]", "high values give rougher and louder sounds",
                        "rms of the velocity [m/s]", 0.5, 2, press, level));
  rows.push_back(effect("f_N [N]", "high values give rougher and louder sounds",
                        "part of the power that does not repeat", 0.5, 2, press, roughness));
  return rows;
}

std::string make_table1(const ReproduceOptions& options) {
  StudyTable table{{"parameter", "the paper says", "measure", "low", "high", "at low", "at high"},
                   {}};
  for (const Effect& e : table1_effects())
    table.rows.push_back({e.parameter, e.sentence, e.measure, fmt::format("{:g}", e.low),
                          fmt::format("{:g}", e.high), fmt::format("{:.4g}", e.at_low),
                          fmt::format("{:.4g}", e.at_high)});
  write_file_atomically(options.folder / "table1.csv", table.csv());
  return "## Table I: what parameters do\n\nA glass of two modes (548 and 1370 Hz), one parameter "
         "at "
         "two values.\n\n" +
         table.markdown();
}

}  // namespace peal::avanzini2005
