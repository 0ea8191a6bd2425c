// peal scenes: what comes with Peal to be rendered, each with the first sentence of its comment.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "commands.h"
#include "io/schema/json_text.h"
#include "io/schema/suggest.h"
#include "tools/scenes/shipped_scenes.h"

namespace peal {
namespace {

/// The comment alone: the list of scenes is there at once, without a look at their bodies.
std::string comment_of(const std::filesystem::path& file) {
  const auto scene = nlohmann::json::parse(read_text_file(file), nullptr, false);
  if (!scene.is_object() || !scene.contains("comment") || !scene["comment"].is_string()) return {};
  return scene["comment"];
}

/// Until the first full stop that ends a word: "7.5 mm" goes on.
std::string first_sentence(const std::string& text) {
  const auto stop = text.find(". ");
  return stop == std::string::npos ? text : text.substr(0, stop + 1);
}

void list_scenes() {
  const std::vector<ShippedScene> scenes = shipped_scenes();
  std::size_t width = 0;
  for (const ShippedScene& scene : scenes) width = std::max(width, scene.name.size());
  for (const ShippedScene& scene : scenes)
    fmt::print("{:<{}}  {}\n", scene.name, width, first_sentence(comment_of(scene.file)));
}

void show_scene(const std::string& name) {
  std::vector<std::string> names;
  for (const ShippedScene& scene : shipped_scenes()) {
    names.push_back(scene.name);
    if (scene.name != name) continue;
    fmt::print("{}\n{}\n\npeal render {}\n", scene.file.string(), comment_of(scene.file), name);
    return;
  }
  const std::string near = nearest(name, names);
  fail("there is no scene '{}'{}; `peal scenes` lists them", shown(name),
       near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

}  // namespace

void add_scenes_command(const CommandLine& line) {
  auto name = std::make_shared<std::string>();
  const Command command =
      line.add_subcommand("scenes", "Lists the scenes that come with Peal; `peal render NAME`.");
  command.add_option("name", *name, "one of them: where its file is, and what to listen for");
  command.callback([name] { name->empty() ? list_scenes() : show_scene(*name); });
}

}  // namespace peal
