#include "tools/import/import_gltf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "io/mesh/file_bytes.h"
#include "io/mesh/gltf_animation.h"
#include "io/mesh/text_cursor.h"
#include "tools/import/gltf_extras.h"
#include "tools/import/gltf_materials.h"
#include "tools/import/gltf_motion.h"
#include "tools/import/gltf_surfaces.h"
#include "tools/import/unique_names.h"

namespace peal {
namespace {

using Json = nlohmann::json;

constexpr double kMaxTime = 3600;     // [s] as long as a scene may be
constexpr double kSameHeight = 1e-3;  // [m]

class GltfImporter {
 public:
  GltfImporter(GltfDocument& document, const GltfImportOptions& options)
      : doc_(document),
        options_(options),
        nodes_(gltf_nodes(document)),
        surfaces_(document),
        materials_(document, options.materials) {
    out_.file = doc_.name();
  }

  GltfImport run() {
    const GltfAnimation animation = gltf_animation(doc_);
    out_.warnings = animation.notes;
    const GltfFrames frames = choose_frames(animation);
    std::vector<GltfThing> things = find_things();
    if (things.empty())
      doc_.fail_at("/nodes", "no node of the default scene has a mesh with triangles, or a camera");
    Affine world;  // of the file => metres, y up
    world.linear = Mat3::diagonal(Vec3{1, 1, 1} * options_.scale);
    if (options_.up == UpAxis::z)
      world.linear = Mat3{{Vec3{1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, -1, 0}}} * world.linear;
    follow_nodes(doc_, nodes_, animation, frames, world, things);
    for (GltfThing& thing : things) {
      const GltfNode& node = nodes_[thing.node];
      const GltfExtras extras = GltfExtras::of(doc_, node);
      if (!thing.mesh)
        add_camera(node, extras, thing);
      else if (thing.poses.size() == 1 && extras.flag("floor").value_or(false))
        add_floor(node, extras, thing);
      else
        add_body(node, extras, thing);
    }
    materials_.check();
    if (options_.floor) add_floor(*options_.floor);
    const auto& notes = materials_.warnings();
    out_.warnings.insert(out_.warnings.end(), notes.begin(), notes.end());
    return std::move(out_);
  }

 private:
  void warn(const GltfNode& node, const char* text) {
    out_.warnings.push_back(fmt::format("{}: {}: {}", out_.file, shown_node(node), text));
  }

  GltfFrames choose_frames(const GltfAnimation& animation) {
    if (!animation.times.empty() && animation.times.back() > kMaxTime)
      doc_.fail_at("/animations", "a key is at {} s; scenes last at most {} s",
                   animation.times.back(), kMaxTime);
    const GltfExtras extras(doc_, animation.extras, "/animations/0/extras");
    double fps = options_.fps;
    if (fps == 0) fps = extras.number("peal_fps", 1e-3, 1e5).value_or(0);
    const FrameGrid grid = frame_grid(animation.times, fps);
    if (!grid.regular)
      out_.warnings.push_back(fmt::format(
          "{}: the keys do not lie on frames of equal length; poses are taken at {:.6g} frames per "
          "second: bake the animation, or give the rate (--fps)",
          out_.file, grid.fps));
    out_.fps = grid.fps;
    out_.frames = grid.frames;
    out_.start = grid.start + extras.number("peal_offset", -kMaxTime, 0).value_or(0);
    return {grid.fps, grid.start, grid.frames};
  }

  std::vector<GltfThing> find_things() {
    std::vector<GltfThing> things;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const GltfNode& node = nodes_[n];
      if (const auto extensions = node.json->find("extensions");
          extensions != node.json->end() && extensions->is_object() &&
          extensions->contains("EXT_mesh_gpu_instancing"))
        doc_.fail_at(shown_node(node), "EXT_mesh_gpu_instancing is not read: export without it");
      if (const auto extras = node.json->find("extras");
          extras != node.json->end() && extras->is_object()) {
        if (extras->contains("grains")) warn(node, "has grains, which are not imported");
        if (extras->contains("grain_time")) continue;  // one of their frames
      }
      GltfThing thing;
      thing.node = n;
      if (const auto mesh = doc_.index(*node.json, "mesh", node.place())) {
        thing.mesh = mesh;
        if (surfaces_.has_triangles(node, *mesh))
          things.push_back(thing);
        else
          warn(node, "its mesh has no triangles; it is left out");
      }
      if (const auto camera = doc_.index(*node.json, "camera", node.place())) {
        doc_.item("cameras", *camera, node.place() + "/camera");
        thing.mesh.reset();
        things.push_back(thing);
      }
    }
    return things;
  }

  void add_camera(const GltfNode& node, const GltfExtras& extras, GltfThing& thing) {
    GltfCamera camera;
    camera.name = camera_names_.add(name_of(node));
    if (extras.choice("listener", {"stereo", "mono"}) == "mono") camera.kind = ListenerKind::mono;
    camera.spacing = extras.number("spacing", 0, 100).value_or(camera.spacing);
    camera.poses = std::move(thing.poses);
    out_.cameras.push_back(std::move(camera));
  }

  void add_floor(const GltfNode& node, const GltfExtras& extras, const GltfThing& thing) {
    if (out_.floor) doc_.fail_at(shown_node(node), "is a second floor; a scene has one");
    floor_node_ = name_of(node);
    out_.floor_material = materials_.find(node, *thing.mesh);
    out_.floor = FloorSpec{};
    out_.floor->height = thing.poses[0].position.y;
    out_.floor->material = out_.floor_material.name;
    out_.floor->restitution = extras.number("restitution", 0, 1);
    out_.floor->friction = extras.number("friction", 0, 10);
  }

