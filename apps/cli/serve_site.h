// What `peal studio` and `peal view` share: their options and the serving itself.
#pragma once
#include <filesystem>
#include <string>

#include "command.h"

namespace peal {

struct ServeArguments {
  std::string site;
  int port = -1;  // -1: kStudioPort, or a free one when that is taken
  bool no_open = false;
};

void add_serve_options(const Command& command, ServeArguments& arguments);

/// Prints the address of `page` on standard output, shows it in the browser, and serves until
/// Ctrl-C, which throws Interrupted. `result` may be empty.
void serve_site(const ServeArguments& arguments, const std::filesystem::path& result,
                const std::string& page);

}  // namespace peal
