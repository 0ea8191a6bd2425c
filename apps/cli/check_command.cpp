#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "peal/renderer.h"
#include "scene/load.h"
#include "scene_argument.h"
#include "sources/kinds.h"

namespace peal {

void add_check_command(const CommandLine& line) {
  auto files = std::make_shared<std::vector<std::string>>();
  const Command command = line.add_subcommand(
      "check", "Says whether scenes are right; lists every mistake with its place and a way out.");
  command.add_option("scenes", *files, "scene files (JSON), or names of scenes of `peal scenes`")
      .required();
  command.callback([files] {
    std::vector<std::string> mistakes;
    for (const std::string& argument : *files) {
      std::string file = argument;
      try {
        file = scene_argument(argument).file.string();
        const auto scene = renderer::Scene::from_file(file);
        std::vector<std::string> warnings = scene.warnings();
        const std::vector<std::string> more = scene.check();
        warnings.insert(warnings.end(), more.begin(), more.end());
        for (const std::string& warning : warnings) fmt::print("warning: {}\n", warning);
        const auto counted = [](std::size_t count, const char* what) {
          return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
        };
        fmt::print("{}: good: {}, {}, {}, {} s\n", file, counted(scene.objects().size(), "object"),
                   counted(scene.sources(), "source"),
                   counted(scene.listeners().size(), "listener"), scene.duration());
      } catch (const SceneError& error) {
        mistakes.insert(mistakes.end(), error.messages().begin(), error.messages().end());
      } catch (const renderer::SceneError& error) {
        mistakes.insert(mistakes.end(), error.messages().begin(), error.messages().end());
      } catch (const renderer::Error& error) {  // sources name the file and field themselves
        const std::string text = error.what();
        mistakes.push_back(text.starts_with(file + ":") ? text : file + ": " + text);
      }
    }
    if (!mistakes.empty()) throw SceneError(mistakes);
  });
}

void add_schema_command(const CommandLine& line) {
  auto reference = std::make_shared<bool>(false);
  const Command command = line.add_subcommand(
      "schema", "Prints the JSON Schema of scene files, for editors to complete and check.");
  command.add_flag("--reference", *reference, "print the reference page (Markdown) instead");
  command.callback([reference] {
    const auto declarations = source_declarations();
    if (*reference)
      fmt::print("{}", scene_reference_markdown(declarations));
    else
      fmt::print("{}\n", scene_schema(declarations).dump(2));
  });
}

}  // namespace peal
