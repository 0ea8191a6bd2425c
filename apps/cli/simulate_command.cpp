#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "peal/renderer.h"
#include "scene_argument.h"

namespace peal {
namespace {

struct SimulateArguments {
  std::string scene, out, glb, events;
  bool quiet = false;
};

void run_simulate(const SimulateArguments& arguments) {
  const SceneChoice choice = scene_argument(arguments.scene);
  const auto scene = renderer::Scene::from_file(choice.file);
  for (const std::string& warning : scene.warnings()) fmt::print(stderr, "warning: {}\n", warning);
  const std::string out = !arguments.out.empty()   ? arguments.out
                          : choice.shipped.empty() ? scene.name() + ".take"
                                                   : choice.output_file("motion.take").string();
  renderer::SimulateOptions options{arguments.events, arguments.glb, {}};
  options.watch.bars = !arguments.quiet;
  const renderer::TakeSummary take = renderer::simulate(scene, out, options);
  fmt::print("{}  {} {}, {:.4g} s, {} knots, {} impacts, {} contact samples\n", out, take.bodies,
             take.bodies == 1 ? "body" : "bodies", take.end - take.begin, take.knots, take.impacts,
             take.contact_samples);
  for (const std::string& file : {arguments.events, arguments.glb})
    if (!file.empty()) fmt::print("{}\n", file);
  for (const std::string& line : take.left_out) fmt::print(stderr, "warning: {}\n", line);
}

}  // namespace

void add_simulate_command(const CommandLine& line) {
  auto arguments = std::make_shared<SimulateArguments>();
  const Command command = line.add_subcommand(
      "simulate", "Computes the motion of a scene alone and records it: a take, to be rendered.");
  command
      .add_option("scene", arguments->scene,
                  "scene file (JSON), or the name of a scene of `peal scenes`")
      .required();
  command.add_option(
      "-o,--out", arguments->out,
      "the take [<name of the scene>.take; of a scene of Peal's: out/NAME/motion.take]");
  command.add_option("--glb", arguments->glb, "also writes the motion as an animated glTF");
  command.add_option("--events", arguments->events, "also writes impacts and contacts as CSV");
  command.add_flag("-q,--quiet", arguments->quiet, "no progress");
  command.callback([arguments] { run_simulate(*arguments); });
}

}  // namespace peal
