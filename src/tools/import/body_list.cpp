#include "tools/import/body_list.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "io/data/csv_table.h"
#include "io/mesh/read_mesh.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/import_mesh.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/elastic/materials/material_words.h"
#include "tools/import/imported_listener.h"
#include "tools/import/object_matter.h"
#include "tools/import/scene_materials.h"
#include "tools/import/unique_names.h"
#include "tools/import/unknown_materials.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

Quat z_up_camera() { return {std::sqrt(0.5), -std::sqrt(0.5), 0, 0}; }

class BodyList {
 public:
  BodyList(const BodyListInput& input, const PoseTable& poses)
      : csv_(input.list), input_(input), poses_(poses), unknown_(csv_.name()) {
    csv_.allow_only({"name", "mesh", "material", "mass", "static", "friction", "restitution",
                     "shell_thickness", "sound", "cx", "cy", "cz", "gx", "gy", "gz", "margin",
                     "rounding"});
    name_ = csv_.require("name");
    mesh_ = csv_.require("mesh");
    material_ = csv_.require("material");
  }

  BodyListScene scene(const PoseTable& cameras) {
    while (csv_.next()) add();
    unknown_.check(
        "name others in the column 'material', or give a map, for example --materials map.json "
        "with "
        "{map}");
    if (objects_.empty()) fail("{}: it has no bodies", csv_.name());
    if (input_.wishes.floor) add_floor(*input_.wishes.floor);
    double last = 0;
    for (const PoseRow& row : poses_.rows) last = std::max(last, row.time);
    OrderedJson scene{{"peal", 1},
                      {"comment", "Made by peal import from " + input_.list.filename().string()},
                      {"name", UniqueNames().add(input_.scene_name)},
                      {"duration", std::min(last + kRinging, 3600.0)},
                      {"listeners", listeners(cameras)}};
    if (!materials_.json().empty()) scene["materials"] = materials_.json();
    scene["objects"] = objects_;
    if (!motion_.empty()) scene["motion"] = motion_;
    add_sound(scene);
    return {scene.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n",
            std::move(notes_), std::move(simulated_)};
  }

