#include "scene/load_bodies.h"

#include <map>

#include "base/error.h"
#include "bodies/import_mesh.h"

namespace peal {
namespace {

SurfaceUse use_of(const ObjectSpec& object, const MeshShape& mesh) {
  if (mesh.shell_thickness > 0) return SurfaceUse::sheet;
  return object.sound == ObjectSound::none ? SurfaceUse::anything : SurfaceUse::solid;
}

/// Copies of one file share what was read.
class Importer {
 public:
  void load(ObjectSpec& object, const Cursor& at) {
    auto& mesh = std::get<MeshShape>(object.shape);
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
    const Cursor here = objects.child(i), shape = here.child("shape");
    try {
      if (std::holds_alternative<MeshShape>(object.shape)) importer.load(object, shape);
      object.geometry = body_geometry(object.shape);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      shape.error("{}", error.what());
      continue;
    }
    if (!object.geometry->has_volume() && !object.is_static)
      here.child("static").error(
          "'{}' is an open surface without mass, so it cannot move: make it static, close it, or "
          "give shell_thickness",
          object.name);
  }
}

}  // namespace peal
