// Gains of the paper's filters, and what its splat does to a source that moves.
#include <fmt/format.h>

#include <cmath>
#include <complex>

#include "base/constants.h"
#include "base/files/atomic_file.h"
#include "io/plot/line_plot.h"
#include "propagation/cloud_paths.h"
#include "tools/studies/solids/obrien2001_parts.h"
#include "tools/studies/solids/paper_chain.h"
#include "tools/studies/study_table.h"

namespace peal::obrien2001 {
namespace {

double decibels(double x) { return 20 * std::log10(x); }

// A source of 8 kHz that comes straight towards the ear.
constexpr double kTone = 8000, kDistance = 10, kApproach = 5;  // [Hz], [m], [m/s]
constexpr int kLength = 8192;

/// Of the tone that should be heard and what is heard besides: signal over the rest [dB].
double ratio_of(const std::vector<double>& x, double rate, double frequency) {
  std::complex<double> sum;
  double power = 0;
  const int begin = 2048, count = 4096;
  for (int n = begin; n < begin + count; ++n)
    sum += x[n] * std::polar(1.0, -2 * kPi * frequency * n / rate), power += x[n] * x[n];
  const double amplitude = 2 * std::abs(sum) / count;
  double rest = 0;
  const double phase = std::arg(sum);
  for (int n = begin; n < begin + count; ++n) {
    const double e = x[n] - amplitude * std::cos(2 * kPi * frequency * n / rate + phase);
    rest += e * e;
  }
  return 10 * std::log10((power - rest) / rest);
}

double ratio_of_splat(Splat how) {
  std::vector<double> heard(3 * kLength, 0.0);
  const double far = kDistance / kPaperSpeed * kPaperRate;
  for (int n = 0; n < kLength; ++n) {
    const double t = n / kPaperRate;
    splat(heard, n - kApproach / kPaperSpeed * t * kPaperRate + far - std::floor(far),
          std::cos(2 * kPi * kTone * t), how);
  }
  return ratio_of(heard, kPaperRate, kTone / (1 - kApproach / kPaperSpeed));
}

double ratio_of_ours() {
  const double speed = Air{}.speed_of_sound;
  const TrackedEar ear(PoseTrack(Pose{}), speed);
  const TrackedEar* ears[] = {&ear};
  CloudPaths paths(kPaperRate);
  Bus bus(kPaperRate, 1);
  const int wait = static_cast<int>(kDistance / speed * kPaperRate);
  CloudBlock block;
  for (int first = 0; first < kLength + 2 * CloudBlock::kSamples; first += CloudBlock::kSamples) {
    block.clear(1);
    for (int k = 0; k < CloudBlock::kKnots; ++k) {
      const double t = (first + k * CloudBlock::kKnot) / kPaperRate;
      block.place(0, k) = {{kDistance - kApproach * t, 0, 0}, {-kApproach, 0, 0}};
    }
    for (int n = 0; n < CloudBlock::kSamples; ++n) {
      const double t = (first + n) / kPaperRate;  // as loud at the ear all the time
      block.monopole(0)[n] =
          static_cast<float>((kDistance - kApproach * t) * std::cos(2 * kPi * kTone * t));
    }
    paths.scatter(block, first, ears, bus);
  }
  const auto window = bus.window(0, wait, wait + kLength);
  return ratio_of({window.begin(), window.end()}, kPaperRate, kTone / (1 - kApproach / speed));
}

}  // namespace

std::string make_filters(const ReproduceOptions& options) {
  LinePlot plot;
  plot.title = "filters of O'Brien, Cook & Essl 2001 at 44.1 kHz";
  plot.x_label = "frequency [Hz]", plot.y_label = "gain [dB]", plot.log_x = true;
  plot.y_range = AxisRange{-40, 3};
  plot.series = {{"DC blocker, alpha = 0.1", {}, {}}, {"low-pass, three wavelengths", {}, {}}};
  StudyTable table{{"frequency [Hz]", "DC blocker [dB]", "low-pass [dB]"}, {}};
  for (double f = 20; f < 26000; f *= 1.05) {
    plot.series[1].x.push_back(f),
        plot.series[1].y.push_back(decibels(paper_low_pass_gain(f, 1e-6)));
    if (f > 22050) continue;
    plot.series[0].x.push_back(f), plot.series[0].y.push_back(decibels(paper_blocker_gain(f)));
  }
  for (const double f : {100.0, 739.0, 5000.0, 18000.0, 20000.0, 22050.0, 24100.0})
    table.rows.push_back({fmt::format("{:g}", f),
                          f > 22050 ? "" : fmt::format("{:+.1f}", decibels(paper_blocker_gain(f))),
                          fmt::format("{:+.1f}", decibels(paper_low_pass_gain(f, 1e-6)))});
  write_file_atomically(options.folder / "filters.csv", table.csv());
  write_line_plot(plot, options.folder / "filters.png");
  return "## Filters\n\nThe DC blocker (alpha = 0.1, as recalled) is a high-pass at 739 Hz; the "
         "low-pass lets 24 kHz through at -12 dB, which comes back at 20 kHz.\n\n" +
         table.markdown() + "\n![filters](filters.png)\n";
}

std::string make_splat(const ReproduceOptions& options) {
  StudyTable table{{"splat", "tone over all else [dB]"}, {}};
  table.rows.push_back({"nearest sample", fmt::format("{:.1f}", ratio_of_splat(Splat::nearest))});
  table.rows.push_back({"Gaussian, two samples wide (sigma 1/2 inferred)",
                        fmt::format("{:.1f}", ratio_of_splat(Splat::gaussian))});
  table.rows.push_back({"ours, windowed sinc", fmt::format("{:.1f}", ratio_of_ours())});
  write_file_atomically(options.folder / "splat.csv", table.csv());
  return "## A source of 8 kHz that comes at 5 m/s\n\nWhat rounding travel times to samples adds "
         "is "
         "a buzz.\n\n" +
         table.markdown();
}

}  // namespace peal::obrien2001
