#include "serve_site.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/interrupt.h"
#include "tools/server/find_site.h"
#include "tools/server/open_browser.h"
#include "tools/server/server.h"

namespace peal {
namespace {

// The same from day to day, so that the browser finds what pages keep (theme, volume).
constexpr int kStudioPort = 7325;  // P E A L on the keys of a telephone

}  // namespace

void add_serve_options(const Command& command, ServeArguments& arguments) {
  command
      .add_option("--port", arguments.port,
                  "port of 127.0.0.1; 0: a free one [7325, or a free one when it is taken]")
      .within(0, 65535);
  command.add_flag("--no-open", arguments.no_open, "prints the address and opens no browser");
  command.add_option("--site", arguments.site, "folder of the built pages [as installed or built]");
}

void serve_site(const ServeArguments& arguments, const std::filesystem::path& result,
                const std::string& page) {
  const StudioSite site(find_site(arguments.site), result);
  ServerOptions options;
  options.port = arguments.port < 0 ? kStudioPort : arguments.port;
  options.another_port = arguments.port < 0;
  StudioServer server(site, options);
  const std::string url = fmt::format("http://127.0.0.1:{}/{}", server.port(), page);
  fmt::print("{}\n", url);
  std::fflush(stdout);
  const bool shown = !arguments.no_open && open_browser(url);
  fmt::print(stderr, "{}; Ctrl-C ends the server\n",
             shown ? "the browser opens it" : "open it in a browser");
  server.run(interrupted);
  throw_if_interrupted();
}

}  // namespace peal
