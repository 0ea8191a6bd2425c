#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "bake_parts.h"
#include "bake_tables.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "commands.h"
#include "models/bake/rank.h"
#include "scene/choose_quality.h"
#include "scene/load.h"
#include "scene_argument.h"
#include "sources/kinds.h"
#include "tools/bake/bake_run.h"
#include "tools/bake/transfer_bake.h"

namespace peal {
namespace {

struct BakeArguments {
  std::vector<std::string> scenes;
  std::string quality, cache, share;
  double cell = 0;
  int threads = 0;
  bool dry_run = false, force = false, quiet = false;
};

/// I/N, counted from 1.
Share share_argument(const std::string& text) {
  if (text.empty()) return {};
  unsigned index = 0, count = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%9u/%9u%c", &index, &count, &rest) != 2 || index < 1 ||
      index > count)
    wrong_option("--unit", "expected I/N with I from 1 to N, like 3/8");
  return {index - 1, count};
}

void keep_share(std::vector<BakeUnit>& units, const Share& share) {
  std::vector<BakeUnit> mine;
  for (std::size_t i = share.index; i < units.size(); i += share.count)
    mine.push_back(std::move(units[i]));
  units = std::move(mine);
}

std::string result_text(const BakeUnit& unit, const UnitResult& result) {
  const std::string how = result.state == UnitState::made   ? format_duration(result.seconds)
                          : result.state == UnitState::kept ? "kept"
                                                            : "made by another process";
  return fmt::format(
      "{}  {}, {}, {} coefficients, {}, tail {:.1e}", unit.object, how,
      fmt::format("{0}^3 cells of {1:.3g} mm", unit.plan.cells, 1e3 * unit.plan.cell),
      result.coefficients, size_text(result.bytes), result.tail);
}

std::string result_text(const BakedTransfer& baked) {
  const std::string how =
      baked.state == UnitState::made
          ? fmt::format("{}, transfer of {} modes", format_duration(baked.seconds), baked.modes)
          : "made by another process";
  return fmt::format("{}  {}, {}", baked.object, how, size_text(baked.bytes));
}

std::vector<Scene> load_all(const BakeArguments& arguments, bool speaks, int& failures) {
  const auto declarations = source_declarations();
  std::vector<Scene> scenes;
  for (const std::string& file : arguments.scenes) {
    try {
      scenes.push_back(load_scene(scene_argument(file).file, declarations));
    } catch (const Interrupted&) {
      throw;
    } catch (const SceneError& error) {
      ++failures;
      if (speaks)
        for (const std::string& message : error.messages()) fmt::print(stderr, "{}\n", message);
      continue;
    } catch (const Error& error) {
      ++failures;
      if (speaks) fmt::print(stderr, "peal: {}\n", error.what());
      continue;
    }
    const Scene& scene = scenes.back();
    if (!speaks) continue;
    for (const std::string& warning : scene.warnings) fmt::print(stderr, "warning: {}\n", warning);
    if (scene.sources.empty())
      fmt::print(stderr, "note: {}: has no sources; its bodies are baked as if all clicked\n",
                 scene.file);
  }
  return scenes;
}

void run_bake(const BakeArguments& arguments) {
  const Rank rank = rank_of_environment();
  const bool speaks = rank.index == 0;
  Share share = share_argument(arguments.share);
  // CLI11's range lets NaN pass.
  if (!(arguments.cell >= 0) || !std::isfinite(arguments.cell))
    wrong_option("--cell", "expected a number of metres");
  set_thread_limit(arguments.threads > 0 ? arguments.threads
                                         : std::max(1, thread_limit() / rank.here));
  const PulseCache cache = arguments.cache.empty()
                               ? PulseCache::of_user()
                               : PulseCache(std::filesystem::path(arguments.cache) / "pulses");
  if (!cache.keeps())
    fail("there is no folder to keep the results in: PEAL_CACHE is empty; give --cache FOLDER");

  int failures = 0;
  std::vector<Scene> scenes = load_all(arguments, speaks, failures);
  BakeOptions options;
  if (!arguments.quality.empty()) options.quality = level_of(arguments.quality);
  options.cell = arguments.cell;
  BakePlan plan = plan_bake(scenes, options);
  keep_share(plan.units, share);
  // Without a look into the cache nothing tells the processes what is done: each takes its part.
  Share forced;
  if (arguments.force)
    forced = {static_cast<std::size_t>(rank.index), static_cast<std::size_t>(rank.count)};
  keep_share(plan.units, forced);
  if (!arguments.quality.empty())
    for (Scene& scene : scenes) choose_quality(scene, level_of(arguments.quality));
  TransferBake transfers{cache.folder().parent_path(), share, forced, arguments.force,
                         arguments.quiet || !speaks};
  transfers.warn_entry = [](const std::string& text) {
    print_over_bar(stderr, "warning: " + text);
  };
  transfers.not_kept = print_failure;
  if (speaks) {
    transfers.finished = [](const BakedTransfer& baked) {
      print_over_bar(stdout, result_text(baked));
    };
    transfers.warn = transfers.warn_entry;
    transfers.failed = print_failure;
  }
  failures += static_cast<int>(plan.failures.size());
  if (speaks) {
    for (const std::string& text : plan.warnings) fmt::print(stderr, "warning: {}\n", text);
    for (const std::string& text : plan.failures) fmt::print(stderr, "peal: {}\n", text);
    print_plan(plan, cache, arguments.force);
    print_transfer_plan(plan_transfers(scenes, transfers), cache.folder().parent_path(),
                        arguments.dry_run);
  }

  if (!arguments.dry_run) {
    constexpr double kTicks = 1000;
    std::optional<Progress> progress;
    BakeRun bake_run;
    bake_run.force = arguments.force;
    bake_run.warn = [](const std::string& text) { print_over_bar(stderr, "warning: " + text); };
    bake_run.finished = [&](std::size_t i, const UnitResult& result) {
      if (result.state == UnitState::failed)
        print_over_bar(stderr, "peal: " + result.error);
      else if (speaks && result.state != UnitState::kept)
        print_over_bar(stdout, result_text(plan.units[i], result));
    };
    if (speaks && !arguments.quiet)
      bake_run.progress = [&](double done, double total) {
        if (!progress) progress.emplace("bake", static_cast<std::uint64_t>(kTicks));
        progress->set(static_cast<std::uint64_t>(kTicks * done / total));
      };
    const std::vector<UnitResult> results = bake(plan.units, cache, bake_run);
    if (progress) progress->finish();
    failures +=
        static_cast<int>(std::count_if(results.begin(), results.end(), [](const auto& result) {
          return result.state == UnitState::failed;
        }));
    failures += bake_transfers(scenes, transfers);
  }
  if (failures > 0)
    fail("{} {} not be baked; everything else {}", failures,
         failures == 1 ? "scene or body could" : "scenes or bodies could",
         arguments.dry_run ? "was estimated" : "is in the cache");
}

}  // namespace