 private:
  // -1: not given.
  double optional(const char* column, double most) const {
    const int index = csv_.find(column);
    if (index < 0 || csv_.text(index).empty()) return -1;
    const double value = csv_.number(index);
    if (!(value >= 0 && value <= most))
      csv_.fail_here("column '{}': expected 0 to {:g}, got {:g}", column, most, value);
    return value;
  }
  // Three columns that are all there or all empty.
  std::optional<Vec3> triple(const char* x, const char* y, const char* z) const {
    Vec3 out;
    int given = 0, axis = 0;
    for (const char* column : {x, y, z}) {
      const int index = csv_.find(column);
      const bool here = index >= 0 && !csv_.text(index).empty();
      if (here) out[axis] = csv_.number(index);
      given += here, ++axis;
    }
    if (given == 0) return {};
    if (given < 3) csv_.fail_here("columns '{}', '{}' and '{}' belong together", x, y, z);
    return input_.units.scale * out;
  }
  void read_simulated(const std::string& name) {
    SimulatedBody body;
    const bool z_up = input_.units.up == UpAxis::z;
    if (const auto c = triple("cx", "cy", "cz")) body.centre = z_up ? z_up_to_y_up(*c) : *c;
    if (const auto g = triple("gx", "gy", "gz")) {
      const Vec3 i{g->x * g->x, g->y * g->y, g->z * g->z};
      if (!(std::min({g->x, g->y, g->z}) > 0 && i.x <= 1.001 * (i.y + i.z) &&
            i.y <= 1.001 * (i.z + i.x) && i.z <= 1.001 * (i.x + i.y)))
        csv_.fail_here(
            "columns 'gx', 'gy', 'gz': no body has the radii of gyration {:g}, {:g}, {:g}", g->x,
            g->y, g->z);
      body.gyration = z_up ? Vec3{g->x, g->z, g->y} : *g;
    }
    if (const double r = optional("rounding", 1e3); r >= 0) body.rounding = input_.units.scale * r;
    body.margin = input_.units.scale * std::max(0.0, optional("margin", 1e3));
    simulated_[name] = body;
  }
  bool is_static() const {
    const int index = csv_.find("static");
    if (index < 0) return false;
    const std::string_view word = csv_.text(index);
    if (word == "1" || word == "true" || word == "yes") return true;
    if (word.empty() || word == "0" || word == "false" || word == "no") return false;
    csv_.fail_here("column 'static': expected true or false, got '{}'", word);
  }
  bool is_silent() const {
    const int index = csv_.find("sound");
    const std::string_view word = index < 0 ? "" : csv_.text(index);
    if (!word.empty() && word != "modal" && word != "none")
      csv_.fail_here("column 'sound': expected modal or none, got '{}'", word);
    return word == "none";
  }
  /// Null: none; it is told with all others.
  const Material* base(const std::string& name) {
    const std::string word(csv_.text(material_));
    const MaterialMap& map = input_.materials;
    auto chosen = map.find(name);
    if (!chosen && !word.empty()) chosen = map.find(word);
    if (chosen) return find_material(*chosen);
    if (const std::string meant = material_named(word); !meant.empty()) return find_material(meant);
    if (map.rest()) return find_material(*map.rest());
    unknown_.add(word, fmt::format("'{}' (line {})", name, csv_.line()));
    return nullptr;
  }
  void add_floor(const FloorWish& wish) {
    if (motion_.contains("floor"))
      fail("{}: --floor: the table has a floor already, at {:g} m", csv_.name(),
           motion_["floor"]["height"].get<double>());
    const Material& material = floor_material(wish, input_.materials);
    motion_["floor"] = {{"height", wish.height},
                        {"material", materials_.name_of(material, material, "floor")}};
  }
  OrderedJson listeners(const PoseTable& cameras) {
    OrderedJson out = OrderedJson::array();
    for (std::size_t b = 0; b < cameras.bodies.size(); ++b) {
      GltfCamera camera;
      camera.name = camera_names_.add(cameras.bodies[b]);
      const auto [first, last] = cameras.range(static_cast<int>(b));
      for (std::size_t i = first; i < last; ++i) {
        camera.poses.push_back(cameras.rows[i].own);
        Quat& q = camera.poses.back().rotation;
        if (input_.units.up == UpAxis::z) q = q * z_up_camera();
      }
      const auto time = [&cameras, start = first](int k) {
        return cameras.rows[start + static_cast<std::size_t>(k)].time;
      };
      out.push_back(as_wished(listener_from(camera, time)));
    }
    if (out.empty()) out.push_back(as_wished(ear()));
    return out;
  }
  OrderedJson as_wished(ListenerSpec listener) const {
    listener.travel_time = input_.wishes.travel_time;
    return listener_json(listener);
  }
  ListenerSpec ear() const {
    Vec3 low{1e9, 1e9, 1e9}, high = -low;
    for (const PoseRow& row : poses_.rows)
      for (int d = 0; d < 3; ++d) {
        low[d] = std::min(low[d], row.own.position[d]);
        high[d] = std::max(high[d], row.own.position[d]);
      }
    const Vec3 middle = 0.5 * (low + high);
    ListenerSpec out;
    out.name = "ear";
    out.position = middle + Vec3{0, 0.3, 1 + 0.5 * norm(high - low)};
    out.look = middle - out.position;
    return out;
  }

