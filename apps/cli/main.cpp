// peal: renders scenes to sound. Results go to standard output, progress and errors to standard
// error; the exit code is 0 for success, 1 for an error, 2 for a wrong command line, 130 after
// Ctrl-C (SIGINT), 143 after SIGTERM.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "base/error.h"
#include "base/held_interrupts.h"
#include "base/interrupt.h"
#include "commands.h"
#include "peal/renderer.h"
#include "scene/load.h"

namespace {

constexpr const char* kFooter = R"(
A first sound:
  peal render drop                      a ball and a bar fall on a floor; open out/drop/
  peal scenes                           the other scenes that come with Peal
  peal view out/drop                    its motion, sound and impacts together, in the browser
  peal studio                           things to rub, strike and scrape, in the browser
  peal check my.json                    is the scene right? lists every mistake at once
  peal import --scene shot.json --poses poses.csv -o shot.take
                                        what another program moved; peal render shot.json --take shot.take
  peal bake my.json                     computes beforehand, once, what clicks of collisions need
  peal pack my.json -o my.pealbank      the bodies of a scene for the real-time engine
  peal reproduce chadwick2012           repeats the tables and figures of a paper
  peal modes wineglass -m glass --wav ping.wav --picture modes.png
                                        modes, pictures and the sound of a mesh or shape
  peal transfer bowl                    how each mode reaches the air: directivity, power, file
  peal section rectangle:width=0.03,height=0.007
                                        how a rod of this section bends, twists and radiates
  peal inspect mug.obj                  is a mesh fit to ring, and what will it cost?
  peal schema > peal.schema.json        lets editors complete and check scenes as you type
  peal schema --reference               every field with unit, range and default
  peal materials                        what things can be made of; peal materials oak: sources

`peal COMMAND --help` explains a command. Exit codes: 0 done, 1 error, 2 wrong command line,
130 stopped by Ctrl-C, 143 stopped by SIGTERM; files that were there before are then still whole.)";

/// Nobody may be there to read it: that is no reason to end otherwise.
void complain(const std::string& sentence) { std::fputs((sentence + "\n").c_str(), stderr); }

/// A file that is opened must not become the standard output or error of somebody who closed those.
void keep_standard_streams() {
  for (const int stream : {0, 1, 2})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY);
}

int say_interrupted() {
  complain("peal: " + peal::interrupt_message());
  return 128 + peal::interrupt_signal();
}

int run_command(const peal::CommandLine& line, int argc, char** argv) {
  try {
    const auto [exit_code, complaint] = line.run(argc, argv);
    if (!complaint.empty()) complain("peal: " + complaint);
    if (exit_code) return *exit_code;
    // What is still buffered could meet a full disk.
    if (std::fflush(stdout) == 0) return 0;
    complain(fmt::format("peal: standard output cannot be written: {}", std::strerror(errno)));
  } catch (const peal::Interrupted&) {
    return say_interrupted();
  } catch (const peal::renderer::Cancelled&) {
    return say_interrupted();
  } catch (const peal::SceneError& error) {
    for (const std::string& message : error.messages()) complain(message);
  } catch (const peal::renderer::SceneError& error) {
    for (const std::string& message : error.messages()) complain(message);
  } catch (const std::bad_alloc&) {
    complain("peal: not enough memory for this scene");
  } catch (const std::exception& error) {
    complain(std::string("peal: ") + error.what());
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  const peal::CommandLine line("Peal computes the sound of moving things from their physics.",
                               kFooter, "peal " + peal::renderer::version());
  peal::add_render_command(line);
  peal::add_simulate_command(line);
  peal::add_bake_command(line);
  peal::add_pack_command(line);
  peal::add_field_command(line);
  peal::add_compare_command(line);
  peal::add_import_command(line);
  peal::add_check_command(line);
  peal::add_scenes_command(line);
  peal::add_modes_command(line);
  peal::add_transfer_command(line);
  peal::add_section_command(line);
  peal::add_inspect_command(line);
  peal::add_schema_command(line);
  peal::add_materials_command(line);
  peal::add_shatter_command(line);
  peal::add_reproduce_command(line);
  peal::add_studio_command(line);
  peal::add_view_command(line);
  peal::install_interrupt_handlers();
  ::signal(SIGXFSZ,
           SIG_IGN);  // a file that grows past the shell's limit is an error with a sentence
  return run_command(line, argc, argv);
}
