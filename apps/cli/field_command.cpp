// peal field: the sound field around an accelerated body, as pictures over time (Chadwick, Zheng &
// James 2012, Fig. 4), as a movie, and over time at probes. What users write and see is in the
// shape's own frame.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>

#include "bake/click_method.h"
#include "base/child_process.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "body_argument.h"
#include "commands.h"
#include "datafiles/pressure_probes.h"
#include "plot/field_picture.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "video.h"
#include "wave/field_slices.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr int kVideoFrames = 120;
constexpr double kVideoRate = 24;  // [1/s]
constexpr int kMostPictures = 240;

struct Arguments {
  BodyArgument body;
  std::string object, freedom = "ty", profile = "pulse", slice, times = "8", points, out;
  double duration = 0, end = 0, extent = 0, offset = 0, cell = 0;
  std::vector<std::string> probes;
  bool video = false, quiet = false;
  int threads = 0;
};

/// The body to be shaken, and the air around it.
struct Subject {
  std::string name;
  Shape shape;
  Air air;
};

const ObjectSpec& object_of(const Scene& scene, const std::string& name) {
  constexpr std::size_t kNamed = 12;
  std::string names;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    if (object.name == name || (name.empty() && scene.objects.size() == 1)) return object;
    if (i < kNamed) names += fmt::format("{}{}", i == 0 ? "" : ", ", object.name);
    if (i == kNamed) names += ", ...";
  }
  if (name.empty()) fail("{}: say which object with --object: {}", scene.file, names);
  fail("{}: has no object '{}'; it has: {}", scene.file, name, names);
}

Subject subject_of(const Arguments& arguments) {
  if (arguments.body.body.ends_with(".json") && !arguments.body.body.starts_with('{')) {
    const Scene scene = load_scene(arguments.body.body, source_declarations());
    const ObjectSpec& object = object_of(scene, arguments.object);
    return {object.name, object.shape, scene.air};
  }
  if (!arguments.object.empty())
    fail("--object belongs to a scene; '{}' is a body", arguments.body.body);
  return {arguments.body.name(), arguments.body.shape(), Air{}};
}

int freedom_of(const std::string& word) { return (word[0] == 'r' ? 3 : 0) + (word[1] - 'x'); }

/// The plane in which the motion is seen: that of a translation contains it, a rotation is in it.
int normal_of(const Arguments& arguments, int freedom) {
  if (arguments.slice == "xy") return 2;
  if (arguments.slice == "xz") return 1;
  if (arguments.slice == "yz") return 0;
  return freedom >= 3 ? freedom - 3 : freedom == 2 ? 1 : 2;
}

/// A number of pictures, or a list of times [s].
std::vector<double> times_of(const Arguments& arguments, const FieldPlan& plan) {
  const std::string& text = arguments.times;
  int count = 0;
  const auto [at, code] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (code == std::errc() && at == text.data() + text.size()) {
    if (count < 1 || count > kMostPictures)
      fail("--times: expected 1 to {} pictures, got {}", kMostPictures, count);
    // Until the wave has left the sides of the picture, unless the user wants to see longer.
    const double crossing =
        plan.duration + plan.reach / plan.request.air.speed_of_sound - plan.step;
    const double length = plan.steps * plan.step;
    const double shown = arguments.end != 0 ? length : std::min(length, crossing);
    std::vector<double> times;
    for (int i = 0; i < count; ++i) times.push_back(plan.begin + (i + 1.0) / count * shown);
    return times;
  }
  const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  if (commas >= kMostPictures) fail("--times: more than {} pictures", kMostPictures);
  std::vector<double> times = numbers_argument("--times", text, commas + 1);
  std::sort(times.begin(), times.end());
  return times;
}

/// In the shape's own frame, as the user writes them.
std::vector<ProbePoint> probe_points(const Arguments& arguments) {
  std::vector<ProbePoint> points;
  if (!arguments.points.empty()) points = read_probe_points(arguments.points);
  for (const std::string& text : arguments.probes) {
    const std::vector<double> x = numbers_argument("--probe", text, 3);
    points.push_back({fmt::format("probe {}", points.size() + 1), {x[0], x[1], x[2]}});
  }
  return points;
}

