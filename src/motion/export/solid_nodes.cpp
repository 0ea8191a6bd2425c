#include "motion/export/solid_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/rotation.h"
#include "motion/export/bone_skin.h"
#include "motion/export/thinning.h"
#include "motion/solids/scene_solid.h"
#include "motion/take/shape_tape.h"

namespace peal {
namespace {

/// Normal, and the direction to a neighbour across it, at every point.
std::vector<Mat3> frames_of(const std::vector<Vec3>& points,
                            const std::vector<std::array<int, 3>>& triangles,
                            const std::vector<int>& neighbour) {
  std::vector<Vec3> normals(points.size());
  for (const auto& [a, b, c] : triangles) {
    const Vec3 area = cross(points[b] - points[a], points[c] - points[a]);
    normals[a] += area, normals[b] += area, normals[c] += area;
  }
  std::vector<Mat3> frames;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Vec3 n = normalized(normals[p], {0, 1, 0}), to = points[neighbour[p]] - points[p];
    const Vec3 x = normalized(to - dot(to, n) * n, {1, 0, 0}), y = cross(n, x);
    frames.push_back({{Vec3{x.x, y.x, n.x}, Vec3{x.y, y.y, n.y}, Vec3{x.z, y.z, n.z}}});
  }
  return frames;
}

}  // namespace

std::size_t thin_solids(MotionDocument& doc, std::size_t most,
                        std::map<std::size_t, SolidFrames>& solids) {
  constexpr double kMegabyte = 1 << 20;
  std::size_t bytes = 0;
  for (const auto& [object, frames] : solids)
    bytes += frames.points * frames.chunks.size() * kBoneKeyBytes;
  if (bytes <= most) return bytes;
  const std::size_t stride = (bytes + most - 1) / std::max<std::size_t>(1, most);
  doc.say_left_out(fmt::format(
      "motion.glb shows one frame of its solids in {}: all would be {:.3g} MB, more than {:.3g} MB",
      stride, static_cast<double>(bytes) / kMegabyte, static_cast<double>(most) / kMegabyte));
  for (auto& [object, frames] : solids) keep_every(frames.chunks, stride);
  return bytes / stride;
}

double add_solid_nodes(MotionDocument& doc, const Scene& scene, const ObjectSpec& object,
                       const ChunkFile& tape, const SolidFrames& frames,
                       const MotionDocument::Json& extras) {
  const SolidSurface surface = scene_solid_surface(scene, object);
  std::vector<int> neighbour(surface.rest.size());
  for (const auto& [a, b, c] : surface.triangles)
    neighbour[a] = b, neighbour[b] = c, neighbour[c] = a;
  std::vector<BonePose> poses;
  TriangleMesh mesh;
  for (const std::int64_t chunk : frames.chunks) {
    const ShapeFrame frame = read_shape_frame(tape, frames.track, chunk);
    if (frame.points.size() != surface.rest.size())
      fail("{}: the take has {} points of '{}', the scene {}: render with --simulate", doc.file(),
           frame.points.size(), object.name, surface.rest.size());
    if (poses.empty()) mesh = {frame.points, surface.triangles};
    BonePose pose{frame.time, frame.points, {}};
    for (const Mat3& m : frames_of(frame.points, surface.triangles, neighbour))
      pose.rotations.push_back(rotation_of(m));
    append_pose(poses, std::move(pose));
  }
  std::vector<std::uint16_t> bone_of;
  for (std::size_t p = 0; p < mesh.vertices.size(); ++p)
    bone_of.push_back(static_cast<std::uint16_t>(p));
  if (surface.thickness > 0 && !surface.closed) {  // seen from both sides
    const std::size_t count = mesh.vertices.size(), triangles = mesh.triangles.size();
    for (std::size_t p = 0; p < count; ++p) {
      mesh.vertices.push_back(mesh.vertices[p]);
      bone_of.push_back(static_cast<std::uint16_t>(p));
    }
    const int n = static_cast<int>(count);
    for (std::size_t t = 0; t < triangles; ++t) {
      const auto [a, b, c] = mesh.triangles[t];
      mesh.triangles.push_back({a + n, c + n, b + n});
    }
  }
  return add_bone_skin(doc, object, std::move(poses), mesh, bone_of, extras);
}

}  // namespace peal
