// peal reproduce: tables and figures of published work, computed again.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/parallel.h"
#include "commands.h"
#include "tools/scenes/shipped_scenes.h"
#include "tools/studies/avanzini/avanzini2005.h"
#include "tools/studies/chadwick2012.h"
#include "tools/studies/marko/marko.h"
#include "tools/studies/schweickart2017.h"
#include "tools/studies/solids/obrien2001.h"

namespace peal {
namespace {

struct ReproduceArguments {
  std::string study, folder;
  chadwick2012::ReproduceOptions options;
  int threads = 0;
};

void list_studies() {
  fmt::print(
      "chadwick2012  Precomputed acceleration noise for improved rigid-body sound\n"
      "              (Chadwick, Zheng & James, SIGGRAPH 2012); parts for --only:\n");
  for (const chadwick2012::PartDescription& part : chadwick2012::parts())
    fmt::print("                {:<8}{}\n", part.name, part.sentence);
  fmt::print(
      "avanzini2005  Interactive simulation of rigid body interaction with friction-induced sound\n"
      "              (Avanzini, Serafin & Rocchesso, IEEE TSAP 2005); parts for --only:\n");
  for (const avanzini2005::PartDescription& part : avanzini2005::parts())
    fmt::print("                {:<8}{}\n", part.name, part.sentence);
  fmt::print(
      "schweickart2017  Animating elastic rods with sound\n"
      "              (Schweickart, James & Marschner, SIGGRAPH 2017); parts for --only:\n");
  for (const schweickart2017::PartDescription& part : schweickart2017::parts())
    fmt::print("                {:<8}{}\n", part.name, part.sentence);
  fmt::print(
      "obrien2001    Synthesizing sounds from physically based motion\n"
      "              (O'Brien, Cook & Essl, SIGGRAPH 2001); parts for --only:\n");
  for (const obrien2001::PartDescription& part : obrien2001::parts())
    fmt::print("                {:<12}{}\n", part.name, part.sentence);
  fmt::print(
      "marko         Sound of granular materials\n"
      "              (Marko, thesis); parts for --only:\n");
  for (const marko::PartDescription& part : marko::parts())
    fmt::print("                {:<12}{}\n", part.name, part.sentence);
}

std::filesystem::path run_grains(const ReproduceArguments& arguments) {
  const auto& given = arguments.options;
  if (given.simulate) wrong_option("--scenes", "only chadwick2012 has this");
  if (!given.scenes.empty()) wrong_option("--scene-folder", "marko reads no scenes");
  return marko::reproduce({given.folder, given.only, given.quick});
}

std::filesystem::path run_friction(const ReproduceArguments& arguments) {
  const auto& given = arguments.options;
  if (given.simulate) wrong_option("--scenes", "only chadwick2012 has this");
  if (!given.scenes.empty()) wrong_option("--scene-folder", "avanzini2005 reads no scenes");
  return avanzini2005::reproduce({given.folder, given.only});
}

std::filesystem::path run_solids(const ReproduceArguments& arguments) {
  const auto& given = arguments.options;
  if (given.simulate) wrong_option("--scenes", "only chadwick2012 has this");
  return obrien2001::reproduce(
      {given.folder, given.scenes.empty() ? shipped_scene_folder() / arguments.study : given.scenes,
       given.only, given.quick});
}

std::filesystem::path run_rods(const ReproduceArguments& arguments) {
  const auto& given = arguments.options;
  if (given.simulate) wrong_option("--scenes", "only chadwick2012 has this");
  schweickart2017::ReproduceOptions options;
  options.folder = given.folder, options.only = given.only;
  options.quick = given.quick, options.quiet = given.quiet;
  options.scenes = given.scenes.empty() ? shipped_scene_folder() / arguments.study : given.scenes;
  return schweickart2017::reproduce(options);
}

/// Only table2 needs the scenes: without them everything else can still be repeated.
void find_scenes(ReproduceArguments& arguments) {
  chadwick2012::ReproduceOptions& options = arguments.options;
  const auto& only = options.only;
  const bool wanted = only.empty() || std::find(only.begin(), only.end(), "table2") != only.end();
  if (!options.scenes.empty() || !wanted) return;
  try {
    options.scenes = shipped_scene_folder() / arguments.study;
  } catch (const Error& missing) {
    fmt::print(stderr, "warning: table2: {}; --scene-folder names another place\n", missing.what());
    options.scenes = std::filesystem::path("scenes") / arguments.study;
  }
}

void run_reproduce(ReproduceArguments& arguments) {
  if (arguments.study.empty()) return list_studies();
  if (arguments.threads > 0) set_thread_limit(arguments.threads);
  arguments.options.folder =
      arguments.folder.empty() ? "out/reproduce-" + arguments.study : arguments.folder;
  if (arguments.study == "schweickart2017") {
    fmt::print("{}\n", run_rods(arguments).string());
    return;
  }
  if (arguments.study == "avanzini2005") {
    fmt::print("{}\n", run_friction(arguments).string());
    return;
  }
  if (arguments.study == "obrien2001") {
    fmt::print("{}\n", run_solids(arguments).string());
    return;
  }
  if (arguments.study == "marko") {
    fmt::print("{}\n", run_grains(arguments).string());
    return;
  }
  find_scenes(arguments);
  fmt::print("{}\n", chadwick2012::reproduce(arguments.options).string());
}

}  // namespace

void add_reproduce_command(const CommandLine& line) {
  auto arguments = std::make_shared<ReproduceArguments>();
  const Command command = line.add_subcommand(
      "reproduce",
      "Repeats the tables and figures of a paper, its numbers beside ours. Without a name: lists "
      "what can be repeated.");
  chadwick2012::ReproduceOptions& options = arguments->options;
  command
      .add_option("study", arguments->study,
                  "which paper: chadwick2012, avanzini2005, schweickart2017, obrien2001 or marko")
      .one_of({"chadwick2012", "avanzini2005", "schweickart2017", "obrien2001", "marko"});
  command.add_option("-o,--output", arguments->folder,
                     "folder of the results [out/reproduce-STUDY]");
  command.add_option("--only", options.only, "only these parts, like fig5,table1 [all]").list(',');
  command.add_flag(
      "--scenes", options.simulate,
      "table2 of chadwick2012: simulates scenes that have no recorded motion yet; takes long");
  command.add_option("--scene-folder", options.scenes,
                     "where the scenes of the paper are [those that come with Peal]");
  command.add_flag(
      "--quick", options.quick,
      "half the resolution, or short stretches of sound: seconds instead of minutes, for "
      "trials");
  command
      .add_option("-j,--threads", arguments->threads,
                  "threads; results are the same for any number [all cores]")
      .within(1, 1024);
  command.add_flag("-q,--quiet", options.quiet, "no progress");
  command.callback([arguments] { run_reproduce(*arguments); });
}

}  // namespace peal
