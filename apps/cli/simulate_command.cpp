#include <fmt/format.h>

#include <memory>

#include "base/interrupt.h"
#include "base/progress.h"
#include "commands.h"
#include "motion/export/events_csv.h"
#include "motion/export/motion_glb.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "scene/load.h"
#include "scene_argument.h"
#include "sources/kinds.h"

namespace peal {
namespace {

struct SimulateArguments {
  std::string scene, out, glb, events;
  bool quiet = false;
};

void run_simulate(const SimulateArguments& arguments) {
  const SceneChoice choice = scene_argument(arguments.scene);
  const Scene scene = load_scene(choice.file, source_declarations());
  for (const std::string& warning : scene.warnings) fmt::print(stderr, "warning: {}\n", warning);
  const std::string out = !arguments.out.empty()   ? arguments.out
                          : choice.shipped.empty() ? scene.name + ".take"
                                                   : choice.output_file("motion.take").string();
  constexpr int kTicks = 1000;
  int shown = 0;
  Progress progress("motion", kTicks, {arguments.quiet});
  const Take take = simulate_take(scene, [&](double part) {
    throw_if_interrupted();
    for (; shown < static_cast<int>(part * kTicks); ++shown) progress.tick();
  });
  progress.finish();
  write_take_file(out, take);
  std::size_t knots = 0;
  for (const PoseTrack& track : take.tracks) knots += track.knots().size();
  fmt::print("{}  {} {}, {:.4g} s, {} knots, {} impacts, {} contact samples\n", out,
             take.bodies.size(), take.bodies.size() == 1 ? "body" : "bodies", take.end - take.begin,
             knots, take.impacts.size(), take.contacts.size());
  if (!arguments.events.empty()) {
    write_events_csv(arguments.events, take);
    fmt::print("{}\n", arguments.events);
  }
  if (!arguments.glb.empty()) {
    write_motion_glb(arguments.glb, scene, take.tracks, take.begin, scene.duration,
                     scene.motion.frame_rate);
    fmt::print("{}\n", arguments.glb);
  }
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* command = app.add_subcommand(
      "simulate", "Computes the motion of a scene alone and records it: a take, to be rendered.");
  command
      ->add_option("scene", arguments->scene,
                   "scene file (JSON), or the name of a scene of `peal scenes`")
      ->required();
  command->add_option(
      "-o,--out", arguments->out,
      "the take [<name of the scene>.take; of a scene of Peal's: out/NAME/motion.take]");
  command->add_option("--glb", arguments->glb, "also writes the motion as an animated glTF");
  command->add_option("--events", arguments->events, "also writes impacts and contacts as CSV");
  command->add_flag("-q,--quiet", arguments->quiet, "no progress");
  command->callback([arguments] { run_simulate(*arguments); });
}

}  // namespace peal
