#include "scene/load_bodies.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "io/schema/suggest.h"
#include "models/bodies/import_mesh.h"

namespace peal {
namespace {

constexpr double kLongest = 1000;  // [m] of a mesh: five times the largest ball

SurfaceUse use_of(const ObjectSpec& object, const MeshShape& mesh) {
  if (mesh.shell_thickness > 0) return SurfaceUse::sheet;
  return object.sound == ObjectSound::none ? SurfaceUse::anything : SurfaceUse::solid;
}

/// Copies of one file share what was read.
class Importer {
 public:
  void load(ObjectSpec& object, const Cursor& at) {
    auto& mesh = std::get<MeshShape>(object.shape);
    if (std::any_of(mesh.file.begin(), mesh.file.end(), [](unsigned char c) { return c < ' '; }))
      fail("{}: the name of a file cannot hold control characters", shown(mesh.file));
    const SurfaceUse use = use_of(object, mesh);
    const auto path = at.report().folder() / mesh.file;
    auto& known = bodies_[{path.string(), mesh.scale, mesh.up, use}];
    if (!known) {
      known = import_mesh(path.string(), mesh.scale, mesh.up, use);
      for (const std::string& note : known->notes) at.child("file").warn("{}", note);
    }
    mesh.body = known;
  }

 private:
  using Key = std::tuple<std::string, double, UpAxis, SurfaceUse>;
  std::map<Key, std::shared_ptr<const ImportedBody>> bodies_;
};

}  // namespace

void load_bodies(Scene& scene, const Cursor& root) {
  Importer importer;
  const Cursor objects = root.child("objects");
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    ObjectSpec& object = scene.objects[i];
    if (i > 0 && scene.objects[i - 1].declared == object.declared) {  // what is said once is enough
      object.shape = scene.objects[i - 1].shape;
      object.geometry = scene.objects[i - 1].geometry;
      continue;
    }
    const Cursor here = objects.child(object.declared), shape = here.child("shape");
    const bool from_file = std::holds_alternative<MeshShape>(object.shape);
    const Cursor file = shape.child("file");
    const Cursor* place = from_file ? &file : &shape;
    try {
      if (from_file) importer.load(object, shape);
      place = &shape;
      object.geometry = body_geometry(object.shape);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      place->error("{}", error.what());
      continue;
    }
    const Vec3 size = object.geometry->high - object.geometry->low;
    if (const double longest = std::max({size.x, size.y, size.z}); from_file && longest > kLongest)
      shape.child("scale").error(
          "object '{}' would be {:.4g} m long; expected at most {} m: scale is the length of one "
          "unit of its file in metres",
          object.name, longest, kLongest);
    else if (from_file)
      if (const std::string doubt = doubt_about_size(size); !doubt.empty())
        shape.child("scale").warn("object '{}': {}", object.name, doubt);
    if (!object.geometry->has_volume() && !object.is_static && !object.animated())
      here.child("static").error(
          "'{}' is an open surface without mass, so it cannot move: make it static, close it, or "
          "give shell_thickness",
          object.name);
  }
}

}  // namespace peal
