#include "motion/export/rod_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rotation.h"
#include "motion/export/shaded_surface.h"
#include "motion/take/shape_tape.h"
#include "physics/geometry/swept_surface.h"

namespace peal {
namespace {

using RodJson = MotionDocument::Json;

constexpr std::size_t kKeyBytes = 20;  // of a point: three floats, four numbers of 16 bits
constexpr double kMegabyte = 1 << 20;

std::size_t shown_points(std::size_t points, std::size_t every, bool closed) {
  return closed ? (points + every - 1) / every : (points - 1 + every - 1) / every + 1;
}

/// Where the sections of a rod are; the columns of a rotation are d1, d2 and the tangent.
struct RodPose {
  double time = 0;  // [s]
  std::vector<Vec3> points;
  std::vector<Quat> rotations;
};

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
    if (poses_.size() == 2 && same(poses_[0], poses_[1])) poses_.pop_back();
  }

  double write(const RodJson& extras) {
    const std::string name = doc_.unique(object_.name);
    const std::size_t points = poses_.front().points.size();
    RodJson bones = RodJson::array();
    std::vector<float> back;  // from the world to each bone, at the first frame
    for (std::size_t i = 0; i < points; ++i) {
      bones.push_back(add_bone(i, doc_.unique(fmt::format("{}_{}", name, i))));
      append_inverse(i, back);
    }
    const std::size_t line =
        doc_.add_node({{"name", doc_.unique(name + "_line")}, {"children", bones}});
    const std::size_t skin = doc_.glb().add(
        "skins",
        {{"inverseBindMatrices", doc_.glb().add_floats(back, 16, GlbBuilder::Use::keys, false)},
         {"skeleton", line},
         {"joints", bones}});
    doc_.add_node({{"name", name}, {"mesh", add_mesh()}, {"skin", skin}, {"extras", extras}});
    if (poses_.size() > 1) animate(bones);
    double reach = 0;
    for (const RodPose& pose : poses_)
      for (const Vec3& p : pose.points) reach = std::max(reach, norm(p));
    return reach;
  }

 private:
  static bool same(const RodPose& a, const RodPose& b) {
    for (std::size_t i = 0; i < a.points.size(); ++i)
      if (!(a.points[i] == b.points[i]) || !(a.rotations[i] == b.rotations[i])) return false;
    return true;
  }

  void add(const ShapeFrame& frame, std::size_t every) {
    const bool closed = is_closed(rod_);
    const std::size_t all = frame.points.size();
    if (frame.d1.size() != all || all != static_cast<std::size_t>(rod_.points))
      fail("{}: the take has {} points of '{}', the scene {}: render with --simulate", doc_.file(),
           all, object_.name, rod_.points);
    RodPose pose;
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
      Quat q = rotation_of({{Vec3{x.x, y.x, z.x}, Vec3{x.y, y.y, z.y}, Vec3{x.z, y.z, z.z}}});
      // Some viewers interpolate the numbers as they are: q and -q must not alternate.
      if (!poses_.empty() && dot(q, poses_.back().rotations[i]) < 0) q = {-q.w, -q.x, -q.y, -q.z};
      pose.rotations.push_back(q);
    }
    poses_.push_back(std::move(pose));
    // The middle of a rest is left out.
    const std::size_t n = poses_.size();
    if (n >= 3 && same(poses_[n - 1], poses_[n - 2]) && same(poses_[n - 2], poses_[n - 3]))
      poses_.erase(poses_.end() - 2);
  }

  std::size_t add_bone(std::size_t i, const std::string& name) {
    const Vec3& p = poses_.front().points[i];
    const Quat& q = poses_.front().rotations[i];
    return doc_.glb().add(
        "nodes",
        {{"name", name}, {"translation", {p.x, p.y, p.z}}, {"rotation", {q.x, q.y, q.z, q.w}}});
  }

  void append_inverse(std::size_t i, std::vector<float>& out) const {
    const Quat& q = poses_.front().rotations[i];
    const Vec3 origin = -rotate_back(q, poses_.front().points[i]);
    const Vec3 columns[3] = {rotate_back(q, {1, 0, 0}), rotate_back(q, {0, 1, 0}),
                             rotate_back(q, {0, 0, 1})};
    for (const Vec3& column : columns) {
      for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(column[k]));
      out.push_back(0);
    }
    for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(origin[k]));
    out.push_back(1);
  }

  std::size_t add_mesh() {
    const RodPose& first = poses_.front();
    const TriangleMesh mesh = swept_surface(first.points, is_closed(rod_), first_, rod_.section);
    const std::size_t around = mesh.vertices.size() / first.points.size();
    const ShadedSurface surface = shaded_surface(mesh);
    if (surface.indices.empty())
      fail("{}: object '{}' has no skin that could be shown", doc_.file(), object_.name);
    std::vector<std::uint16_t> bones;
    std::vector<std::uint8_t> weights;
    for (const std::uint32_t source : surface.sources) {
      bones.insert(bones.end(), {static_cast<std::uint16_t>(source / around), 0, 0, 0});
      weights.insert(weights.end(), {255, 0, 0, 0});
    }
    constexpr auto kVertices = GlbBuilder::Use::vertices;
    GlbBuilder& glb = doc_.glb();
    const std::size_t count = surface.sources.size();
    const RodJson primitive{
        {"attributes",
         {{"POSITION", glb.add_floats(surface.positions, 3, kVertices, true)},
          {"NORMAL", glb.add_floats(surface.normals, 3, kVertices, false)},
          {"JOINTS_0",
           glb.add_data({reinterpret_cast<const char*>(bones.data()), 2 * bones.size()},
                        {{"componentType", 5123}, {"count", count}, {"type", "VEC4"}}, kVertices)},
          {"WEIGHTS_0",
           glb.add_data(
               {reinterpret_cast<const char*>(weights.data()), weights.size()},
               {{"componentType", 5121}, {"normalized", true}, {"count", count}, {"type", "VEC4"}},
               kVertices)}}},
        {"indices", glb.add_indices(surface.indices)},
        {"material", doc_.material_index(object_.material)}};
    return glb.add("meshes", {{"name", object_.name}, {"primitives", RodJson::array({primitive})}});
  }

  void animate(const RodJson& bones) {
    constexpr auto kKeys = GlbBuilder::Use::keys;
    std::vector<float> times;
    for (const RodPose& pose : poses_) times.push_back(doc_.key_time(pose.time));
    const std::size_t input = doc_.glb().add_floats(times, 1, kKeys, true);
    for (std::size_t i = 0; i < bones.size(); ++i) {
      std::vector<float> places;
      std::vector<std::int16_t> turns;
      for (const RodPose& pose : poses_) {
        for (int k = 0; k < 3; ++k) places.push_back(static_cast<float>(pose.points[i][k]));
        const Quat& q = pose.rotations[i];
        for (const double x : {q.x, q.y, q.z, q.w})
          turns.push_back(static_cast<std::int16_t>(std::lround(32767 * x)));
      }
      doc_.animate(bones[i], "translation", input, doc_.glb().add_floats(places, 3, kKeys, false));
      doc_.animate(
          bones[i], "rotation", input,
          doc_.glb().add_data({reinterpret_cast<const char*>(turns.data()), 2 * turns.size()},
                              {{"componentType", 5122},
                               {"normalized", true},
                               {"count", poses_.size()},
                               {"type", "VEC4"}},
                              kKeys));
    }
  }

  MotionDocument& doc_;
  const ObjectSpec& object_;
  const RodShape& rod_;
  std::vector<RodPose> poses_;
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
    bytes += some * frames.chunks.size() * kKeyBytes;
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
