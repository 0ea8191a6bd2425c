#include <memory>

#include "commands.h"
#include "serve_site.h"
#include "tools/server/find_site.h"

namespace peal {
namespace {

struct ViewArguments {
  std::string result;
  ServeArguments serve;
};

}  // namespace

void add_view_command(const CommandLine& line) {
  auto arguments = std::make_shared<ViewArguments>();
  const Command command = line.add_subcommand(
      "view", "Shows a rendered result in the browser: motion, sound, stems and impacts in step.");
  command.add_option("out", arguments->result, "folder that `peal render` has written").required();
  add_serve_options(command, arguments->serve);
  command.callback([arguments] {
    check_result(arguments->result);
    serve_site(arguments->serve, arguments->result, "view.html");
  });
}

}  // namespace peal