  void add() {
    const std::string name(csv_.text(name_)), mesh(csv_.text(mesh_));
    if (name.empty()) csv_.fail_here("column 'name': the name is empty");
    if (const std::string usable = UniqueNames().add(name); usable != name)
      csv_.fail_here(
          "column 'name': '{}' cannot be used in file names; write '{}' here and in the poses",
          name, usable);
    if (!names_.insert(name).second) csv_.fail_here("the body '{}' is there twice", name);
    const Material* known = base(name);
    if (!known) return;
    MatterWishes wishes{*known, {}, {}, {}, 0, is_static(), is_silent()};
    const Material material = wishes.material;
    read_simulated(name);
    if (const double mass = optional("mass", 1e6); mass > 0) wishes.mass = mass;
    if (const double e = optional("restitution", 1); e >= 0) wishes.restitution = e;
    if (const double mu = optional("friction", 10); mu >= 0) wishes.friction = mu;
    wishes.shell_thickness = std::max(0.0, optional("shell_thickness", 10));
    Pose pose;
    for (std::size_t b = 0; b < poses_.bodies.size(); ++b)
      if (poses_.bodies[b] == name) pose = poses_.rows[poses_.range(static_cast<int>(b)).first].own;
    if (mesh.empty()) {
      if (name != "floor" && name != "ground") csv_.fail_here("'{}' has no mesh", name);
      if (motion_.contains("floor"))
        csv_.fail_here("'{}' is a second floor; a scene has one", name);
      const Material floor = matter_of({}, wishes, "").material;
      motion_["floor"] = {{"height", pose.position.y},
                          {"material", materials_.name_of(floor, material, name)}};
      return;
    }
    const fs::path file = input_.list.parent_path() / mesh;
    const ObjectMatter matter = matter_of(nature(file), wishes, "bodies.csv");
    for (const std::string& note : matter.notes)
      notes_.push_back(fmt::format("{}:{}: body '{}': {}", csv_.name(), csv_.line(), name, note));
    OrderedJson shape{{"kind", "mesh"}, {"file", relative(file)}};
    if (input_.units.scale != 1) shape["scale"] = input_.units.scale;
    if (input_.units.up == UpAxis::z) shape["up"] = "z";
    if (matter.shell_thickness > 0) shape["shell_thickness"] = matter.shell_thickness;
    OrderedJson object{{"name", name},
                       {"shape", shape},
                       {"material", materials_.name_of(matter.material, material, name)},
                       {"position", position_json(pose.position)},
                       {"rotation", rotation_json(pose.rotation)}};
    if (wishes.is_static) object["static"] = true;
    if (matter.is_silent) object["sound"] = "none";
    objects_.push_back(object);
  }
  const SurfaceNature& nature(const fs::path& file) {
    const auto [found, is_new] = natures_.try_emplace(file.string());
    if (!is_new) return found->second;
    const FileMesh read = read_mesh_file(file.string(), {input_.units.scale, input_.units.up});
    if (read.surface.triangles.empty()) {  // elements fill it
      MeshShape shape{file.string(), input_.units.scale, input_.units.up, 0, {}};
      shape.body = import_mesh(shape.file, shape.scale, shape.up, SurfaceUse::solid);
      const auto body = body_geometry(shape);
      return found->second = {true, "", body->solid.volume, 0, norm(body->high - body->low)};
    }
    try {
      return found->second = nature_of(read.surface);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      csv_.fail_here("{}: {}", file.string(), error.what());
    }
  }
  std::string relative(const fs::path& file) const {
    std::error_code problem;
    const fs::path way = fs::proximate(
        file, input_.scene_folder.empty() ? fs::path(".") : input_.scene_folder, problem);
    return (problem ? fs::absolute(file) : way).generic_string();
  }

  CsvReader csv_;
  const BodyListInput& input_;
  const PoseTable& poses_;
  int name_, mesh_, material_;
  SceneMaterials materials_;
  UnknownMaterials unknown_;
  UniqueNames camera_names_;
  std::set<std::string> names_;
  std::map<std::string, SurfaceNature> natures_;
  OrderedJson objects_ = OrderedJson::array(), motion_ = OrderedJson::object();
  std::vector<std::string> notes_;
  SimulatedBodies simulated_;
};

}  // namespace

BodyListScene scene_from_body_list(const BodyListInput& input, const PoseTable& poses,
                                   const PoseTable& cameras) {
  return BodyList(input, poses).scene(cameras);
}

}  // namespace peal
