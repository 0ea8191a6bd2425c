// peal shatter: a pane or a plate in pieces, as meshes and a scene in which they fly apart.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "commands.h"
#include "scene/declare.h"
#include "sheet_argument.h"
#include "tools/bodies/body_text.h"
#include "tools/shatter/shatter_scene.h"

namespace peal {
namespace {

struct ShatterArguments {
  std::string pane, plate, material = "glass", out = "shatter.json";
  std::string blow = "0,0", position = "0,0.5,0", rotation = "0,1,0,0", velocity = "0,0,0";
  ShatterPattern pattern;
  ShatterMotion motion{0.3, 0};
  double duration = 4, release = 0;
};

Vec3 vector_of(const std::string& option, const std::string& text) {
  const auto v = numbers_of(option, text, 3);
  return {v[0], v[1], v[2]};
}

void require_range(const char* option, double value, double least, double most, const char* unit) {
  if (!(value >= least && value <= most))
    fail("{}: expected {:g} to {:g} {}, got {}", option, least, most, unit, value);
}

void run_shatter(const ShatterArguments& arguments) {
  const std::filesystem::path file = arguments.out;
  if (file.extension() != ".json")
    fail("--out: expected the name of a scene file that ends in .json, got '{}'", arguments.out);
  require_range("--spread", arguments.motion.spread, 0, 100, "m/s");
  require_range("--push", arguments.motion.push, -100, 100, "m/s");
  require_range("--pieces", arguments.pattern.pieces, 2, kMostPieces, "pieces");
  require_range("--gap", arguments.pattern.gap, 1e-6, 1, "m");
  require_range("--duration", arguments.duration, 0.001, 3600, "s");
  require_range("--release", arguments.release, 0, 3600, "s");
  const std::string name = file.stem().string();
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") !=
      std::string::npos)
    fail("--out: names of scenes have letters, digits, _ and - only, got '{}'", name);
  const Sheet sheet = sheet_argument(arguments.pane, arguments.plate);
  const Material material = material_of(arguments.material);
  ShatterPattern pattern = arguments.pattern;
  const auto blow = numbers_of("--blow", arguments.blow, 2);
  pattern.blow = {blow[0], 0, blow[1]};
  const auto turn = numbers_of("--rotation", arguments.rotation, 4);
  const Vec3 axis{turn[0], turn[1], turn[2]};
  if (!(norm(axis) > 0)) fail("--rotation: expected an axis that is not zero, then degrees");
  const Vec3 position = vector_of("--position", arguments.position);
  for (const double x : {position.x, position.y, position.z})
    require_range("--position", x, -kFarthest, kFarthest, "m");
  const Vec3 velocity = vector_of("--velocity", arguments.velocity);
  require_range("--velocity", std::hypot(velocity.x, velocity.y, velocity.z), 0, 300, "m/s");
  const ShatteredSheet made = write_shattered_scene(
      {file, sheet, pattern, arguments.motion, material,
       arguments.material.starts_with('{') ? arguments.material : "", position, axis, velocity,
       turn[3], arguments.duration, arguments.release});
  fmt::print(
      "{}  {} pieces of {:.3g} to {:.3g} cm^3, together {:.4g} of {:.4g} cm^3, {:.4g} kg of {}\n",
      file.string(), made.pieces, 1e6 * made.smallest, 1e6 * made.largest, 1e6 * made.volume,
      1e6 * sheet.volume, material.density * made.volume, material.name);
}

}  // namespace

void add_shatter_command(const CommandLine& line) {
  auto arguments = std::make_shared<ShatterArguments>();
  const Command command = line.add_subcommand(
      "shatter", "Breaks a pane or plate into pieces: a mesh each, and a scene that plays them.");
  command.add_option("--pane", arguments->pane,
                     "LENGTHxWIDTHxTHICKNESS in metres, along x, z and y: 0.4x0.6x0.004");
  command.add_option("--plate", arguments->plate, "RADIUSxTHICKNESS in metres: 0.1x0.006");
  command.add_option("--pieces", arguments->pattern.pieces, "how many [20]");
  command.add_option("--blow", arguments->blow, "x,z in metres: where cracks start from [0,0]");
  command.add_option("--gap", arguments->pattern.gap, "width of the cracks in metres [0.0002]");
  command.add_option("--seed", arguments->pattern.seed, "another number, another pattern [1]")
      .not_negative();  // else it would be taken modulo 2^64
  command.add_option("-m,--material", arguments->material,
                     "a material of `peal materials`, or its JSON [glass]");
  command.add_option("--position", arguments->position, "x,y,z of its middle [0,0.5,0]");
  command.add_option("--rotation", arguments->rotation,
                     "x,y,z of an axis, then degrees; unturned it lies flat [0,1,0,0]");
  command.add_option("--velocity", arguments->velocity, "x,y,z in m/s, of all pieces [0,0,0]");
  command.add_option("--spread", arguments->motion.spread,
                     "m/s with which the farthest corner flies from the blow [0.3]");
  command.add_option("--push", arguments->motion.push,
                     "m/s at the blow, along the sheet's upper normal; less around it [0]");
  command.add_option("--release", arguments->release,
                     "s until which the pieces hang where they are: silence before the sound [0]");
  command.add_option("--duration", arguments->duration, "of the scene in s [4]");
  command.add_option("-o,--out", arguments->out,
                     "the scene; meshes go to a folder beside it of the same name [shatter.json]");
  command.callback([arguments] { run_shatter(*arguments); });
}

}  // namespace peal
