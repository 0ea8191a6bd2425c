// peal field: the sound field around an accelerated body, as pictures over time (Chadwick, Zheng &
// James 2012, Fig. 4), as a movie, and over time at probes. What users write and see is in the
// shape's own frame.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/parallel.h"
#include "base/progress.h"
#include "commands.h"
#include "field_arguments.h"
#include "models/bake/click_method.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr int kVideoFrames = 120;
static_assert(kVideoFrames <= kMostFieldPictures);

void run_field(const FieldArguments& arguments) {
  arguments.check();
  if (arguments.threads > 0) set_thread_limit(arguments.threads);
  const std::vector<ProbePoint> points = field_probe_points(arguments);
  const FieldSubject subject = field_subject(arguments);
  const auto geometry = body_geometry(subject.shape);
  const Vec3 centre = geometry->frame.centre;
  // The body's own axes, so that "tx" is what the user calls x; turns are about the centre of mass.
  TriangleMesh surface = click_surface(subject.shape, *geometry);
  for (Vec3& x : surface.vertices) x = geometry->frame.turn_to_own(x);

  const FieldPlan plan = plan_field(surface, field_request(arguments, subject.air, centre, points));
  for (const std::string& warning : plan.warnings) fmt::print(stderr, "note: {}\n", warning);
  std::vector<double> times = field_times(arguments, plan);
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
  prepare_field_folder(out);

  constexpr double kTicks = 1000;
  std::optional<Progress> progress;
  progress.emplace("field", static_cast<std::uint64_t>(kTicks),
                   ProgressOptions{.quiet = arguments.quiet});
  const FieldRecord record = compute_field(surface, plan, times, [&](double part) {
    progress->set(static_cast<std::uint64_t>(kTicks * part));
  });
  progress->finish();
  write_field({out, subject.name, centre, stills, arguments.video}, plan, record, points,
              [](const std::string& line) { fmt::print("{}\n", line); });
}

}  // namespace

void add_field_command(const CommandLine& line) {
  auto arguments = std::make_shared<FieldArguments>();
  const Command command = line.add_subcommand(
      "field", "Pictures of the sound around a body that is accelerated: pressure over time.");
  arguments->add_to(command);
  command.callback([arguments] { run_field(*arguments); });
}

}  // namespace peal
