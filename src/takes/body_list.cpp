#include "takes/body_list.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/constants.h"
#include "base/error.h"
#include "bodies/body_geometry.h"
#include "bodies/import_mesh.h"
#include "datafiles/csv_table.h"
#include "elastic/material_library.h"
#include "takes/scene_materials.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kRinging = 1;  // [s] after the last frame

Json numbers(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

Json rotation(const Quat& q) {
  const Vec3 axis = (q.w < 0 ? -1.0 : 1.0) * Vec3{q.x, q.y, q.z};
  return {{"axis", numbers(normalized(axis, {0, 1, 0}))},
          {"angle", 2 * std::atan2(norm(axis), std::abs(q.w)) * 180 / kPi}};
}

class BodyList {
 public:
  BodyList(const fs::path& list, const PoseTable& poses, const PoseTableOptions& units,
           const fs::path& folder)
      : csv_(list), list_(list), poses_(poses), units_(units), folder_(folder) {
    csv_.allow_only({"name", "mesh", "material", "mass", "static", "friction", "restitution"});
    name_ = csv_.require("name");
    mesh_ = csv_.require("mesh");
    material_ = csv_.require("material");
  }

  std::string text(const std::string& scene_name) {
    while (csv_.next()) add();
    if (objects_.empty()) fail("{}: it has no bodies", csv_.name());
    double last = 0;
    Vec3 low{1e9, 1e9, 1e9}, high = -low;
    for (const PoseRow& row : poses_.rows) {
      last = std::max(last, row.time);
      for (int d = 0; d < 3; ++d) {
        low[d] = std::min(low[d], row.own.position[d]);
        high[d] = std::max(high[d], row.own.position[d]);
      }
    }
    const Vec3 middle = 0.5 * (low + high);
    const Vec3 ear = middle + Vec3{0, 0.3, 1 + 0.5 * norm(high - low)};
    Json scene{
        {"peal", 1},
        {"comment", "Made by peal import from " + list_.filename().string()},
        {"name", scene_name},
        {"duration", std::min(last + kRinging, 3600.0)},
        {"listeners",
         Json::array(
             {{{"name", "ear"}, {"position", numbers(ear)}, {"look", numbers(middle - ear)}}})}};
    if (!materials_.json().empty()) scene["materials"] = materials_.json();
    scene["objects"] = objects_;
    if (!motion_.empty()) scene["motion"] = motion_;
    scene["sources"] = Json::array({{{"kind", "impact"}}});
    return scene.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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
  bool is_static() const {
    const int index = csv_.find("static");
    if (index < 0) return false;
    const std::string_view word = csv_.text(index);
    if (word == "1" || word == "true" || word == "yes") return true;
    if (word.empty() || word == "0" || word == "false" || word == "no") return false;
    csv_.fail_here("column 'static': expected true or false, got '{}'", word);
  }
  const Material& base() const {
    const std::string word(csv_.text(material_));
    if (const Material* found = find_material(word)) return *found;
    csv_.fail_here("column 'material': there is no material '{}'; `peal materials` lists them",
                   word);
  }

  void add() {
    const std::string name(csv_.text(name_)), mesh(csv_.text(mesh_));
    if (name.empty()) csv_.fail_here("column 'name': the name is empty");
    const Material& material = base();
    const double mass = optional("mass", 1e6), friction = optional("friction", 10),
                 restitution = optional("restitution", 1);
    Material wanted = material;
    if (friction >= 0) wanted.friction = friction;
    if (restitution >= 0) wanted.restitution = restitution;
    Pose pose;
    for (std::size_t b = 0; b < poses_.bodies.size(); ++b)
      if (poses_.bodies[b] == name) pose = poses_.rows[poses_.range(static_cast<int>(b)).first].own;
    if (mesh.empty()) {
      if (name != "floor" && name != "ground") csv_.fail_here("'{}' has no mesh", name);
      motion_["floor"] = {{"height", pose.position.y},
                          {"material", materials_.name_of(wanted, material, name)}};
      return;
    }
    const fs::path file = list_.parent_path() / mesh;
    const bool fixed = is_static();
    if (mass > 0 && !fixed) {
      MeshShape shape{file.string(), units_.scale, units_.up, 0, {}};
      shape.body = import_mesh(shape.file, shape.scale, shape.up, SurfaceUse::solid);
      wanted.density = mass / body_geometry(shape)->solid.volume;
    }
    Json shape{{"kind", "mesh"}, {"file", relative(file)}};
    if (units_.scale != 1) shape["scale"] = units_.scale;
    if (units_.up == UpAxis::z) shape["up"] = "z";
    Json object{{"name", name},
                {"shape", shape},
                {"material", materials_.name_of(wanted, material, name)},
                {"position", numbers(pose.position)},
                {"rotation", rotation(pose.rotation)}};
    if (fixed) object["static"] = true;
    objects_.push_back(object);
  }
  std::string relative(const fs::path& file) const {
    std::error_code problem;
    const fs::path way = fs::proximate(file, folder_.empty() ? fs::path(".") : folder_, problem);
    return (problem ? fs::absolute(file) : way).generic_string();
  }

  CsvReader csv_;
  const fs::path list_;
  const PoseTable& poses_;
  const PoseTableOptions& units_;
  const fs::path folder_;
  int name_, mesh_, material_;
  SceneMaterials materials_;
  Json objects_ = Json::array(), motion_ = Json::object();
};

}  // namespace

std::string scene_from_body_list(const fs::path& list, const PoseTable& poses,
                                 const PoseTableOptions& units, const fs::path& scene_folder,
                                 const std::string& name) {
  return BodyList(list, poses, units, scene_folder).text(name);
}

}  // namespace peal
