#include "tools/shatter/shatter_scene.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/constants.h"
#include "base/error.h"
#include "base/files/atomic_file.h"
#include "io/mesh/obj_text.h"
#include "physics/geometry/mass_properties.h"

namespace peal {
namespace {

using OrderedJson = nlohmann::ordered_json;

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

}  // namespace

ShatteredSheet write_shattered_scene(const ShatterRequest& request) {
  namespace fs = std::filesystem;
  const fs::path& file = request.file;
  const std::string name = file.stem().string();
  const bool own = !request.own_material.empty();
  const Quat rotation = Quat::from_axis_angle(request.axis, request.degrees * kPi / 180);
  const std::vector<TriangleMesh> pieces =
      shatter_sheet(request.sheet.outline, request.sheet.thickness, request.pattern);

  const fs::path folder = file.parent_path() / name;
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) fail("{}: the folder cannot be made: {}", folder.string(), problem.message());
  OrderedJson scene{
      {"peal", 1},
      {"name", name},
      {"comment", fmt::format("A sheet in {} pieces, made by `peal shatter`.", pieces.size())},
      {"duration", request.duration},
      {"listeners", {{{"name", "microphone"}, {"kind", "mono"}, {"position", {1.0, 1.8, 1.0}}}}}};
  if (own) scene["materials"] = {{"sheet", OrderedJson::parse(request.own_material)}};
  ShatteredSheet result{pieces.size(), 0, request.sheet.volume, 0};
  std::set<std::string> written;
  const int digits = static_cast<int>(std::to_string(pieces.size()).size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string number = fmt::format("{:0{}}", i + 1, std::max(2, digits));
    const std::string mesh_name = fmt::format("piece_{}.obj", number);
    const std::string mesh = name + "/" + mesh_name;
    written.insert(mesh_name);
    const MassProperties solid = mass_properties(pieces[i], 1);
    result.volume += solid.volume;
    result.smallest = std::min(result.smallest, solid.volume);
    result.largest = std::max(result.largest, solid.volume);
    const PieceMotion motion =
        piece_motion(request.sheet.outline, request.pattern.blow, request.motion, solid.centre);
    write_file_atomically(file.parent_path() / mesh, obj_text(pieces[i]));
    scene["objects"].push_back(
        {{"name", "piece." + number},
         {"shape", {{"kind", "mesh"}, {"file", mesh}}},
         {"material", own ? "sheet" : request.material.name},
         {"position", {request.position.x, request.position.y, request.position.z}},
         {"rotation",
          {{"axis", {request.axis.x, request.axis.y, request.axis.z}}, {"angle", request.degrees}}},
         {"velocity", rounded(request.velocity + rotate(rotation, motion.velocity))},
         {"spin", rounded(rotate(rotation, motion.spin))}});
    if (request.release > 0) scene["objects"].back()["release"] = request.release;
  }
  scene["motion"] = {{"floor", {{"material", "concrete"}}}};
  scene["sources"] = {{{"kind", "impact"}}, {{"kind", "click"}}, {{"kind", "contact"}}};
  scene["output"] = {{"level", "normalised"}, {"stems", "mechanisms"}};
  write_file_atomically(file, scene_text(scene));
  remove_old_pieces(folder, written);
  return result;
}

}  // namespace peal
