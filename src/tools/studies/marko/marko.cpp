#include "tools/studies/marko/marko.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/constants.h"
#include "base/files/atomic_file.h"
#include "tools/studies/marko/marko_parts.h"
#include "tools/studies/study_folder.h"

namespace peal::marko {
namespace {

struct Part {
  PartDescription description;
  std::string (*make)(const ReproduceOptions&);
};

const std::vector<Part>& all_parts() {
  static const std::vector<Part> all{
      {{"table61", "how loud one click is, by speed"}, make_table61},
      {{"fig43", "two balls that collide: each alone and both"}, make_figure43},
      {{"fig53", "vibrations of balls, exactly (Figs. 5.2 and 5.3)"}, make_figure53},
      {{"importance", "what changes when collisions are moved and turned (Figs. 5.4 to 5.6)"},
       make_importance},
      {{"funnel", "events until the first grain leaves a funnel that was filled at rest"},
       make_funnel},
      {{"tableB1", "the forty recordings, rendered: empty and full containers"}, make_table_b1},
      {{"table62", "samples 43 to 57: grains, container, both (Tables 6.2 to 6.4)"},
       make_table_62}};
  return all;
}

constexpr const char* kCannot =
    "## What cannot be compared\n\n"
    "- The recordings (Table B.1) and the sound samples (43 to 57, 73 to 81) are on a CD that is "
    "not public; the sizes of cup and funnel are not printed, nor where the microphone was: ours "
    "stand beside nothing but each other.\n"
    "- Motion: the thesis made its containers of static balls and took restitution and simulator "
    "from Dynamo, without numbers. Ours has true surfaces. The number of collisions depends on "
    "all of that and on how long is simulated; shares of slow ones are comparable, counts are "
    "not.\n"
    "- Fig. 4.3 is that of Koss & Alfredson 1973; the thesis prints neither sizes nor axes.\n";

}  // namespace

const std::vector<PartDescription>& parts() {
  static const std::vector<PartDescription> descriptions = descriptions_of(all_parts());
  return descriptions;
}

GrainBall ball(double radius, double density, double young, double poisson) {
  return {radius, 4.0 / 3 * kPi * radius * radius * radius * density,
          young / (1 - poisson * poisson)};
}

std::filesystem::path reproduce(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const PartDescription& part : parts()) names.push_back(part.name);
  begin_study("marko", names, options.only, options.folder);
  std::string summary = fmt::format(
      "# Marko, Sound of granular materials, repeated\n\n{}",
      options.quick ? "**A tenth of the grains (--quick): for trials, not for comparison.**\n\n"
                    : "");
  for (const Part& part : all_parts()) {
    const std::string& name = part.description.name;
    const bool wanted = options.only.empty() || std::find(options.only.begin(), options.only.end(),
                                                          name) != options.only.end();
    summary +=
        wanted ? part.make(options) + "\n" : fmt::format("(`{}` was not asked for.)\n\n", name);
  }
  const std::filesystem::path path = options.folder / "summary.md";
  write_file_atomically(path, summary + kCannot);
  return path;
}

}  // namespace peal::marko
