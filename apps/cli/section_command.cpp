// peal section: what a rod's section is to bending, twisting and radiating.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/constants.h"
#include "commands.h"
#include "motion/rods/scene_rod.h"
#include "tools/sections/section_picture.h"
#include "tools/sections/section_text.h"

namespace peal {

void add_section_command(const CommandLine& line) {
  struct Arguments {
    std::string section;
    std::filesystem::path picture;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  const Command command = line.add_subcommand(
      "section",
      "Area, moments, torsion constant and dipole matrix of a rod's section, and a picture of how "
      "it radiates.");
  command
      .add_option("shape", arguments->section,
                  "of the section: circle:radius=0.003, tube:radius=0.016,thickness=0.001, "
                  "ellipse:half_width=0.004,half_height=0.002, "
                  "rectangle:width=0.0254,height=0.0127, or the JSON of a scene, also of polygons; "
                  "metres")
      .required();
  command.add_flag("--json", arguments->json, "prints JSON");
  command.add_option("--picture", arguments->picture,
                     "the pressure around it, moved along each axis (.png or .svg)");
  command.callback([arguments] {
    const RodOutline outline = outline_argument(arguments->section);
    const RodSection section = section_of(outline);
    if (!arguments->picture.empty())
      write_section_picture(arguments->picture, outline_words(outline),
                            {{"moved along d1", outline, section, 0, 0},
                             {"moved along d2", outline, section, kPi / 2, 0},
                             {"moved between them", outline, section, kPi / 4, 0}},
                            3);
    fmt::print("{}",
               arguments->json ? section_json(outline, section) : section_text(outline, section));
  });
}

}  // namespace peal
