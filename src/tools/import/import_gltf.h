// Animated glTF 2.0 (.glb, .gltf) => bodies with surfaces, materials and poses; cameras.
// Enters: a file, its unit and up axis, frames per second, a map of materials. Leaves: metres, y
// up; per node with a mesh one body. Its own frame is the node's: a scale of the node or its
// parents is baked into the surface and must not change over time. Poses stand at
// time(k) = start + k / fps. Node `extras` are read: material, mass, static, friction,
// restitution, shell_thickness, sound, floor; on cameras: listener (mono, stereo), spacing.
// Errors name file and JSON path; what is left out is a warning.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/parsers.h"
#include "physics/geometry/triangle_mesh.h"
#include "scene/scene.h"
#include "tools/import/events/pose_table.h"
#include "tools/import/material_map.h"
#include "tools/import/scene_wishes.h"

namespace peal {

struct GltfImportOptions {
  UpAxis up = UpAxis::y;  // of the file; glTF says y, some exporters leave z
  double scale = 1;       // [m] per unit of the file
  double fps = 0;         // [1/s] of the poses; 0: the rate of the file's keys
  MaterialMap materials;
  std::optional<FloorWish> floor;  // beside what the file has
};

/// A surface in the own frame of the bodies that share it.
struct GltfSurface {
  std::string name;   // unique, good for a file name
  TriangleMesh mesh;  // [m]
};

struct GltfBody {
  std::string name;  // unique, good for a scene
  std::string node;  // as the file calls it
  std::shared_ptr<const GltfSurface> surface;
  Material material;  // by its name in the library, unless the file says what it is made of
  std::optional<double> mass;                   // [kg]
  std::optional<double> restitution, friction;  // instead of the material's
  double shell_thickness = 0;                   // [m]
  bool is_static = false;                       // never moves
  bool is_moved = false;    // `static` in the file, but animated: moves and does not react
  bool is_silent = false;   // sound: none
  std::vector<Pose> poses;  // own frame to world; one per frame, or one for all
};

struct GltfCamera {
  std::string name;
  ListenerKind kind = ListenerKind::stereo;
  double spacing = ListenerSpec{}.spacing;  // [m]
  std::vector<Pose> poses;  // looks along its -z, +y is up; one per frame, or one for all
};

struct GltfImport {
  std::string file;
  double fps = 24;   // [1/s]
  double start = 0;  // [s] of the first frame
  int frames = 1;
  std::vector<GltfBody> bodies;
  std::vector<GltfCamera> cameras;
  std::optional<FloorSpec> floor;
  Material floor_material;
  std::vector<std::string> warnings;

  double time(int frame) const { return start + frame / fps; }
};

GltfImport import_gltf(const std::filesystem::path& path, const GltfImportOptions& options = {});

/// From memory; `load` gives the bytes of the files that a .gltf refers to.
GltfImport import_gltf(std::string_view bytes, const std::string& name, const LoadBeside& load,
                       const GltfImportOptions& options);

/// Poses of the bodies that are not static, with the rounding of the file's single precision.
PoseTable pose_table(const GltfImport& import);

/// Frames per second and first frame that fit keys at these times [s].
struct FrameGrid {
  double fps = 24, start = 0;
  int frames = 1;
  bool regular = true;  // all keys lie on frames
};
/// @param fps 0: find it
FrameGrid frame_grid(const std::vector<double>& times, double fps);

}  // namespace peal
