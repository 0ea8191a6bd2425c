// peal shatter: a pane or a plate in pieces, as meshes and a scene in which they fly apart.
// Writes NAME.json and NAME/piece_01.obj ...; the pieces are physics/geometry/convex/shatter.h's.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "base/constants.h"
#include "base/error.h"
#include "base/files/atomic_file.h"
#include "body_argument.h"
#include "commands.h"
#include "obj_text.h"
#include "physics/geometry/convex/shatter.h"
#include "physics/geometry/mass_properties.h"
#include "scene/declare.h"
#include "sheet_argument.h"

namespace peal {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct ShatterArguments {
  std::string pane, plate, material = "glass", out = "shatter.json";
  std::string blow = "0,0", position = "0,0.5,0", rotation = "0,1,0,0", velocity = "0,0,0";
  ShatterPattern pattern;
  ShatterMotion motion{0.3, 0};
  double duration = 4, release = 0;
};

Vec3 vector_of(const std::string& option, const std::string& text) {
  const auto v = numbers_argument(option, text, 3);
  return {v[0], v[1], v[2]};
}

OrderedJson rounded(const Vec3& v) {
  const auto r = [](double x) { return std::round(x * 1e4) / 1e4 + 0.0; };
  return {r(v.x), r(v.y), r(v.z)};
}

/// Meshes of an earlier run into the same folder that had more pieces.
void remove_old_pieces(const std::filesystem::path& folder, const std::set<std::string>& written) {
  namespace fs = std::filesystem;
  const auto is_piece = [](const std::string& name) {
    constexpr std::string_view kBegin = "piece_", kEnd = ".obj";
    if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return false;
    if (name.size() < kBegin.size() + 2 + kEnd.size()) return false;
    const std::string number =
        name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
    return number.size() <= std::to_string(kMostPieces).size() &&
           number.find_first_not_of("0123456789") == std::string::npos;
  };
  std::error_code problem;
  std::vector<fs::path> old;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (is_piece(name) && !written.contains(name)) old.push_back(entry->path());
  }
  for (const fs::path& path : old) {
    if (!fs::is_regular_file(fs::symlink_status(path, problem))) continue;
    fs::remove(path, problem);
    if (problem)
      fail("{}: a piece of an earlier run cannot be removed: {}", path.string(), problem.message());
  }
}

/// An object per line: hundreds of pieces stay readable.
std::string scene_text(const OrderedJson& scene) {
  std::string text = "{";
  for (const auto& [key, value] : scene.items()) {
    text += fmt::format("{}\n  {}: ", text.size() > 1 ? "," : "", OrderedJson(key).dump());
    if (key != "objects") {
      text += value.dump();
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i)
      text += (i ? ",\n    " : "[\n    ") + value[i].dump();
    text += "\n  ]";
  }
  return text + "\n}\n";
}

void require_range(const char* option, double value, double least, double most, const char* unit) {
  if (!(value >= least && value <= most))
    fail("{}: expected {:g} to {:g} {}, got {}", option, least, most, unit, value);
}

