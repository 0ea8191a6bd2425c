#include "tools/studies/chadwick2012.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/atomic_file.h"
#include "base/parallel.h"
#include "tools/studies/chadwick2012_parts.h"
#include "tools/studies/study_folder.h"

namespace peal::chadwick2012 {
namespace {

struct Part {
  PartDescription description;
  std::string (*make)(StudyRun&);
};

const std::vector<Part>& all_parts() {
  static const std::vector<Part> parts{
      {{"table1", "objects: grid, duration, time and size of their fields"}, make_table1},
      {{"table2", "scenes: impacts and the time to synthesise their clicks"}, make_table2},
      {{"fig4", "pressure around a bowl that is accelerated sideways"}, make_figure4},
      {{"fig5", "the pulse, and the longer sound outside the bowl"}, make_figure5},
      {{"fig8", "directions: 40 x 80, 5 x 10 and ours against a direct computation"}, make_figure8},
      {{"fig9", "pulses of h, 2h, 4h and 8h against a direct computation"}, make_figure9}};
  return parts;
}

constexpr const char* kCannot =
    "## What cannot be compared\n\n"
    "- The paper's meshes are not published. Only the ball bearing is known exactly (a sphere of "
    "7.5 mm). The other eight shapes are made by our generators so that volume and lowest mode "
    "agree with what the paper prints; times, durations T, field sizes and curves depend on shape "
    "and can agree only in kind.\n"
    "- The motions are not published either, nor the number of bodies in a scene: impacts are "
    "counted in our own simulations. The paper's solver applies impulses in every step to bodies "
    "that rest on each other, ours does not: the numbers of all impulses differ by nature, those "
    "above 5 cm/s are comparable.\n"
    "- The positions of the listeners in Figs. 8 and 9, the direction of the accelerations and "
    "the scale of the axes are not printed; ours are two points at 8 R away from all grid "
    "directions, acceleration across the axis of the bowl.\n"
    "- Times of the paper are of 8 cores of Intel Xeon X5570 or X7560. Ours are of this machine "
    "and change with what else it does.\n"
    "- Table 1 prints the values of E, nu and rho under shifted headings; they are read in that "
    "order. The constants of the \"steel\" bearing are those of copper.\n"
    "- The paper's table of synthesis time against h (section 5) has no counterpart: our synthesis "
    "does not add pulses, and its time does not depend on h.\n";

}  // namespace

const std::vector<PartDescription>& parts() {
  static const std::vector<PartDescription> descriptions = [] {
    std::vector<PartDescription> out;
    for (const Part& part : all_parts()) out.push_back(part.description);
    return out;
  }();
  return descriptions;
}

std::filesystem::path reproduce(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const PartDescription& part : parts()) names.push_back(part.name);
  begin_study("chadwick2012", names, options.only, options.folder);
  std::string summary = fmt::format(
      "# Chadwick, Zheng & James 2012, repeated\n\n\"Precomputed Acceleration Noise for Improved "
      "Rigid-Body Sound\", ACM Transactions on Graphics 31(4). Ours on {} thread{}.{}\n\n",
      thread_limit(), thread_limit() == 1 ? "" : "s",
      options.quick ? " **Half the paper's resolution (--quick): for trials, not for comparison.**"
                    : "");
  StudyRun run{options, {}};
  for (const Part& part : all_parts()) {
    const std::string& name = part.description.name;
    const bool wanted = options.only.empty() || std::find(options.only.begin(), options.only.end(),
                                                          name) != options.only.end();
    summary += wanted ? part.make(run) + "\n" : fmt::format("(`{}` was not asked for.)\n\n", name);
  }
  const std::filesystem::path path = options.folder / "summary.md";
  write_file_atomically(path, summary + kCannot);
  return path;
}

}  // namespace peal::chadwick2012
