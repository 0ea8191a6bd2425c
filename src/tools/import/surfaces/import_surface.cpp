#include "tools/import/surfaces/import_surface.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "tools/import/surfaces/surface_checks.h"
#include "tools/import/unique_names.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

std::string rest_obj(const SolidSurface& surface) {
  std::string text = "# metres\n";
  for (const Vec3& x : surface.rest)
    fmt::format_to(std::back_inserter(text), "v {:.9g} {:.9g} {:.9g}\n", x.x, x.y, x.z);
  for (const auto& [a, b, c] : surface.triangles)
    fmt::format_to(std::back_inserter(text), "f {} {} {}\n", a + 1, b + 1, c + 1);
  return text;
}

OrderedJson scene_of(const SurfaceFile& file, const std::string& name, const std::string& path) {
  const SolidSurface& surface = file.surface();
  Vec3 low = surface.rest[0], high = low;
  for (const Vec3& x : surface.rest)
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  const Vec3 middle = 0.5 * (low + high);
  const double away = std::max(0.5, 2 * norm(high - low));
  OrderedJson shape{{"kind", "mesh"}, {"file", "rest.obj"}};
  if (!surface.closed) shape["shell_thickness"] = surface.thickness;
  return {{"peal", 1},
          {"comment", "A recorded surface. Nothing here is heard of the material."},
          {"name", name},
          {"duration", std::clamp(file.end(), 0.05, 3600.0)},
          {"listeners",
           {{{"name", "mic"},
             {"kind", "mono"},
             {"position", {middle.x, middle.y + 0.5 * away, middle.z + away}}}}},
          {"objects",
           {{{"name", name},
             {"body", "solid"},
             {"material", "steel"},
             {"position", {0, 0, 0}},
             {"shape", shape},
             {"solid", {{"recording", path}}}}}},
          {"sources", {{{"kind", "solid"}}}}};
}

}  // namespace

std::string import_surface(const fs::path& path, const fs::path& wanted,
                           const std::function<void(const std::string&)>& warn) {
  const SurfaceFile file(path);
  const SurfaceFindings found = check_surface(file);
  for (const std::string& warning : found.warnings) warn(path.string() + ": " + warning);
  const std::string name = UniqueNames().add(path.stem().string());
  const fs::path folder = wanted.empty() ? path.parent_path() / path.stem() : wanted;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("{}: cannot be made: {}", folder.string(), error.message());
  write_file_atomically(folder / "rest.obj", rest_obj(file.surface()));
  const std::string reference = fs::proximate(path, folder, error).generic_string();
  write_file_atomically(folder / "scene.json", scene_of(file, name, reference).dump(2) + "\n");
  return fmt::format(
      "{}: {}, {} points, {} triangles, {:g} Hz, {:g} s\n"
      "  velocities agree with positions to {:.2g} %; fastest point {:.3g} m/s\n"
      "  above 20 Hz {:.2g} m/s rms; top tenth of the band {:.0f} dB of all acceleration\n{}\n",
      path.string(), file.surface().closed ? "closed" : "sheet", file.points(),
      file.surface().triangles.size(), file.rate(), file.end() - file.begin(),
      100 * found.disagreement, found.fastest, found.heard, found.top,
      (folder / "scene.json").string());
}

}  // namespace peal