void add_bake_command(const CommandLine& line) {
  auto arguments = std::make_shared<BakeArguments>();
  const Command command =
      line.add_subcommand("bake",
                          "Computes beforehand the fields that clicks and ringing "
                          "in scenes need, and keeps them in the cache.");
  command
      .add_option("scene", arguments->scenes,
                  "scene files (JSON), or names of scenes of `peal scenes`")
      .required();
  command
      .add_option("--quality", arguments->quality,
                  "draft, normal or fine for all objects [what the scene says]")
      .one_of({"draft", "normal", "fine"});
  command.add_option("--cache", arguments->cache,
                     "folder instead of $PEAL_CACHE or ~/.cache/peal; results go to its folders "
                     "pulses, modes and transfer");
  command.add_flag("--dry-run", arguments->dry_run, "estimates the cost and computes nothing");
  command.add_flag("--force", arguments->force, "computes anew what the cache has");
  command.add_option("--unit", arguments->share,
                     "I/N: only the I-th of N equal shares of the units, for job arrays");
  command.add_option("--cell", arguments->cell,
                     "edge of the cells in metres, for studies; rendering looks for fields with "
                     "the cell that the quality chooses");
  command
      .add_option("-j,--threads", arguments->threads,
                  "threads; the fields are the same for any number [all cores]")
      .within(1, 1024);
  command.add_flag("-q,--quiet", arguments->quiet, "no progress");
  command.callback([arguments] { run_bake(*arguments); });
}

}  // namespace peal
