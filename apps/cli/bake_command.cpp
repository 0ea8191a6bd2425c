#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "bake_transfers.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "body_argument.h"
#include "commands.h"
#include "models/bake/bake_run.h"
#include "models/bake/rank.h"
#include "scene/load.h"
#include "shipped_scenes.h"
#include "sources/kinds.h"

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
    throw CLI::ValidationError("--unit", "expected I/N with I from 1 to N, like 3/8");
  return {index - 1, count};
}

void keep_share(std::vector<BakeUnit>& units, const Share& share) {
  std::vector<BakeUnit> mine;
  for (std::size_t i = share.index; i < units.size(); i += share.count)
    mine.push_back(std::move(units[i]));
  units = std::move(mine);
}

std::string cells_text(const PulsePlan& plan) {
  return fmt::format("{0}^3 cells of {1:.3g} mm", plan.cells, 1e3 * plan.cell);
}

void print_bake_plan(const BakePlan& plan, const PulseCache& cache, bool force) {
  const auto is_kept = [&](const BakeUnit& unit) { return !force && cache.holds(unit.key); };
  const bool work = std::any_of(plan.units.begin(), plan.units.end(),
                                [&](const BakeUnit& unit) { return !is_kept(unit); });
  const double rate = work ? measure_pulse_rate() : 1;
  std::size_t width = 4;
  for (const BakeUnit& unit : plan.units) width = std::max(width, unit.object.size());
  if (!plan.units.empty())
    fmt::print("{:>4}  {:<{}}  {:>7}  {:>7}  {:>6}  {:>10}  {:>8}  {:>8}  {:>8}  scene\n", "unit",
               "body", width, "objects", "cell mm", "cells", "cell-steps", "time", "memory",
               "disk");
  double seconds = 0, disk = 0, memory = 0;
  for (std::size_t i = 0; i < plan.units.size(); ++i) {
    const BakeUnit& unit = plan.units[i];
    const bool kept = is_kept(unit);
    const double time = unit.plan.cell_steps / rate;
    if (!kept) seconds += time, disk += unit.disk, memory = std::max(memory, unit.plan.bytes);
    fmt::print("{:>4}  {:<{}}  {:>7}  {:>7.3g}  {:>4}^3  {:>10.2e}  {:>8}  {:>8}  {:>8}  {}\n",
               i + 1, unit.object, width, unit.objects, 1e3 * unit.plan.cell, unit.plan.cells,
               unit.plan.cell_steps, kept ? "kept" : format_duration(time),
               size_text(unit.plan.bytes), size_text(unit.disk), unit.scene);
  }
  if (work)
    fmt::print("estimate: {} at {:.2g} cell-steps per second, {} of memory, {} on disk in {}\n",
               format_duration(seconds), rate, size_text(memory), size_text(disk),
               cache.folder().string());
  else if (!plan.units.empty())
    fmt::print("nothing to do: everything is in {}\n", cache.folder().string());
  if (plan.balls + plan.proxies > 0)
    fmt::print("{} object{} no field: {} ball{}, {} small enough for an ellipsoid or in draft{}\n",
               plan.balls + plan.proxies, plan.balls + plan.proxies == 1 ? " needs" : "s need",
               plan.balls, plan.balls == 1 ? "" : "s", plan.proxies,
               plan.proxies > 0 ? " (an ellipsoid does not sound when it turns)" : "");
  if (plan.units.empty() && plan.failures.empty() && plan.balls + plan.proxies == 0)
    fmt::print("nothing to do: no click here needs a field\n");
  std::fflush(stdout);
}

std::string result_text(const BakeUnit& unit, const UnitResult& result) {
  const std::string how = result.state == UnitState::made   ? format_duration(result.seconds)
                          : result.state == UnitState::kept ? "kept"
                                                            : "made by another process";
  return fmt::format("{}  {}, {}, {} channels, {}, tail {:.1e}", unit.object, how,
                     cells_text(unit.plan), result.channels, size_text(result.bytes), result.tail);
}

std::vector<Scene> load_all(const BakeArguments& arguments, bool speaks, int& failures) {
  const auto declarations = source_declarations();
  std::vector<Scene> scenes;
  for (const std::string& file : arguments.scenes) {
    try {
      scenes.push_back(load_scene(find_scene(file).file, declarations));
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
    throw CLI::ValidationError("--cell", "expected a number of metres");
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
  if (!arguments.quality.empty()) options.quality = level_argument(arguments.quality);
  options.cell = arguments.cell;
  BakePlan plan = plan_bake(scenes, options);
  keep_share(plan.units, share);
  // Without a look into the cache nothing tells the processes what is done: each takes its part.
  Share forced;
  if (arguments.force)
    forced = {static_cast<std::size_t>(rank.index), static_cast<std::size_t>(rank.count)};
  keep_share(plan.units, forced);
  if (!arguments.quality.empty())
    for (Scene& scene : scenes) choose_quality(scene, arguments.quality);
  const TransferBake transfers{cache.folder().parent_path(),
                               share,
                               forced,
                               arguments.force,
                               speaks,
                               arguments.quiet,
                               arguments.dry_run};
  failures += static_cast<int>(plan.failures.size());
  if (speaks) {
    for (const std::string& text : plan.warnings) fmt::print(stderr, "warning: {}\n", text);
    for (const std::string& text : plan.failures) fmt::print(stderr, "peal: {}\n", text);
    print_bake_plan(plan, cache, arguments.force);
    print_transfer_plan(scenes, transfers);
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

void add_bake_command(CLI::App& app) {
  auto arguments = std::make_shared<BakeArguments>();
  CLI::App* command = app.add_subcommand("bake",
                                         "Computes beforehand the fields that clicks and ringing "
                                         "in scenes need, and keeps them in the cache.");
  command
      ->add_option("scene", arguments->scenes,
                   "scene files (JSON), or names of scenes of `peal scenes`")
      ->required();
  command
      ->add_option("--quality", arguments->quality,
                   "draft, normal or fine for all objects [what the scene says]")
      ->check(CLI::IsMember({"draft", "normal", "fine"}));
  command->add_option("--cache", arguments->cache,
                      "folder instead of $PEAL_CACHE or ~/.cache/peal; results go to its folders "
                      "pulses, modes and transfer");
  command->add_flag("--dry-run", arguments->dry_run, "estimates the cost and computes nothing");
  command->add_flag("--force", arguments->force, "computes anew what the cache has");
  command->add_option("--unit", arguments->share,
                      "I/N: only the I-th of N equal shares of the units, for job arrays");
  command->add_option("--cell", arguments->cell,
                      "edge of the cells in metres, for studies; rendering looks for fields with "
                      "the cell that the quality chooses");
  command
      ->add_option("-j,--threads", arguments->threads,
                   "threads; the fields are the same for any number [all cores]")
      ->check(CLI::Range(1, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "no progress");
  command->callback([arguments] { run_bake(*arguments); });
}

}  // namespace peal
