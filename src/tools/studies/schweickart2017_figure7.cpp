// Fig. 7: seconds of computing for a second of sound.
#include <fmt/format.h>

#include <ctime>

#include "base/files/atomic_file.h"
#include "render/render.h"
#include "tools/studies/schweickart2017_parts.h"
#include "tools/studies/study_table.h"

namespace peal::schweickart2017 {
namespace {

struct PaperRow {
  const char* name;
  const char* file;  // empty: not yet
  int points;
  double young;  // [GPa]
  double poisson;
  double seconds;    // for one of sound
  double dynamics;   // [%] of it
  double collision;  // [%]; 0: not printed
  double sound;      // [%]
  double length;     // [s] of sound that is measured here
};

constexpr PaperRow kRows[] = {
    {"Rectangular Rod", "rod_rectangular", 30, 68.9, 0.33, 10, 97.1, 0, 1.8, 1},
    {"Circular Rod", "rod_circular", 50, 70.7, 0.33, 42, 67.5, 30.4, 1.7, 1.5},
    {"Ruler", "ruler", 36, 6.3, 0.3, 47, 47.3, 50.7, 1.6, 1.5},
    {"Strapping", "strapping", 100, 205, 0.29, 91, 75.0, 22.9, 1.8, 1.5},
    {"Clock Gong", "clock_gong", 400, 225, 0.29, 144, 99.2, 0, 0.7, 0.5},
    {"Rubber Band", "rubber_band", 50, 0.0003, 0.49, 12, 96.9, 0, 2.2, 1},
    {"Guy Wire", "guy_wire", 1500, 205, 0.29, 1000, 99.0, 0, 0.9, 0.25},
    {"Slinky Dispersion", "slinky_dispersion", 3888, 205, 0.29, 3098, 99.2, 0, 0.8, 0.15},
    {"Chain Link Fence", "", 15000, 68.9, 0.33, 5296, 56.8, 33.3, 9.9, 0},
    {"Slinky Walk", "", 3888, 205, 0.29, 16527, 33.3, 65.5, 1.1, 0}};

std::vector<std::string> row_of(const PaperRow& paper, const ReproduceOptions& options) {
  std::vector<std::string> row{
      paper.name,
      fmt::format("{}", paper.points),
      fmt::format("{:g}", paper.young),
      fmt::format("{:g}", paper.poisson),
      fmt::format("{:g}", paper.seconds),
      fmt::format("{:g} / {} / {:g}", paper.dynamics,
                  paper.collision > 0 ? fmt::format("{:g}", paper.collision) : "-", paper.sound)};
  if (*paper.file == 0) {
    for (const char* cell : {"-", "-", "-", "-", "not yet"}) row.push_back(cell);
    return row;
  }
  Scene scene = paper_scene(options, paper.file);
  scene.duration = options.quick ? std::min(paper.length, 0.06) : paper.length;
  double rods = 0;
  for (const ObjectSpec& object : scene.objects) rods += object.body == BodyKind::rod;
  scene.output.stems = Stems::none;
  RenderOptions render_options;
  render_options.folder = options.folder / "fig7" / paper.file;
  render_options.pictures = render_options.motion_files = false;
  render_options.simulate_anew = true;
  render_options.quiet = options.quiet;
  std::filesystem::create_directories(render_options.folder);
  const std::clock_t start = std::clock();
  render_options.hear = [](const PressureSpool&) {};
  const RenderReport report = render(scene, render_options);
  const double processor = double(std::clock() - start) / CLOCKS_PER_SEC / scene.duration / rods;
  double motion = 0, all = 0;
  for (const StageTime& stage : report.stages) {
    if (stage.stage == "motion") motion = stage.seconds;
    all += stage.seconds;
  }
  const double per_second = all / scene.duration / rods;
  row.push_back(fmt::format("{:g}", scene.duration));
  row.push_back(fmt::format("{:.3g}", per_second));
  row.push_back(fmt::format("{:.3g}", processor));
  row.push_back(fmt::format("{:.0f} %", 100 * motion / all));
  row.push_back(fmt::format("{:.3g}", paper.seconds / per_second));
  return row;
}

}  // namespace

std::string make_figure7(const ReproduceOptions& options) {
  StudyTable table;
  table.columns = {"scene",
                   "points",
                   "E [GPa]",
                   "nu",
                   "paper [s/s]",
                   "paper: dynamics / contact / sound [%]",
                   "measured over [s]",
                   "ours [s/s]",
                   "ours, processor [s/s]",
                   "ours: motion",
                   "times faster"};
  for (const PaperRow& paper : kRows) table.rows.push_back(row_of(paper, options));
  write_file_atomically(options.folder / "fig7.csv", table.csv());
  return fmt::format(
      "## Fig. 7: performance\n\n{}\nSeconds of computing for one of sound and one rod, all at "
      "88.2 "
      "kHz with two microphones; `processor` is the time of all cores together. What is measured "
      "includes the blow and, of what falls, the contacts with the floor; motion includes the "
      "emission track of all points.\n",
      table.markdown());
}

}  // namespace peal::schweickart2017
