// peal inspect: what a mesh or shape is like, before any long work.
#include <fmt/format.h>

#include <memory>

#include "base/files/atomic_file.h"
#include "body_argument.h"
#include "commands.h"
#include "io/mesh/obj_text.h"
#include "tools/bodies/inspection.h"

namespace peal {
namespace {

struct InspectArguments {
  BodyArgument body;
  std::string material = "steel", picture, json, obj;
};

void run_inspect(const InspectArguments& arguments) {
  const Inspection found = inspect(arguments.body, arguments.material);
  fmt::print("{}", arguments.json == "-" ? found.json : found.text);
  if (!arguments.json.empty() && arguments.json != "-")
    write_file_atomically(arguments.json, found.json);
  if (!arguments.obj.empty())
    write_file_atomically(arguments.obj, obj_text(own_surface(*found.geometry)));
  if (!arguments.picture.empty())
    write_inspection_picture(arguments.picture, arguments.body.name(), *found.geometry);
}

}  // namespace

void add_inspect_command(const CommandLine& line) {
  auto arguments = std::make_shared<InspectArguments>();
  const Command command = line.add_subcommand(
      "inspect",
      "Examines a mesh or shape: faults, mass, walls, mesh quality, cost of later steps.");
  arguments->body.add_to(command);
  command.add_option("-m,--material", arguments->material, "for its mass and cost [steel]");
  command.add_option("--picture", arguments->picture, "PNG of the body and its curvature");
  command.add_option("--obj", arguments->obj,
                     "writes the surface as OBJ: repaired, in metres, y up");
  command.add_option("--json", arguments->json, "writes everything as JSON; - is standard output");
  command.callback([arguments] { run_inspect(*arguments); });
}

}  // namespace peal