FieldRequest request_of(const Arguments& arguments, const Subject& subject, const Vec3& centre,
                        const std::vector<ProbePoint>& points) {
  FieldRequest request;
  request.air = subject.air;
  request.freedom = freedom_of(arguments.freedom);
  request.profile =
      arguments.profile == "pulse" ? AccelerationProfile::pulse : AccelerationProfile::half_sine;
  request.duration = arguments.duration;
  request.end = arguments.end;
  request.quality = arguments.body.quality == "draft"  ? FieldQuality::draft
                    : arguments.body.quality == "fine" ? FieldQuality::fine
                                                       : FieldQuality::normal;
  request.cell = arguments.cell;
  request.shrink = arguments.extent == 0;
  if (!request.shrink) request.extent = arguments.extent;
  request.normal = normal_of(arguments, request.freedom);
  request.plane = arguments.offset;
  for (const ProbePoint& point : points) request.probes.push_back(point.position - centre);
  request.probes_at_axes = points.empty();
  return request;
}

void remove_old_frames(const fs::path& folder) {
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("frame_") && name.ends_with(".png")) fs::remove(entry.path(), problem);
  }
}

std::string heading_of(const Subject& subject, const FieldPlan& plan) {
  static const char* const kWords[] = {"accelerated along x", "accelerated along y",
                                       "accelerated along z", "turned about x",
                                       "turned about y",      "turned about z"};
  return fmt::format("{}, {}", subject.name, kWords[plan.request.freedom]);
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
  picture.unit = plan.request.freedom < 3 ? "per m/s²" : "per rad/s²";
  picture.figures =
      fmt::format("{} of {:.3g} µs, cells of {:.3g} mm",
                  plan.request.profile == AccelerationProfile::pulse ? "pulse" : "half-sine",
                  1e6 * plan.duration, 1e3 * plan.grid.cell);
  return picture;
}

void write_probes(const fs::path& path, const FieldPlan& plan, const FieldRecord& record,
                  std::vector<ProbePoint> points, const Vec3& centre, const std::string& about) {
  if (points.empty())
    for (const char* name : {"+x", "-x", "+y", "-y", "+z", "-z"})
      points.push_back({name, plan.request.probes[points.size()] + centre});
  PressureProbes probes;
  probes.begin = plan.begin, probes.step = plan.step;
  probes.unit = plan.request.freedom < 3 ? "Pa/(m/s^2)" : "Pa/(rad/s^2)";
  for (std::size_t i = 0; i < points.size(); ++i) {
    probes.probes.push_back({points[i].name, record.probes[i]});
    probes.positions.push_back(points[i].position);
  }
  write_probe_file(path, probes, about);
  fmt::print("probes    {} ({} points, {} samples)\n", path.string(), points.size(),
             probes.samples());
}

