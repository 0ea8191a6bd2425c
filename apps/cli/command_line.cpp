#include "command_line.h"

#include <fmt/format.h>

#include "io/schema/suggest.h"

namespace peal {
namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string no_command(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(), names = command_names(app);
  const std::string way_out = "`peal --help` explains the commands";
  if (words.empty())
    return fmt::format("expected a command: {}; {}", fmt::join(names, ", "), way_out);
  const std::string& word = words.front();
  if (word == "help") return way_out;
  if (word.ends_with(".json"))
    return fmt::format("expected a command before '{0}'; to hear it: peal render {0}", shown(word));
  return fmt::format("there is no {} '{}'{}; {}", word.starts_with('-') ? "option" : "command",
                     shown(word),
                     suggestion(word, word.starts_with('-') ? option_names(app) : names), way_out);
}

std::string wrong_argument(const CLI::App& command, const CLI::ParseError& error) {
  std::string text = error.what();
  const std::vector<std::string> words = command.remaining();
  for (const std::string& word : words)
    if (word.starts_with('-')) {
      const std::string near = nearest(word, option_names(command));
      text = fmt::format("there is no option '{}'", shown(word)) +
             (near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
      break;
    }
  return fmt::format("{}: {}\n`peal {} --help` lists what it takes", command.get_name(), text,
                     command.get_name());
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::App*> chosen =
      app.get_subcommands([](const CLI::App* command) { return command->parsed(); });
  return chosen.empty() ? no_command(app) : wrong_argument(*chosen.front(), error);
}

}  // namespace peal
