#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "tools/materials/material_pages.h"

namespace peal {

void add_materials_command(const CommandLine& line) {
  struct Arguments {
    std::string name;
    bool json = false, reference = false, words = false;
  };
  auto arguments = std::make_shared<Arguments>();
  const Command command = line.add_subcommand(
      "materials", "Lists the materials of the library, or everything about one of them.");
  command.add_option("name", arguments->name, "a material: its numbers and their sources");
  const Option json = command.add_flag("--json", arguments->json, "the whole library as JSON");
  command.add_flag("--reference", arguments->reference, "the reference page (Markdown)")
      .excludes(json);
  command
      .add_flag("--words", arguments->words,
                "all names and the everyday words that lead to them, as JSON: for exporters")
      .excludes(json);
  command.callback([arguments] {
    if (!arguments->name.empty() && (arguments->json || arguments->reference || arguments->words))
      wrong_option("name", "--json, --reference and --words print the whole library");
    if (!arguments->name.empty())
      fmt::print("{}", material_text(arguments->name));
    else if (arguments->json)
      fmt::print("{}", materials_json());
    else if (arguments->words)
      fmt::print("{}", material_words_json());
    else if (arguments->reference)
      fmt::print("{}", materials_reference());
    else
      fmt::print("{}", material_table_text());
  });
}

}  // namespace peal
