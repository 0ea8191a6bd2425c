// The pictures of `peal transfer`: directions in the shape's own frame, y up.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "io/plot/bodies/directivity_picture.h"
#include "io/plot/line_plot.h"
#include "io/plot/picture_style.h"
#include "tools/bodies/transfer_study.h"

namespace peal {
namespace {

constexpr double kNearest = 1.2, kFarthestView = 20;  // of the body's radius
constexpr int kDistances = 61;

double decibel(double amplitude) { return 20 * std::log10(amplitude); }

std::string title_of(const TransferLine& line) {
  return fmt::format("{}   {:.1f} Hz", line.number, line.frequency);
}

/// The first modes that sound.
std::vector<std::size_t> shown_modes(const TransferStudy& study, int most) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < study.modes.size() && static_cast<int>(out.size()) < most; ++i)
    if (study.modes[i].computed() && study.modes[i].power > 0) out.push_back(i);
  return out;
}

struct ShownMode {
  DirectivityPanel panel;
  Vec3 loudest;  // direction, body frame
};

ShownMode directivity(const TransferStudy& study, std::size_t mode, const DirectionGrid& grid) {
  const TransferLine& line = study.modes[mode];
  ShownMode out;
  out.panel.title = title_of(line);
  out.panel.figures =
      fmt::format("ka {:.2g}  ·  loudest direction {:+.1f} dB", line.ka, line.directivity);
  double most = -1;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const Vec3 direction = study.frame.turn_to_body(grid.direction(row, column));
      const double size = std::abs(far_pressure(study.record, study.record.modes[mode], direction));
      if (size > most) most = size, out.loudest = direction;
      out.panel.levels.push_back(size > 0 ? decibel(size) : -INFINITY);
    }
  return out;
}

LinePlot distance_plot(const TransferStudy& study, std::size_t index, const Vec3& loudest) {
  const TransferRecord& record = study.record;
  const ModeTransfer& mode = record.modes[index];
  LinePlot plot;
  plot.title = title_of(study.modes[index]);
  plot.x_label = study.surface.triangles.empty() ? "distance over the sphere's radius"
                                                 : "distance over the body's radius";
  plot.y_label = "dB re rms at 20 R";
  plot.log_x = true;
  plot.width = 520, plot.height = 360;
  Series rms{"rms of all directions", {}, {}, SeriesStyle::line, style::kFirstCurve};
  Series along{"loudest direction", {}, {}, SeriesStyle::line, style::kSecondCurve};
  Series spread{"1/r", {}, {}, SeriesStyle::dashed, style::kDifference};
  const double first = std::max(kNearest * study.bound, record.radius);
  const double last = kFarthestView * study.bound, ratio = last / first;
  const double reference = rms_pressure(record, mode, last);
  for (int i = 0; i < kDistances; ++i) {
    // The last step is the end itself, whatever the rounding of the power.
    const double r = i + 1 == kDistances ? last : first * std::pow(ratio, i / (kDistances - 1.0));
    const double x = r / study.bound;
    rms.x.push_back(x), along.x.push_back(x), spread.x.push_back(x);
    rms.y.push_back(decibel(rms_pressure(record, mode, r) / reference));
    along.y.push_back(decibel(
        std::abs(transfer_pressure(record, mode, record.centre + r * loudest)) / reference));
    spread.y.push_back(decibel(last / r));
  }
  plot.x_range = AxisRange{first / study.bound, kFarthestView};
  plot.series = {along, rms, spread};
  return plot;
}

}  // namespace

std::vector<std::filesystem::path> write_transfer_pictures(const std::filesystem::path& folder,
                                                           const TransferStudy& study, int modes) {
  const std::vector<std::size_t> shown = shown_modes(study, modes);
  if (shown.empty()) fail("there are no pictures to draw: no mode of {} was computed", study.name);
  int highest = 0;
  for (const std::size_t i : shown) highest = std::max(highest, study.modes[i].order);
  DirectionGrid grid;
  if (highest > 25) grid.rows = 181, grid.columns = 360;

  std::vector<ShownMode> directions(shown.size());
  parallel_for(shown.size(), [&](std::size_t i) {
    throw_if_interrupted();
    directions[i] = directivity(study, shown[i], grid);
  });
  std::vector<DirectivityPanel> panels;
  for (const ShownMode& mode : directions) panels.push_back(mode.panel);
  const std::string heading =
      study.material.empty() ? study.name : fmt::format("{} of {}", study.name, study.material);
  const std::string figures =
      shown.size() < study.modes.size()
          ? fmt::format("the first {} of {} modes", shown.size(), study.modes.size())
          : fmt::format("{} modes", shown.size());
  std::vector<Vec3> own;
  for (const Vec3& x : study.surface.vertices) own.push_back(study.frame.to_own(x));

  const std::filesystem::path maps = folder / "maps.png", balloons = folder / "balloons.png",
                              distance = folder / "distance.png";
  write_directivity_maps(maps, heading, figures, grid, panels);
  write_directivity_balloons(balloons, heading, figures, grid, panels,
                             {own, study.surface.triangles});
  std::vector<LinePlot> plots;
  for (std::size_t i = 0; i < shown.size(); ++i)
    plots.push_back(distance_plot(study, shown[i], directions[i].loudest));
  for (std::size_t i = 1; i < plots.size(); ++i)  // one legend is enough
    for (Series& series : plots[i].series) series.label.clear();
  write_line_plots(plots, std::min<int>(4, static_cast<int>(plots.size())), distance,
                   PlotTheme::screen);
  return {maps, balloons, distance};
}

}  // namespace peal
