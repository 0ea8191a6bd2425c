// The whole command line, `peal COMMAND ...`: help, version, and sentences about what is wrong.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "command.h"

namespace peal {

class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& footer,
              const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command add_subcommand(const std::string& name, const std::string& help) const;

  /// What the line says.
  struct Outcome {
    std::optional<int> exit_code;  // none: a command has run
    std::string complaint;         // what is wrong and the way out, one or two lines
  };
  /// Runs the command that was chosen; its exceptions pass.
  Outcome run(int argc, char** argv) const;

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace peal