  void add_floor(const FloorWish& wish) {
    if (out_.floor)
      fail("{}: --floor: node '{}' is the floor already, at {:g} m", out_.file,
           shown_bytes(floor_node_), out_.floor->height);
    out_.floor_material = floor_material(wish, options_.materials);
    out_.floor = FloorSpec{};
    out_.floor->height = wish.height, out_.floor->material = out_.floor_material.name;
    for (const GltfBody& body : out_.bodies)
      if (body.is_static && std::abs(top_of(body) - wish.height) < kSameHeight)
        out_.warnings.push_back(fmt::format(
            "{}: --floor: the top of '{}' lies in the floor, and what lands there hits both: leave "
            "--floor out, or give the node `floor` in its extras",
            out_.file, body.name));
  }

  static double top_of(const GltfBody& body) {  // [m]
    double top = -std::numeric_limits<double>::infinity();
    for (const Vec3& x : body.surface->mesh.vertices)
      top = std::max(top, to_world(body.poses[0], x).y);
    return top;
  }

  void add_body(const GltfNode& node, const GltfExtras& extras, GltfThing& thing) {
    warn_of_bending(node, *thing.mesh);
    GltfBody body;
    body.node = name_of(node);
    body.name = names_.add(body.node);
    body.surface = surfaces_.find(node, thing, body.name);
    body.material = materials_.find(node, *thing.mesh);
    body.mass = extras.number("mass", 0, 1e9);
    if (body.mass == 0.0) body.mass.reset();  // of programs that mean: does not react
    body.restitution = extras.number("restitution", 0, 1);
    body.friction = extras.number("friction", 0, 10);
    body.shell_thickness = extras.number("shell_thickness", 0, 10).value_or(0);
    body.is_silent = extras.choice("sound", {"modal", "none"}) == "none";
    const bool still = thing.poses.size() == 1;
    body.is_static = still && extras.flag("static").value_or(true);
    body.is_moved = !still && extras.flag("static").value_or(false);
    body.poses = std::move(thing.poses);
    out_.bodies.push_back(std::move(body));
  }

  void warn_of_bending(const GltfNode& node, std::size_t mesh) {
    if (node.json->contains("skin"))
      warn(node,
           "is bent by a skin; it is imported as a rigid body in the shape of its mesh: bake the "
           "skin for another one");
    const auto bends = [](const Json& json) {
      const auto weights = json.find("weights");
      return weights != json.end() && weights->is_array() &&
             std::any_of(weights->begin(), weights->end(), [](const Json& w) { return w != 0; });
    };
    if (bends(*node.json) || bends(doc_.item("meshes", mesh, node.place() + "/mesh")))
      warn(node,
           "has morph targets; it is imported as a rigid body in the shape of its mesh: apply them "
           "before exporting");
  }

  GltfDocument& doc_;
  const GltfImportOptions& options_;
  std::vector<GltfNode> nodes_;
  GltfSurfaces surfaces_;
  GltfMaterials materials_;
  UniqueNames names_, camera_names_;
  std::string floor_node_;
  GltfImport out_;
};

}  // namespace

GltfImport import_gltf(std::string_view bytes, const std::string& name, const LoadBeside& load,
                       const GltfImportOptions& options) {
  if (!(options.scale > 0 && options.scale <= 1e6))
    fail("{}: --scale: expected > 0 and <= 1e6 m per unit, got {}", name, options.scale);
  if (!(options.fps >= 0 && options.fps <= 1e5))
    fail("{}: --fps: expected > 0 and <= 100000 frames per second, got {}", name, options.fps);
  GlbChunks chunks{skip_white_space(bytes), {}};
  if (bytes.starts_with("glTF"))
    chunks = split_glb(bytes, name);
  else if (!chunks.json.starts_with("{"))
    fail("{}: byte 0: is neither .glb nor .gltf; export glTF 2.0", name);
  try {
    GltfDocument document(chunks.json, chunks.binary, name, load);
    return GltfImporter(document, options).run();
  } catch (const std::bad_alloc&) {
    fail("{}: not enough memory to read it", name);
  }
}

GltfImport import_gltf(const std::filesystem::path& path, const GltfImportOptions& options) {
  const auto load = [&](const std::string& relative) {
    return read_file_bytes((path.parent_path() / relative).string());
  };
  return import_gltf(read_file_bytes(path.string()), path.string(), load, options);
}

PoseTable pose_table(const GltfImport& import) {
  PoseTable table;
  table.file = import.file;
  double farthest = 0;
  for (const GltfBody& body : import.bodies) {
    if (body.is_static) continue;
    const int index = static_cast<int>(table.bodies.size());
    table.bodies.push_back(body.name);
    for (int frame = 0; frame < import.frames; ++frame) {
      const Pose& pose = body.poses[body.poses.size() == 1 ? 0 : frame];
      table.rows.push_back({import.time(frame), index, pose});
      farthest = std::max({farthest, std::abs(pose.position.x), std::abs(pose.position.y),
                           std::abs(pose.position.z)});
    }
  }
  if (import.frames > 1) table.step = 1 / import.fps;
  table.rounding = farthest * 0x1p-25;  // half of the last bit
  table.turn_rounding = 0x1p-23;
  return table;
}

}  // namespace peal
