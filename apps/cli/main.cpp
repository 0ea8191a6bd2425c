// peal: renders scenes to sound. Results go to standard output, progress and errors to standard
// error; the exit code is 0 for success, 1 for an error, 2 for a wrong command line, 130 after Ctrl-C.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "base/error.h"
#include "base/interrupt.h"
#include "commands.h"
#include "render/report.h"

namespace {

constexpr const char* kFooter = R"(
A first sound:
  peal render scenes/drop.json          a ball and a bar fall on a floor; open out/drop/
  peal check my.json                    is the scene right? lists every mistake at once
  peal schema > peal.schema.json        lets editors complete and check scenes as you type
  peal schema --reference               every field with unit, range and default

`peal COMMAND --help` explains a command.)";

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Peal computes the sound of moving things from their physics.", "peal"};
  app.footer(kFooter);
  app.set_version_flag("--version", "peal " + peal::peal_version());
  app.require_subcommand(1);
  peal::add_render_command(app);
  peal::add_check_command(app);
  peal::add_schema_command(app);
  peal::install_interrupt_handlers();
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const peal::Interrupted& error) {
    fmt::print(stderr, "peal: {}\n", error.what());
    return 130;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "peal: not enough memory for this scene\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "peal: {}\n", error.what());
  }
  return 1;
}
