#include "tools/studies/solids/obrien2001.h"

#include <algorithm>

#include "base/files/atomic_file.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "tools/studies/solids/obrien2001_parts.h"
#include "tools/studies/study_folder.h"

namespace peal::obrien2001 {
namespace {

struct SolidPart {
  PartDescription description;
  std::string (*make)(const ReproduceOptions&);
};

const std::vector<SolidPart>& all_solid_parts() {
  static const std::vector<SolidPart> parts{
      {{"table1", "scenes: minutes of computing for a second of sound"}, make_table1},
      {{"sphere", "the paper's way from a surface to sound, and ours, against the exact sphere"},
       make_sphere},
      {{"filters", "gains of its low-pass and DC blocker"}, make_filters},
      {{"splat", "what rounding of travel times adds"}, make_splat},
      {{"pictures", "waveforms and spectrograms of its scenes"}, make_pictures}};
  return parts;
}

constexpr const char* kCannot =
    "## What cannot be compared\n\n"
    "- The paper's recordings and meshes are not published; sizes, materials and blows of its "
    "bodies are inferred.\n"
    "- Numbers of its Table 1 and of its filters are recalled, not read from the print.\n"
    "- Its linear tetrahedra are not run here: what it heard of stiffness (bending 40 to 170 % too "
    "high at its meshes) is not in these figures.\n";

}  // namespace

const std::vector<PartDescription>& parts() {
  static const std::vector<PartDescription> descriptions = descriptions_of(all_solid_parts());
  return descriptions;
}

Scene paper_scene(const ReproduceOptions& options, const std::string& name) {
  return load_scene(options.scenes / (name + ".json"), source_declarations());
}

std::filesystem::path reproduce(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const PartDescription& part : parts()) names.push_back(part.name);
  begin_study("obrien2001", names, options.only, options.folder);
  std::string summary =
      "# O'Brien, Cook & Essl 2001, repeated\n\n\"Synthesizing Sounds from Physically Based "
      "Motion\", SIGGRAPH 2001.\n\n";
  if (options.quick) summary += "**Short and coarse (--quick): for trials.**\n\n";
  for (const SolidPart& part : all_solid_parts()) {
    const std::string& name = part.description.name;
    if (options.only.empty() ||
        std::find(options.only.begin(), options.only.end(), name) != options.only.end())
      summary += part.make(options) + "\n";
  }
  const std::filesystem::path path = options.folder / "summary.md";
  write_file_atomically(path, summary + kCannot);
  return path;
}

}  // namespace peal::obrien2001
