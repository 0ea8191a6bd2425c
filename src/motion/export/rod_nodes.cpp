#include "motion/export/rod_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rotation.h"
#include "motion/export/bone_skin.h"
#include "motion/take/shape_tape.h"
#include "physics/geometry/swept_surface.h"

namespace peal {
namespace {

constexpr double kMegabyte = 1 << 20;

std::size_t shown_points(std::size_t points, std::size_t every, bool closed) {
  return closed ? (points + every - 1) / every : (points - 1 + every - 1) / every + 1;
}

std::vector<SweptFrame> frames_along(const std::vector<Vec3>& points, const std::vector<Vec3>& d1,
                                     bool closed) {
  // Tangents halfway between the edges, as the skin has them; across them the tape's d1.
  std::vector<SweptFrame> out = swept_frames(points, closed, d1.front());
  for (std::size_t i = 0; i < out.size(); ++i) {
    SweptFrame& f = out[i];
    f.d1 = normalized(d1[i] - dot(d1[i], f.tangent) * f.tangent, f.d1);
    f.d2 = cross(f.tangent, f.d1);
  }
  return out;
}

class RodNodes {
 public:
  RodNodes(MotionDocument& doc, const ObjectSpec& object, const ChunkFile& tape,
           const RodFrames& frames)
      : doc_(doc), object_(object), rod_(std::get<RodShape>(object.shape)) {
    for (const std::int64_t chunk : frames.chunks)
      add(read_shape_frame(tape, frames.track, chunk), frames.every);
  }

  double write(const MotionDocument::Json& extras) {
    const BonePose& first = poses_.front();
    const TriangleMesh mesh = swept_surface(first.points, is_closed(rod_), first_, rod_.section);
    const std::size_t around = mesh.vertices.size() / first.points.size();
    std::vector<std::uint16_t> bone_of;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
      bone_of.push_back(static_cast<std::uint16_t>(v / around));
    return add_bone_skin(doc_, object_, std::move(poses_), mesh, bone_of, extras);
  }

 private:
  void add(const ShapeFrame& frame, std::size_t every) {
    const bool closed = is_closed(rod_);
    const std::size_t all = frame.points.size();
    if (frame.d1.size() != all || all != static_cast<std::size_t>(rod_.points))
      fail("{}: the take has {} points of '{}', the scene {}: render with --simulate", doc_.file(),
           all, object_.name, rod_.points);
    BonePose pose;
    pose.time = frame.time;
    std::vector<Vec3> d1;
    for (std::size_t i = 0; i < all; ++i)
      if (i % every == 0 || (!closed && i + 1 == all)) {
        if (!is_finite(frame.points[i]))
          fail("{}: object '{}' at {} s is at a place that is not finite", doc_.file(),
               object_.name, frame.time);
        pose.points.push_back(frame.points[i]);
        d1.push_back(frame.d1[i]);
      }
    const std::vector<SweptFrame> sections = frames_along(pose.points, d1, closed);
    if (poses_.empty()) first_ = sections;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const auto& [x, y, z] = sections[i];
      pose.rotations.push_back(
          rotation_of({{Vec3{x.x, y.x, z.x}, Vec3{x.y, y.y, z.y}, Vec3{x.z, y.z, z.z}}}));
    }
    append_pose(poses_, std::move(pose));
  }

  MotionDocument& doc_;
  const ObjectSpec& object_;
  const RodShape& rod_;
  std::vector<BonePose> poses_;
  std::vector<SweptFrame> first_;  // sections at the first frame
};

}  // namespace

std::size_t thin_rods(MotionDocument& doc, const Scene& scene, const MovingLimits& limits,
                      std::map<std::size_t, RodFrames>& rods) {
  std::size_t all = 0, shown = 0, bytes = 0;
  const auto shape = [&](std::size_t object) -> const RodShape& {
    return std::get<RodShape>(scene.objects[object].shape);
  };
  for (const auto& [object, frames] : rods) all += static_cast<std::size_t>(shape(object).points);
  for (auto& [object, frames] : rods) {
    const RodShape& rod = shape(object);
    const auto points = static_cast<std::size_t>(rod.points);
    // A line of four points can still bend, a ring of eight is still round.
    const std::size_t fewest = is_closed(rod) ? 8 : 4;
    frames.every = std::min((all + limits.bones - 1) / limits.bones,
                            std::max<std::size_t>(1, (points - 1) / (fewest - 1)));
    const std::size_t some = shown_points(points, frames.every, is_closed(rod));
    shown += some;
    bytes += some * frames.chunks.size() * kBoneKeyBytes;
  }
  if (shown < all)
    doc.say_left_out(fmt::format("motion.glb shows {} of the {} points of its rods", shown, all));
  // Crowds shall have their share.
  const std::size_t most = scene.grains.empty() ? limits.bytes : limits.bytes / 2;
  if (bytes <= most) return bytes;
  const std::size_t stride = (bytes + most - 1) / most;
  doc.say_left_out(fmt::format(
      "motion.glb shows one frame of its rods in {}: all would be {:.3g} MB, more than {:.3g} MB",
      stride, static_cast<double>(bytes) / kMegabyte, static_cast<double>(most) / kMegabyte));
  for (auto& [object, frames] : rods) keep_every(frames.chunks, stride);
  return bytes / stride;
}

double add_rod_nodes(MotionDocument& doc, const ObjectSpec& object, const ChunkFile& tape,
                     const RodFrames& frames, const MotionDocument::Json& extras) {
  return RodNodes(doc, object, tape, frames).write(extras);
}

}  // namespace peal
