#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

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

/// What is wrong and the way out, one or two lines.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::App*> chosen =
      app.get_subcommands([](const CLI::App* command) { return command->parsed(); });
  return chosen.empty() ? no_command(app) : wrong_argument(*chosen.front(), error);
}

}  // namespace

CommandLine::CommandLine(const std::string& description, const std::string& footer,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(description, "peal")) {
  app_->footer(footer);
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add_subcommand(const std::string& name, const std::string& help) const {
  return Command(*app_->add_subcommand(name, help));
}

CommandLine::Outcome CommandLine::run(int argc, char** argv) const {
  try {
    app_->parse(argc, argv);
    return {};
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return {app_->exit(error), ""};
    return {2, explain(*app_, error)};
  }
}

}  // namespace peal
