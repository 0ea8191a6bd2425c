#include "tools/studies/avanzini/avanzini2005.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/atomic_file.h"
#include "tools/studies/avanzini/avanzini2005_parts.h"
#include "tools/studies/study_folder.h"

namespace peal::avanzini2005 {
namespace {

struct RubbedPart {
  PartDescription description;
  std::string (*make)(const ReproduceOptions&);
};

const std::vector<RubbedPart>& all_rubbed_parts() {
  static const std::vector<RubbedPart> parts{
      {{"fig2", "friction of steady sliding, solved and by formula"}, make_figure2},
      {{"table1", "what each parameter of the law does"}, make_table1},
      {{"fig4", "wineglass, brake and door: onset, phase portraits, spectra, three schemes"},
       make_applications}};
  return parts;
}

constexpr const char* kRubbedCannot =
    "## What cannot be compared\n\n"
    "- The paper prints no parameters, no measurements and no spectra. Parameters here are ours, "
    "chosen to do what it describes; Table I is held to its sentences.\n"
    "- Its figures of waveforms (Fig. 4) have no axes.\n"
    "- Its sound of rolling is that of another paper (Rath 2003); the scene `brake` rolls by a "
    "Hertz contact over a rough way.\n"
    "- Its animations are in the studio (`peal studio`).\n";

}  // namespace

const std::vector<PartDescription>& parts() {
  static const std::vector<PartDescription> descriptions = descriptions_of(all_rubbed_parts());
  return descriptions;
}

std::filesystem::path reproduce(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const PartDescription& part : parts()) names.push_back(part.name);
  begin_study("avanzini2005", names, options.only, options.folder);
  std::string summary =
      "# Avanzini, Serafin & Rocchesso 2005, repeated\n\n\"Interactive Simulation of Rigid Body "
      "Interaction With Friction-Induced Sound Generation\", IEEE Transactions on Speech and Audio "
      "Processing.\n\n";
  for (const RubbedPart& part : all_rubbed_parts()) {
    const std::string& name = part.description.name;
    const bool wanted = options.only.empty() || std::find(options.only.begin(), options.only.end(),
                                                          name) != options.only.end();
    summary +=
        wanted ? part.make(options) + "\n" : fmt::format("(`{}` was not asked for.)\n\n", name);
  }
  const std::filesystem::path path = options.folder / "summary.md";
  write_file_atomically(path, summary + kRubbedCannot);
  return path;
}

}  // namespace peal::avanzini2005
