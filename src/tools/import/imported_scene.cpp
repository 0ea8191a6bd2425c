#include "tools/import/imported_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "tools/import/imported_listener.h"
#include "tools/import/object_matter.h"
#include "tools/import/scene_materials.h"
#include "tools/import/unique_names.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr double kMaxDuration = 3600;  // [s]
constexpr double kFarthest = 1e5;      // [m]

/// Vertices that glTF repeats for their normals stand there once.
std::string obj_text(const GltfSurface& surface) {
  std::string text = "# metres, y up\n";
  std::map<std::array<double, 3>, int> known;
  std::vector<int> index;
  for (const Vec3& x : surface.mesh.vertices) {
    const auto [place, is_new] =
        known.try_emplace({x.x + 0.0, x.y + 0.0, x.z + 0.0}, static_cast<int>(known.size()) + 1);
    index.push_back(place->second);
    if (is_new) fmt::format_to(std::back_inserter(text), "v {:.9g} {:.9g} {:.9g}\n", x.x, x.y, x.z);
  }
  for (const auto& [a, b, c] : surface.mesh.triangles)
    fmt::format_to(std::back_inserter(text), "f {} {} {}\n", index[a], index[b], index[c]);
  return text;
}

class SceneWriter {
 public:
  SceneWriter(const fs::path& folder, const GltfImport& import, const SceneWishes& wishes)
      : folder_(folder), import_(import), wishes_(wishes) {}

  std::vector<std::string> write() {
    std::error_code error;
    fs::create_directories(folder_ / "meshes", error);
    if (error) fail("{}: cannot be made: {}", (folder_ / "meshes").string(), error.message());
    OrderedJson objects = OrderedJson::array();
    for (const GltfBody& body : import_.bodies) objects.push_back(object(body));
    const double last = import_.time(import_.frames - 1);
    OrderedJson scene{{"peal", 1},
                      {"comment", "Imported from " + fs::path(import_.file).filename().string()},
                      {"name", UniqueNames().add(fs::path(import_.file).stem().string())},
                      {"duration", std::clamp(last + kRinging, 0.1, kMaxDuration)},
                      {"listeners", listeners()}};
    OrderedJson motion = OrderedJson::object();
    if (import_.floor) motion["floor"] = floor(*import_.floor);
    if (!materials_.json().empty()) scene["materials"] = materials_.json();
    scene["objects"] = objects;
    if (!motion.empty()) scene["motion"] = motion;
    add_sound(scene);
    write_pose_csv(folder_ / "poses.csv", pose_table(import_));
    // Last: whoever sees a scene finds what it names.
    write_file_atomically(folder_ / "scene.json",
                          scene.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
    return std::move(notes_);
  }

 private:
  const Pose& pose_at_start(const GltfBody& body) const {
    const int last = static_cast<int>(body.poses.size()) - 1;
    const double frame = -import_.start * import_.fps;
    return body.poses[static_cast<std::size_t>(std::clamp(std::round(frame), 0.0, double(last)))];
  }

  OrderedJson object(const GltfBody& body) {
    const auto [found, is_new] = natures_.try_emplace(body.surface.get());
    SurfaceNature& nature = found->second;
    const fs::path file = fs::path("meshes") / (body.surface->name + ".obj");
    if (is_new) {
      try {
        nature = nature_of(body.surface->mesh);
      } catch (const Error& error) {
        fail("{}: body '{}': {}", import_.file, body.name, error.what());
      }
      write_file_atomically(folder_ / file, obj_text(*body.surface));
    }
    const Pose& pose = pose_at_start(body);
    for (int k = 0; k < 3; ++k)
      if (!(std::abs(pose.position[k]) <= kFarthest))
        fail(
            "{}: body '{}' is at ({:g}, {:g}, {:g}) m; at most {:g} m are allowed: is the unit "
            "right (--scale)?",
            import_.file, body.name, pose.position.x, pose.position.y, pose.position.z, kFarthest);

    ObjectMatter matter = matter_of(nature,
                                    {body.material, body.mass, body.restitution, body.friction,
                                     body.shell_thickness, body.is_static, body.is_silent},
                                    "its extras");
    for (const std::string& text : matter.notes)
      notes_.push_back(fmt::format("{}: body '{}': {}", import_.file, body.name, text));
    OrderedJson shape{{"kind", "mesh"}, {"file", file.generic_string()}};
    if (matter.shell_thickness > 0) shape["shell_thickness"] = matter.shell_thickness;
    OrderedJson out{{"name", body.name},
                    {"shape", shape},
                    {"material", materials_.name_of(matter.material, body.material, body.name)},
                    {"position", position_json(pose.position)}};
    out["rotation"] = rotation_json(pose.rotation);
    if (body.is_static) out["static"] = true;
    if (body.is_moved) out["path"] = path(body);
    if (matter.is_silent) out["sound"] = "none";
    return out;
  }

  /// All frames, without those in the middle of a rest.
  OrderedJson path(const GltfBody& body) const {
    const auto same = [&](int a, int b) {
      return body.poses[a].position == body.poses[b].position &&
             body.poses[a].rotation == body.poses[b].rotation;
    };
    OrderedJson out = OrderedJson::array();
    for (int k = 0; k < import_.frames; ++k) {
      if (k > 0 && k + 1 < import_.frames && same(k - 1, k) && same(k, k + 1)) continue;
      out.push_back({{"time", import_.time(k)},
                     {"position", position_json(body.poses[k].position)},
                     {"rotation", rotation_json(body.poses[k].rotation)}});
    }
    return out;
  }

  OrderedJson floor(const FloorSpec& floor) {
    OrderedJson out{
        {"height", floor.height},
        {"material", materials_.name_of(import_.floor_material, import_.floor_material, "floor")}};
    if (floor.restitution) out["restitution"] = *floor.restitution;
    if (floor.friction) out["friction"] = *floor.friction;
    return out;
  }

  OrderedJson listeners() {
    std::vector<ListenerSpec> found;
    for (const GltfCamera& camera : import_.cameras)
      found.push_back(listener_from(camera, [this](int k) { return import_.time(k); }));
    if (found.empty()) found.push_back(somewhere());
    OrderedJson out = OrderedJson::array();
    for (ListenerSpec& listener : found) {
      listener.travel_time = wishes_.travel_time;
      out.push_back(listener_json(listener));
    }
    return out;
  }

  /// A metre and the size of the scene in front of the middle of everything.
  ListenerSpec somewhere() {
    Vec3 low{1e9, 1e9, 1e9}, high = -low;
    for (const GltfBody& body : import_.bodies)
      for (int i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], pose_at_start(body).position[i]);
        high[i] = std::max(high[i], pose_at_start(body).position[i]);
      }
    const Vec3 middle = 0.5 * (low + high);
    ListenerSpec out;
    out.name = "ear";
    out.position = middle + Vec3{0, 0.5, 1 + 0.5 * norm(high - low)};
    out.look = middle - out.position;
    notes_.push_back(
        fmt::format("{}: has no camera; a listener is put at ({:.3g}, {:.3g}, {:.3g}) m",
                    import_.file, out.position.x, out.position.y, out.position.z));
    return out;
  }

  const fs::path& folder_;
  const GltfImport& import_;
  const SceneWishes& wishes_;
  std::map<const GltfSurface*, SurfaceNature> natures_;
  SceneMaterials materials_;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> write_imported_scene(const fs::path& folder, const GltfImport& import,
                                              const SceneWishes& wishes) {
  return SceneWriter(folder, import, wishes).write();
}

}  // namespace peal
