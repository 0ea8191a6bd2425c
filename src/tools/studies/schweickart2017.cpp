#include "tools/studies/schweickart2017.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/atomic_file.h"
#include "base/parallel.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "tools/studies/schweickart2017_parts.h"
#include "tools/studies/study_folder.h"

namespace peal::schweickart2017 {
namespace {

struct RodPart {
  PartDescription description;
  std::string (*make)(const ReproduceOptions&);
};

const std::vector<RodPart>& all_rod_parts() {
  static const std::vector<RodPart> parts{
      {{"fig4", "what sections send out in each direction"}, make_figure4},
      {{"fig7", "scenes: seconds of computing for a second of sound"}, make_figure7},
      {{"fig8", "spectra of the rectangular rod, struck on two sides"}, make_figure8},
      {{"fig9", "spectrogram of the struck Slinky"}, make_figure9},
      {{"tests", "one point, no travel times, round dipoles (its section 6.2)"}, make_tests}};
  return parts;
}

constexpr const char* kRodsCannot =
    "## What cannot be compared\n\n"
    "- The recordings are not published: neither the thin lines of Fig. 8 nor the upper half of "
    "Fig. 9 can be drawn.\n"
    "- Densities, damping, friction, strength and place of the blows and the places of listeners "
    "are not printed; ours are those of the scenes.\n"
    "- Chain Link Fence and Slinky Walk: rods touch rods and themselves, but neither scene is "
    "there yet.\n"
    "- Times of the paper are of 8 cores of an Intel Xeon E5-2637 v3. Ours are of this machine and "
    "change with what else it does. The paper's rate is 44.1 kHz but for the wire and the Slinky; "
    "ours is 88.2 kHz in all.\n";

}  // namespace

const std::vector<PartDescription>& parts() {
  static const std::vector<PartDescription> descriptions = descriptions_of(all_rod_parts());
  return descriptions;
}

Scene paper_scene(const ReproduceOptions& options, const std::string& name) {
  return load_scene(options.scenes / (name + ".json"), source_declarations());
}

std::filesystem::path reproduce(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const PartDescription& part : parts()) names.push_back(part.name);
  begin_study("schweickart2017", names, options.only, options.folder);
  std::string summary = fmt::format(
      "# Schweickart, James & Marschner 2017, repeated\n\n\"Animating Elastic Rods with Sound\", "
      "ACM Transactions on Graphics 36(4). Ours on {} thread{}.{}\n\n",
      thread_limit(), thread_limit() == 1 ? "" : "s",
      options.quick ? " **Short stretches of sound (--quick): for trials, not for comparison.**"
                    : "");
  for (const RodPart& part : all_rod_parts()) {
    const std::string& name = part.description.name;
    const bool wanted = options.only.empty() || std::find(options.only.begin(), options.only.end(),
                                                          name) != options.only.end();
    summary +=
        wanted ? part.make(options) + "\n" : fmt::format("(`{}` was not asked for.)\n\n", name);
  }
  const std::filesystem::path path = options.folder / "summary.md";
  write_file_atomically(path, summary + kRodsCannot);
  return path;
}

}  // namespace peal::schweickart2017