void run(const Arguments& arguments) {
  if (!std::isfinite(arguments.extent + arguments.offset + arguments.cell + arguments.duration +
                     arguments.end))
    fail("--extent, --offset, --cell, --duration and --end: expected finite numbers");
  if (arguments.threads > 0) set_thread_limit(arguments.threads);
  const std::vector<ProbePoint> points = probe_points(arguments);
  const Subject subject = subject_of(arguments);
  const auto geometry = body_geometry(subject.shape);
  const Vec3 centre = geometry->frame.centre;
  // The body's own axes, so that "tx" is what the user calls x; turns are about the centre of mass.
  TriangleMesh surface = click_surface(subject.shape, *geometry);
  for (Vec3& x : surface.vertices) x = geometry->frame.turn_to_own(x);

  const FieldPlan plan = plan_field(surface, request_of(arguments, subject, centre, points));
  for (const std::string& warning : plan.warnings) fmt::print(stderr, "note: {}\n", warning);
  std::vector<double> times = times_of(arguments, plan);
  const std::size_t stills = times.size();
  if (arguments.video)
    for (int i = 0; i < kVideoFrames; ++i)
      times.push_back(plan.begin + i / (kVideoFrames - 1.0) * plan.steps * plan.step);
  fmt::print("grid      {} x {} x {} cells of {:.3g} mm, {} steps of {:.3g} us, {:.0f} MB\n",
             plan.grid.nx, plan.grid.ny, plan.grid.nz, 1e3 * plan.grid.cell, plan.steps,
             1e6 * plan.step, 1e-6 * plan.bytes);
  std::fflush(stdout);

  const fs::path out =
      arguments.out.empty() ? fs::path("out") / ("field_" + subject.name) : fs::path(arguments.out);
  const fs::path frames = out / "frames";
  std::error_code problem;
  fs::create_directories(frames, problem);
  if (problem) fail("cannot make the folder '{}': {}", frames.string(), problem.message());

  constexpr double kTicks = 1000;
  std::optional<Progress> progress;
  progress.emplace("field", static_cast<std::uint64_t>(kTicks),
                   ProgressOptions{.quiet = arguments.quiet});
  const FieldRecord record = compute_field(surface, plan, times, [&](double part) {
    progress->set(static_cast<std::uint64_t>(kTicks * part));
  });
  progress->finish();

  FieldPicture picture = picture_of(record, plan, centre);
  picture.title = heading_of(subject, plan);
  std::vector<FieldPanel> panels;
  for (std::size_t i = 0; i < times.size(); ++i)
    panels.push_back({record.slices.times[i], record.slices.pressure[i]});
  const std::span<const FieldPanel> all(panels);
  picture.limit = field_limit(picture, all.first(stills));
  write_field_picture(out / "field.png", picture, all.first(stills));
  fmt::print("pictures  {} ({} instants, scale up to {:.3g} Pa {})\n", (out / "field.png").string(),
             stills, picture.limit, plan.request.freedom < 3 ? "per m/s^2" : "per rad/s^2");

  remove_old_frames(frames);
  const auto single = arguments.video ? all.subspan(stills) : all.first(stills);
  for (std::size_t i = 0; i < single.size(); ++i) {
    throw_if_interrupted();
    write_field_picture(frames / fmt::format("frame_{:04}.png", i), picture, single.subspan(i, 1),
                        720);
  }
  fmt::print("frames    {} ({})\n", (frames / "frame_0000.png").string(), single.size());
  if (arguments.video && find_program("ffmpeg").empty()) {
    fmt::print("movie     none: the program ffmpeg was not found; the frames are there\n");
  } else if (arguments.video) {
    const fs::path movie = out / "field.mp4";
    mux_video({(frames / "frame_0000.png").string(), kVideoRate, {}, movie});
    fmt::print("movie     {} ({:.3g} s, {:.2g} times slower than the sound)\n", movie.string(),
               kVideoFrames / kVideoRate, kVideoFrames / kVideoRate / (plan.end() - plan.begin));
  }
  write_probes(out / "probes.h5", plan, record, points, centre,
               picture.title + ", " + picture.figures);
}

}  // namespace

void add_field_command(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "field", "Pictures of the sound around a body that is accelerated: pressure over time.");
  arguments->body.add_to(*command);
  command->get_option("body")->description(
      "scene file (JSON, with --object), mesh file, or a shape "
      "such as bowl:radius=0.1,height=0.06");
  command->add_option("--object", arguments->object, "of the scene");
  command
      ->add_option("--freedom", arguments->freedom,
                   "how it moves; tx, ty, tz: accelerated along an axis of the shape; rx, ry, rz: "
                   "turned about "
                   "it, through the centre of mass [ty]")
      ->check(CLI::IsMember({"tx", "ty", "tz", "rx", "ry", "rz"}));
  command
      ->add_option("--profile", arguments->profile,
                   "acceleration over time: pulse (that of the bake, its middle at time 0) or "
                   "half-sine (from time 0) [pulse]")
      ->check(CLI::IsMember({"pulse", "half-sine"}));
  command->add_option("--duration", arguments->duration,
                      "of the acceleration in seconds [the shortest that the cells resolve]");
  command->add_option("--end", arguments->end,
                      "when to stop, in seconds [when the first wave has left the picture]");
  command
      ->add_option("--slice", arguments->slice,
                   "plane of the picture: xy, xz or yz [that of the motion]")
      ->check(CLI::IsMember({"xy", "xz", "yz"}));
  command->add_option("--offset", arguments->offset,
                      "of the plane from the centre of mass, in metres [0]");
  command->add_option("--extent", arguments->extent,
                      "half the side of the picture in radii of the body [3]");
  command->add_option("--times", arguments->times,
                      "number of pictures, or their times in seconds: 1e-5,5e-5,2e-4 [8]");
  command->add_option("--cell", arguments->cell, "edge of the cells in metres [by quality]");
  command->add_flag("--video", arguments->video, "120 frames and, with ffmpeg, field.mp4");
  command->add_option("--probe", arguments->probes,
                      "x,y,z in metres: pressure over time there, in probes.h5; may be repeated "
                      "[six at 0.8 of the extent]");
  command->add_option("--probes", arguments->points, "CSV with columns x, y, z and perhaps name");
  command->add_option("-o,--out", arguments->out, "folder [out/field_NAME]");
  command->add_option("-j,--threads", arguments->threads, "threads [all cores]")
      ->check(CLI::Range(1, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "no progress");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace peal
