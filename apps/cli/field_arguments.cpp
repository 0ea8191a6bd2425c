#include "field_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "scene_argument.h"
#include "tools/scenes/scene_object.h"

namespace peal {
namespace {

int dof_of(const std::string& word) { return (word[0] == 'r' ? 3 : 0) + (word[1] - 'x'); }

/// The plane in which the motion is seen: that of a translation contains it, a rotation is in it.
int normal_of(const FieldArguments& arguments, int dof) {
  if (arguments.slice == "xy") return 2;
  if (arguments.slice == "xz") return 1;
  if (arguments.slice == "yz") return 0;
  return dof >= 3 ? dof - 3 : dof == 2 ? 1 : 2;
}

}  // namespace

void FieldArguments::add_to(const Command& command) {
  body.add_to(command);
  command.option("body").description(
      "scene (file, or with --object also a name of `peal scenes`), mesh file, or a shape "
      "such as bowl:radius=0.1,height=0.06");
  command.add_option("--object", object, "of the scene");
  command
      .add_option("--dof,--freedom", dof,
                  "how it moves; tx, ty, tz: accelerated along an axis of the shape; rx, ry, rz: "
                  "turned about "
                  "it, through the centre of mass [ty]")
      .one_of({"tx", "ty", "tz", "rx", "ry", "rz"});
  command
      .add_option("--profile", profile,
                  "acceleration over time: pulse (that of the bake, its middle at time 0) or "
                  "half-sine (from time 0) [pulse]")
      .one_of({"pulse", "half-sine"});
  command.add_option("--duration", duration,
                     "of the acceleration in seconds [the shortest that the cells resolve]");
  command.add_option("--end", end,
                     "when to stop, in seconds [when the first wave has left the picture]");
  command.add_option("--slice", slice, "plane of the picture: xy, xz or yz [that of the motion]")
      .one_of({"xy", "xz", "yz"});
  command.add_option("--offset", offset, "of the plane from the centre of mass, in metres [0]");
  command.add_option("--extent", extent, "half the side of the picture in radii of the body [3]");
  command.add_option("--times", times,
                     "number of pictures, or their times in seconds: 1e-5,5e-5,2e-4 [8]");
  command.add_option("--cell", cell, "edge of the cells in metres [by quality]");
  command.add_flag("--video", video, "120 frames and, with ffmpeg, field.mp4");
  command.add_option("--probe", probes,
                     "x,y,z in metres: pressure over time there, in probes.h5; may be repeated "
                     "[six at 0.8 of the extent]");
  command.add_option("--probes", points, "CSV with columns x, y, z and perhaps name");
  command.add_option("-o,--out", out, "folder [out/field_NAME]");
  command.add_option("-j,--threads", threads, "threads [all cores]").within(1, 1024);
  command.add_flag("-q,--quiet", quiet, "no progress");
}

void FieldArguments::check() const {
  const std::pair<const char*, std::optional<double>> numbers[] = {
      {"--duration", duration}, {"--end", end}, {"--extent", extent}, {"--cell", cell}};
  for (const auto& [option, value] : numbers)
    if (value && !(*value > 0 && std::isfinite(*value)))
      fail("{}: expected a finite number > 0, got {}; leave it out for the default", option,
           *value);
  if (!std::isfinite(offset)) fail("--offset: expected a finite number, got {}", offset);
}

FieldSubject field_subject(const FieldArguments& arguments) {
  if (is_scene_argument(arguments.body.body, arguments.object)) {
    const Scene scene = load_scene_argument(arguments.body.body);
    const ObjectSpec& object = scene.objects[scene_object(scene, arguments.object)];
    return {object.name, object.shape, scene.air};
  }
  if (!arguments.object.empty())
    fail("--object belongs to a scene; '{}' is a body", arguments.body.body);
  return {arguments.body.name(), arguments.body.shape(), Air{}};
}

std::vector<ProbePoint> field_probe_points(const FieldArguments& arguments) {
  std::vector<ProbePoint> points;
  if (!arguments.points.empty()) points = read_probe_points(arguments.points);
  for (const std::string& text : arguments.probes) {
    const std::vector<double> x = numbers_of("--probe", text, 3);
    points.push_back({fmt::format("probe {}", points.size() + 1), {x[0], x[1], x[2]}});
  }
  return points;
}

FieldRequest field_request(const FieldArguments& arguments, const Air& air, const Vec3& centre,
                           const std::vector<ProbePoint>& points) {
  FieldRequest request;
  request.air = air;
  request.dof = dof_of(arguments.dof);
  request.profile =
      arguments.profile == "pulse" ? AccelerationProfile::pulse : AccelerationProfile::half_sine;
  request.duration = arguments.duration.value_or(0);
  request.end = arguments.end.value_or(0);
  request.quality = arguments.body.quality == "draft"  ? FieldQuality::draft
                    : arguments.body.quality == "fine" ? FieldQuality::fine
                                                       : FieldQuality::normal;
  request.cell = arguments.cell.value_or(0);
  request.shrink = !arguments.extent;
  if (arguments.extent) request.extent = *arguments.extent;
  request.normal = normal_of(arguments, request.dof);
  request.plane = arguments.offset;
  for (const ProbePoint& point : points) request.probes.push_back(point.position - centre);
  request.probes_at_axes = points.empty();
  return request;
}

std::vector<double> field_times(const FieldArguments& arguments, const FieldPlan& plan) {
  const std::string& text = arguments.times;
  int count = 0;
  const auto [at, code] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (code == std::errc() && at == text.data() + text.size()) {
    if (count < 1 || count > kMostFieldPictures)
      fail("--times: expected 1 to {} pictures, got {}", kMostFieldPictures, count);
    // Until the wave has left the sides of the picture, unless the user wants to see longer.
    const double crossing =
        plan.duration + plan.reach / plan.request.air.speed_of_sound - plan.step;
    const double length = plan.steps * plan.step;
    const double shown = arguments.end ? length : std::min(length, crossing);
    std::vector<double> times;
    for (int i = 0; i < count; ++i) times.push_back(plan.begin + (i + 1.0) / count * shown);
    return times;
  }
  const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  if (commas >= kMostFieldPictures) fail("--times: more than {} pictures", kMostFieldPictures);
  std::vector<double> times = numbers_of("--times", text, commas + 1);
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace peal
