#include <memory>

#include "commands.h"
#include "serve_site.h"

namespace peal {

void add_studio_command(const CommandLine& line) {
  auto arguments = std::make_shared<ServeArguments>();
  const Command command = line.add_subcommand(
      "studio", "Serves the studio to the browser of this computer: things to rub and strike.");
  add_serve_options(command, *arguments);
  command.callback([arguments] { serve_site(*arguments, {}, ""); });
}

}  // namespace peal
