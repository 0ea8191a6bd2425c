#include "tools/bodies/field_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/error.h"
#include "base/files/child_process.h"
#include "base/interrupt.h"
#include "io/plot/bodies/field_picture.h"
#include "tools/video/video.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

using Say = std::function<void(const std::string&)>;
constexpr double kVideoRate = 24;  // [1/s]

fs::path frame_path(const fs::path& folder, std::size_t number) {
  return folder / "frames" / fmt::format("frame_{:04}.png", number);
}

/// Only names that this command gives.
void remove_old_results(const fs::path& folder) {
  std::error_code problem;
  const fs::path old = folder / "field.mp4";
  const fs::file_status status = fs::symlink_status(old, problem);
  if ((fs::is_regular_file(status) || fs::is_symlink(status)) && !fs::remove(old, problem))
    fail("'{}' of an earlier run cannot be removed: {}", old.string(), problem.message());
  for (std::size_t i = 0; i < kMostFieldPictures; ++i) fs::remove(frame_path(folder, i), problem);
}

std::string heading_of(const std::string& name, const FieldPlan& plan) {
  static const char* const kWords[] = {"accelerated along x", "accelerated along y",
                                       "accelerated along z", "turned about x",
                                       "turned about y",      "turned about z"};
  return fmt::format("{}, {}", name, kWords[plan.request.dof]);
}

FieldPicture picture_of(const FieldRecord& record, const FieldPlan& plan, const Vec3& centre) {
  const FieldSlices& slices = record.slices;
  FieldPicture picture;
  picture.columns = slices.columns, picture.rows = slices.rows;
  picture.cell = slices.cell;
  const double across = centre[slices.axes[0]], up = centre[slices.axes[1]];
  picture.left = slices.left + across, picture.low = slices.low + up;
  picture.air = slices.air;
  picture.outline = slices.outline;
  for (auto& [x0, y0, x1, y1] : picture.outline) x0 += across, x1 += across, y0 += up, y1 += up;
  picture.across = "xyz"[slices.axes[0]], picture.up = "xyz"[slices.axes[1]];
  picture.unit = plan.request.dof < 3 ? "per m/s²" : "per rad/s²";
  picture.figures =
      fmt::format("{} of {:.3g} µs, cells of {:.3g} mm",
                  plan.request.profile == AccelerationProfile::pulse ? "pulse" : "half-sine",
                  1e6 * plan.duration, 1e3 * plan.grid.cell);
  return picture;
}

void write_probes(const fs::path& path, const FieldPlan& plan, const FieldRecord& record,
                  std::vector<ProbePoint> points, const Vec3& centre, const std::string& about,
                  const Say& say) {
  if (points.empty())
    for (const char* name : {"+x", "-x", "+y", "-y", "+z", "-z"})
      points.push_back({name, plan.request.probes[points.size()] + centre});
  PressureProbes probes;
  probes.begin = plan.begin, probes.step = plan.step;
  probes.unit = plan.request.dof < 3 ? "Pa/(m/s^2)" : "Pa/(rad/s^2)";
  for (std::size_t i = 0; i < points.size(); ++i) {
    probes.probes.push_back({points[i].name, record.probes[i]});
    probes.positions.push_back(points[i].position);
  }
  write_probe_file(path, probes, about);
  say(fmt::format("probes    {} ({} points, {} samples)", path.string(), points.size(),
                  probes.samples()));
}

}  // namespace

void prepare_field_folder(const fs::path& folder) {
  const fs::path frames = folder / "frames";
  std::error_code problem;
  fs::create_directories(frames, problem);
  if (problem) fail("cannot make the folder '{}': {}", frames.string(), problem.message());
}

void write_field(const FieldOutput& output, const FieldPlan& plan, const FieldRecord& record,
                 const std::vector<ProbePoint>& points, const Say& say) {
  const FieldSlices& slices = record.slices;
  const std::size_t stills = output.stills;
  FieldPicture picture = picture_of(record, plan, output.centre);
  picture.title = heading_of(output.name, plan);
  std::vector<FieldPanel> panels;
  for (std::size_t i = 0; i < slices.times.size(); ++i)
    panels.push_back({slices.times[i], slices.pressure[i]});
  const std::span<const FieldPanel> all(panels);
  picture.limit = field_limit(picture, all.first(stills));

  remove_old_results(output.folder);
  const fs::path still = output.folder / "field.png", movie = output.folder / "field.mp4";
  write_field_picture(still, picture, all.first(stills));
  say(fmt::format("pictures  {} ({} instants, scale up to {:.3g} Pa {})", still.string(), stills,
                  picture.limit, plan.request.dof < 3 ? "per m/s^2" : "per rad/s^2"));

  const auto single = output.video ? all.subspan(stills) : all.first(stills);
  const std::string first = frame_path(output.folder, 0).string();
  for (std::size_t i = 0; i < single.size(); ++i) {
    throw_if_interrupted();
    write_field_picture(frame_path(output.folder, i), picture, single.subspan(i, 1), 720);
  }
  say(fmt::format("frames    {} ({})", first, single.size()));
  if (output.video && find_program("ffmpeg").empty()) {
    say("movie     none: the program ffmpeg was not found; the frames are there");
  } else if (output.video) {
    mux_video({first, kVideoRate, {}, movie});
    const double length = static_cast<double>(single.size()) / kVideoRate;
    say(fmt::format("movie     {} ({:.3g} s, {:.2g} times slower than the sound)", movie.string(),
                    length, length / (plan.end() - plan.begin)));
  }
  write_probes(output.folder / "probes.h5", plan, record, points, output.centre,
               picture.title + ", " + picture.figures, say);
}

}  // namespace peal
