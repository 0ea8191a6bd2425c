// Table 2: impacts of the scenes, and how long their clicks take.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/pass.h"
#include "render/take_stage.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "tools/studies/chadwick2012_paper.h"
#include "tools/studies/chadwick2012_parts.h"
#include "tools/studies/pair_chart.h"
#include "tools/studies/study_table.h"

namespace peal::chadwick2012 {
namespace {

/// A motion recorded by an earlier run of this study or by `peal render`, if it still is that of
/// the scene.
std::shared_ptr<const Take> recorded_take(const Scene& scene,
                                          const std::vector<std::filesystem::path>& places) {
  for (const std::filesystem::path& place : places) {
    if (!std::filesystem::exists(place)) continue;
    Take take = read_take_file(place);
    if (take.motion_key == motion_key(scene)) return std::make_shared<const Take>(std::move(take));
  }
  return nullptr;
}

std::shared_ptr<const Take> take_of(const Scene& scene, const std::string& stem,
                                    const ReproduceOptions& options) {
  RenderOptions render;
  render.folder = options.folder / "takes" / stem;
  render.quiet = options.quiet;
  if (scene.motion.take.empty()) {
    // Beside the study: where `peal render` puts the scene by its name and by its file.
    const std::filesystem::path beside = options.folder.parent_path();
    auto found =
        recorded_take(scene, {render.folder / kTakeName, beside / "chadwick2012" / stem / kTakeName,
                              beside / stem / kTakeName, beside / scene.name / kTakeName});
    if (found || !options.simulate) return found;
    std::filesystem::create_directories(render.folder);
  }
  return take_for(scene, render).take;
}

struct Counts {
  long all = 0, audible = 0;
};

Counts impacts_of(const Take& take) {
  Counts out;
  out.all = static_cast<long>(take.impacts.size());
  for (const ImpactSummary& summary : take.summaries) out.all += summary.count;
  out.audible = std::count_if(take.impacts.begin(), take.impacts.end(), [](const Impact& impact) {
    return impact.closing_speed > kAudibleSpeed;
  });
  return out;
}

/// [s] from impacts to pressure at the microphone; without fields, which are computed once.
double synthesis_time(Scene scene, const std::shared_ptr<const Take>& take,
                      const ReproduceOptions& options) {
  scene.mix = {};
  scene.output.stems = Stems::none;
  scene.sources = {{"click", click_kind().declaration.make(), "/sources/0"}};
  ModesLibrary library;
  BodySounds sounds(library, std::make_shared<PulseLibrary>(PulseCache::of_user()));
  RenderOptions render;
  render.folder = options.folder;
  render.quiet = options.quiet;
  PassTimes times;
  Orchestra orchestra(scene);
  std::vector<std::string> warnings;
  const std::unique_ptr<Motion> motion = play_take(take, scene, warnings);
  run_pass(scene, orchestra, *motion, render, sounds, times);
  return times.motion + times.sound + times.write;
}

struct Charts {
  PairPanel impacts{
      "impacts above 5 cm/s", "paper", {}, [](double x) { return fmt::format("{:.0f}", x); }};
  PairPanel synthesis{"time to synthesise the clicks [s]", "paper, 8 cores", {}, seconds_label};
};

void add(PairPanel& panel, const std::string& name, double paper, double ours) {
  if (paper > 0 && ours > 0) panel.rows.push_back({name, paper, ours});
}

std::vector<std::string> table2_row(const SceneRow& paper, const ReproduceOptions& options,
                                    Charts& charts) {
  const std::filesystem::path file = options.scenes / paper.file;
  const auto line = [&](const std::string& duration, const std::string& step,
                        const std::string& all, const std::string& audible,
                        const std::string& seconds, const std::string& note) {
    return std::vector<std::string>{paper.name, fmt::format("{:g}", paper.duration),
                                    duration,   fmt::format("{:g}", paper.step),
                                    step,       fmt::format("{}", paper.impulses),
                                    all,        fmt::format("{}", paper.audible),
                                    audible,    fmt::format("{:.2f}", paper.synthesis),
                                    seconds,    note};
  };
  if (!std::filesystem::exists(file))
    return line("-", "-", "-", "-", "-", fmt::format("{} is not there", file.string()));
  try {
    const Scene scene = load_scene(file, source_declarations());
    const std::string duration = fmt::format("{:g}", scene.duration);
    const auto take = take_of(scene, file.stem().string(), options);
    const std::string step = fmt::format("{:g}", 1e3 * scene.motion.step);
    if (!take)
      return line(duration, step, "-", "-", "-", "no recorded motion: --scenes simulates it");
    const Counts counts = impacts_of(*take);
    const double seconds = synthesis_time(scene, take, options);
    add(charts.impacts, paper.name, double(paper.audible), double(counts.audible));
    add(charts.synthesis, paper.name, paper.synthesis, seconds);
    return line(duration, step, fmt::format("{}", counts.all), fmt::format("{}", counts.audible),
                fmt::format("{:.2f}", seconds), "");
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    return line("-", "-", "-", "-", "-", error.what());
  }
}

}  // namespace

std::string make_table2(StudyRun& run) {
  StudyTable table;
  table.columns = {"scene",
                   "duration paper [s]",
                   "our duration [s]",
                   "step paper [ms]",
                   "our step [ms]",
                   "impulses paper",
                   "our impacts",
                   "above 5 cm/s paper",
                   "ours above 5 cm/s",
                   "synthesis paper [s]",
                   "our synthesis [s]",
                   "note"};
  std::size_t made = 0;
  Charts charts;
  for (const SceneRow& paper : scenes()) {
    table.rows.push_back(table2_row(paper, run.options, charts));
    made += table.rows.back().back().empty();
  }
  write_file_atomically(run.options.folder / "table2.csv", table.csv());
  std::vector<PairPanel> panels;
  for (const PairPanel& panel : {charts.impacts, charts.synthesis})
    if (!panel.rows.empty()) panels.push_back(panel);
  if (!panels.empty())
    for (const char* name : {"table2.svg", "table2.png"})
      write_pair_chart("Table 2: scenes", panels, run.options.folder / name);
  return fmt::format(
      "## Table 2: scenes\n\n{}\n{}{} of {} scenes. Synthesis: from the impacts to the pressure at "
      "the microphone, clicks alone, fields already computed; the paper's are of 8 cores. Ours "
      "sounds every impact that the motion reports, not only those above 5 cm/s. Impacts: numbers "
      "of bodies are not published and were chosen, so that a close count proves nothing.\n",
      table.markdown(), panels.empty() ? "" : "![impacts and times](table2.svg)\n\n", made,
      table.rows.size());
}

}  // namespace peal::chadwick2012