void run_shatter(const ShatterArguments& arguments) {
  namespace fs = std::filesystem;
  const fs::path file = arguments.out;
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
  const Material material = material_argument(arguments.material);
  const bool own = arguments.material.starts_with('{');
  ShatterPattern pattern = arguments.pattern;
  const auto blow = numbers_argument("--blow", arguments.blow, 2);
  pattern.blow = {blow[0], 0, blow[1]};
  const auto turn = numbers_argument("--rotation", arguments.rotation, 4);
  const Vec3 axis{turn[0], turn[1], turn[2]};
  if (!(norm(axis) > 0)) fail("--rotation: expected an axis that is not zero, then degrees");
  const Quat rotation = Quat::from_axis_angle(axis, turn[3] * kPi / 180);
  const Vec3 position = vector_of("--position", arguments.position);
  for (const double x : {position.x, position.y, position.z})
    require_range("--position", x, -kFarthest, kFarthest, "m");
  const Vec3 velocity = vector_of("--velocity", arguments.velocity);
  require_range("--velocity", std::hypot(velocity.x, velocity.y, velocity.z), 0, 300, "m/s");
  const std::vector<TriangleMesh> pieces = shatter_sheet(sheet.outline, sheet.thickness, pattern);

  const fs::path folder = file.parent_path() / name;
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) fail("{}: the folder cannot be made: {}", folder.string(), problem.message());
  OrderedJson scene{
      {"peal", 1},
      {"name", name},
      {"comment", fmt::format("A sheet in {} pieces, made by `peal shatter`.", pieces.size())},
      {"duration", arguments.duration},
      {"listeners", {{{"name", "microphone"}, {"kind", "mono"}, {"position", {1.0, 1.8, 1.0}}}}}};
  if (own) scene["materials"] = {{"sheet", OrderedJson::parse(arguments.material)}};
  double volume = 0, smallest = sheet.volume, largest = 0;
  std::set<std::string> written;
  const int digits = static_cast<int>(std::to_string(pieces.size()).size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string number = fmt::format("{:0{}}", i + 1, std::max(2, digits));
    const std::string mesh_name = fmt::format("piece_{}.obj", number);
    const std::string mesh = name + "/" + mesh_name;
    written.insert(mesh_name);
    const MassProperties solid = mass_properties(pieces[i], 1);
    volume += solid.volume;
    smallest = std::min(smallest, solid.volume), largest = std::max(largest, solid.volume);
    const PieceMotion motion =
        piece_motion(sheet.outline, pattern.blow, arguments.motion, solid.centre);
    write_file_atomically(file.parent_path() / mesh, obj_text(pieces[i]));
    scene["objects"].push_back(
        {{"name", "piece." + number},
         {"shape", {{"kind", "mesh"}, {"file", mesh}}},
         {"material", own ? "sheet" : material.name},
         {"position", {position.x, position.y, position.z}},
         {"rotation", {{"axis", {axis.x, axis.y, axis.z}}, {"angle", turn[3]}}},
         {"velocity", rounded(velocity + rotate(rotation, motion.velocity))},
         {"spin", rounded(rotate(rotation, motion.spin))}});
    if (arguments.release > 0) scene["objects"].back()["release"] = arguments.release;
  }
  scene["motion"] = {{"floor", {{"material", "concrete"}}}};
  scene["sources"] = {{{"kind", "impact"}}, {{"kind", "click"}}};
  scene["output"] = {{"level", "normalised"}, {"stems", "mechanisms"}};
  write_file_atomically(file, scene_text(scene));
  remove_old_pieces(folder, written);
  fmt::print(
      "{}  {} pieces of {:.3g} to {:.3g} cm^3, together {:.4g} of {:.4g} cm^3, {:.4g} kg of {}\n",
      file.string(), pieces.size(), 1e6 * smallest, 1e6 * largest, 1e6 * volume, 1e6 * sheet.volume,
      material.density * volume, material.name);
}

}  // namespace

void add_shatter_command(CLI::App& app) {
  auto arguments = std::make_shared<ShatterArguments>();
  CLI::App* command = app.add_subcommand(
      "shatter", "Breaks a pane or plate into pieces: a mesh each, and a scene that plays them.");
  command->add_option("--pane", arguments->pane,
                      "LENGTHxWIDTHxTHICKNESS in metres, along x, z and y: 0.4x0.6x0.004");
  command->add_option("--plate", arguments->plate, "RADIUSxTHICKNESS in metres: 0.1x0.006");
  command->add_option("--pieces", arguments->pattern.pieces, "how many [20]");
  command->add_option("--blow", arguments->blow, "x,z in metres: where cracks start from [0,0]");
  command->add_option("--gap", arguments->pattern.gap, "width of the cracks in metres [0.0002]");
  command->add_option("--seed", arguments->pattern.seed, "another number, another pattern [1]")
      ->check([](const std::string& text) {  // else it would be taken modulo 2^64
        return text.starts_with('-') ? "expected a number >= 0, got " + text : std::string();
      });
  command->add_option("-m,--material", arguments->material,
                      "a material of `peal materials`, or its JSON [glass]");
  command->add_option("--position", arguments->position, "x,y,z of its middle [0,0.5,0]");
  command->add_option("--rotation", arguments->rotation,
                      "x,y,z of an axis, then degrees; unturned it lies flat [0,1,0,0]");
  command->add_option("--velocity", arguments->velocity, "x,y,z in m/s, of all pieces [0,0,0]");
  command->add_option("--spread", arguments->motion.spread,
                      "m/s with which the farthest corner flies from the blow [0.3]");
  command->add_option("--push", arguments->motion.push,
                      "m/s at the blow, along the sheet's upper normal; less around it [0]");
  command->add_option("--release", arguments->release,
                      "s until which the pieces hang where they are: silence before the sound [0]");
  command->add_option("--duration", arguments->duration, "of the scene in s [4]");
  command->add_option("-o,--out", arguments->out,
                      "the scene; meshes go to a folder beside it of the same name [shatter.json]");
  command->callback([arguments] { run_shatter(*arguments); });
}

}  // namespace peal
