// Table 6.1 and Fig. 4.3: clicks of balls in closed form.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files/atomic_file.h"
#include "io/plot/line_plot.h"
#include "physics/wave/exact/click_sphere.h"
#include "tools/studies/marko/marko_parts.h"
#include "tools/studies/study_table.h"

namespace peal::marko {
namespace {

constexpr double kDistance = 0.15;              // [m] of the listener from the ball's centre
constexpr double kRounded = 2.87 / kHertzTime;  // the thesis rounds the factor of Hertz' time
constexpr int kTwoDigits = 18;                  // the row that is printed with two digits

/// v0 [m/s], pressure [Pa], as printed; speeds are 20 equal steps from 1e-5 to 1e-3.
constexpr double kPrinted[20] = {1.913e-7,   2.3763e-6,  5.5211e-6,  9.24631e-6, 1.33821e-5,
                                 1.81913e-5, 2.32380e-5, 2.84454e-5, 3.36448e-5, 3.99788e-5,
                                 4.58131e-5, 5.23089e-5, 5.84084e-5, 6.58677e-5, 7.14722e-5,
                                 7.93963e-5, 8.72381e-5, 9.34642e-5, 0.00010,    0.000109960};

double speed_of_row(int row) { return 1e-5 + (1e-3 - 1e-5) * row / 19; }

/// [m/s^2] of the half-sine.
double peak_acceleration(const GrainPairSound& sound, const GrainBall& grain, double speed,
                         double duration) {
  return kPi * sound.carried(speed, grain.mass * speed) / grain.mass / (2 * duration);
}

/// [Pa] the loudest of the samples that are `step` [s] apart, per m/s^2.
double loudest(double duration, double step) {
  const ClickSphere sphere{kRadius, kThesisAir};
  double most = 0;
  for (int n = 0; n * step < 1e-3; ++n)
    most = std::max(most, std::abs(sphere.half_sine(kDistance, 1, n * step, duration)));
  return most;
}

}  // namespace

std::string make_table61(const ReproduceOptions& options) {
  GrainPairSettings settings;
  settings.air = kThesisAir, settings.slowest = speed_of_row(0);
  const GrainBall grain = ball(kRadius, kGlassDensity, kGlassYoung, kGlassPoisson);
  settings.amplitude = GrainAmplitude::thesis;
  const GrainPairSound thesis(grain, grain, settings);
  settings.amplitude = GrainAmplitude::momentum;
  const GrainPairSound momentum(grain, grain, settings);
  StudyTable table;
  table.columns = {"v0 [m/s]", "thesis [Pa]", "ours, as the thesis [Pa]", "difference",
                   "by default [Pa]"};
  double worst = 0;
  for (int row = 0; row < 20; ++row) {
    const double v = speed_of_row(row), duration = thesis.duration(v);
    const double as_thesis =
        loudest(duration * kRounded, 1e-6) * peak_acceleration(thesis, grain, v, duration);
    const double as_we = loudest(duration, 1e-8) * peak_acceleration(momentum, grain, v, duration);
    const double off = as_thesis / kPrinted[row] - 1;
    if (row != kTwoDigits) worst = std::max(worst, std::abs(off));
    table.rows.push_back(
        {fmt::format("{:.4e}", v), fmt::format("{:.6g}", kPrinted[row]),
         fmt::format("{:.6g}", as_thesis),
         row == kTwoDigits ? fmt::format("{:.1e} (two digits)", off) : fmt::format("{:.1e}", off),
         fmt::format("{:.6g}", as_we)});
  }
  write_file_atomically(options.folder / "table61.csv", table.csv());
  return fmt::format(
      "## Table 6.1: loudness of a click\n\n{}\nLargest difference {:.1e}. One of two equal glass "
      "balls of 1 mm, 0.15 m ahead of its centre; peak force of Hertz, samples every microsecond, "
      "as the thesis has it. By default Peal takes the momentum of the collision (a half-sine of "
      "the peak force carries 1.17 times that), and the true maximum.\n",
      table.markdown(), worst);
}

// Whoever is struck is nearer to the listener and heard first.
std::string make_figure43(const ReproduceOptions& options) {
  constexpr double radius = 0.025, speed = 1, distance = 0.5;  // [m], [m/s], [m]
  const Air air;
  const GrainBall steel = ball(radius, 7850, 2e11, 0.29);
  GrainPairSettings settings;
  const GrainPairSound pair(steel, steel, settings);
  const double impulse = steel.mass * speed, duration = pair.duration(speed);
  const double peak = kPi * impulse / steel.mass / (2 * duration);
  const ClickSphere sphere{radius, air};
  Series impactee{"impactee", {}, {}}, impactor{"impactor", {}, {}}, total{"both", {}, {}};
  const double first = (distance - 2 * radius) / air.speed_of_sound;
  for (int n = -50; n < 700; ++n) {
    const double t = first + n * 1e-6;
    impactee.y.push_back(peak * sphere.half_sine(distance - radius, 1, t, duration));
    impactor.y.push_back(-peak * sphere.half_sine(distance + radius, 1, t, duration));
    total.y.push_back(impactee.y.back() + impactor.y.back());
    for (Series* s : {&impactee, &impactor, &total}) s->x.push_back(1e3 * t);
  }
  write_number_csv(options.folder / "fig43.csv", {{"time_ms", total.x},
                                                  {"impactee_Pa", impactee.y},
                                                  {"impactor_Pa", impactor.y},
                                                  {"both_Pa", total.y}});
  LinePlot plot;
  plot.title = "Two steel balls of 25 mm, 1 m/s, 0.5 m ahead", plot.x_label = "time [ms]";
  plot.y_label = "pressure [Pa]", plot.series = {impactee, impactor, total};
  for (const char* name : {"fig43.svg", "fig43.png"}) write_line_plot(plot, options.folder / name);
  const auto least = [](const Series& s) { return *std::min_element(s.y.begin(), s.y.end()); };
  const auto most = [](const Series& s) { return *std::max_element(s.y.begin(), s.y.end()); };
  return fmt::format(
      "## Fig. 4.3: two balls\n\n![two balls](fig43.svg)\n\nThe one that is struck is nearer and "
      "heard first, with a push of {:.3g} Pa; the other follows {:.0f} us later with the opposite "
      "sign, {:.3g} Pa. Both together reach from {:.3g} to {:.3g} Pa. Contact {:.0f} us.\n",
      most(impactee), 1e6 * 2 * radius / air.speed_of_sound, least(impactor), least(total),
      most(total), 1e6 * duration);
}

}  // namespace peal::marko
