#include "motion/export/bone_skin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/export/shaded_surface.h"

namespace peal {
namespace {

using BoneJson = MotionDocument::Json;

bool same(const BonePose& a, const BonePose& b) {
  for (std::size_t i = 0; i < a.points.size(); ++i)
    if (!(a.points[i] == b.points[i]) || !(a.rotations[i] == b.rotations[i])) return false;
  return true;
}

std::size_t add_bone(MotionDocument& doc, const BonePose& first, std::size_t i,
                     const std::string& name) {
  const Vec3& p = first.points[i];
  const Quat& q = first.rotations[i];
  return doc.glb().add(
      "nodes",
      {{"name", name}, {"translation", {p.x, p.y, p.z}}, {"rotation", {q.x, q.y, q.z, q.w}}});
}

/// From the world to the bone.
void append_inverse(const BonePose& first, std::size_t i, std::vector<float>& out) {
  const Quat& q = first.rotations[i];
  const Vec3 origin = -rotate_back(q, first.points[i]);
  const Vec3 columns[3] = {rotate_back(q, {1, 0, 0}), rotate_back(q, {0, 1, 0}),
                           rotate_back(q, {0, 0, 1})};
  for (const Vec3& column : columns) {
    for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(column[k]));
    out.push_back(0);
  }
  for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(origin[k]));
  out.push_back(1);
}

std::size_t add_skinned_mesh(MotionDocument& doc, const ObjectSpec& object,
                             const TriangleMesh& mesh, const std::vector<std::uint16_t>& bone_of) {
  const ShadedSurface surface = shaded_surface(mesh);
  if (surface.indices.empty())
    fail("{}: object '{}' has no skin that could be shown", doc.file(), object.name);
  std::vector<std::uint16_t> bones;
  std::vector<std::uint8_t> weights;
  for (const std::uint32_t source : surface.sources) {
    bones.insert(bones.end(), {bone_of[source], 0, 0, 0});
    weights.insert(weights.end(), {255, 0, 0, 0});
  }
  constexpr auto kVertices = GlbBuilder::Use::vertices;
  GlbBuilder& glb = doc.glb();
  const std::size_t count = surface.sources.size();
  const BoneJson primitive{
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
      {"material", doc.material_index(object.material)}};
  return glb.add("meshes", {{"name", object.name}, {"primitives", BoneJson::array({primitive})}});
}

void animate_bones(MotionDocument& doc, const std::vector<BonePose>& poses, const BoneJson& bones) {
  constexpr auto kKeys = GlbBuilder::Use::keys;
  std::vector<float> times;
  for (const BonePose& pose : poses) times.push_back(doc.key_time(pose.time));
  const std::size_t input = doc.glb().add_floats(times, 1, kKeys, true);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    std::vector<float> places;
    std::vector<std::int16_t> turns;
    for (const BonePose& pose : poses) {
      for (int k = 0; k < 3; ++k) places.push_back(static_cast<float>(pose.points[i][k]));
      const Quat& q = pose.rotations[i];
      for (const double x : {q.x, q.y, q.z, q.w})
        turns.push_back(static_cast<std::int16_t>(std::lround(32767 * x)));
    }
    doc.animate(bones[i], "translation", input, doc.glb().add_floats(places, 3, kKeys, false));
    doc.animate(bones[i], "rotation", input,
                doc.glb().add_data({reinterpret_cast<const char*>(turns.data()), 2 * turns.size()},
                                   {{"componentType", 5122},
                                    {"normalized", true},
                                    {"count", poses.size()},
                                    {"type", "VEC4"}},
                                   kKeys));
  }
}

}  // namespace

void append_pose(std::vector<BonePose>& poses, BonePose pose) {
  if (!poses.empty())
    for (std::size_t i = 0; i < pose.rotations.size(); ++i) {
      Quat& q = pose.rotations[i];
      // Some viewers interpolate the numbers as they are: q and -q must not alternate.
      if (dot(q, poses.back().rotations[i]) < 0) q = {-q.w, -q.x, -q.y, -q.z};
    }
  poses.push_back(std::move(pose));
  const std::size_t n = poses.size();
  if (n >= 3 && same(poses[n - 1], poses[n - 2]) && same(poses[n - 2], poses[n - 3]))
    poses.erase(poses.end() - 2);
}

double add_bone_skin(MotionDocument& doc, const ObjectSpec& object, std::vector<BonePose> poses,
                     const TriangleMesh& mesh, const std::vector<std::uint16_t>& bone_of,
                     const MotionDocument::Json& extras) {
  if (poses.size() == 2 && same(poses[0], poses[1])) poses.pop_back();
  const std::string name = doc.unique(object.name);
  const std::size_t points = poses.front().points.size();
  BoneJson bones = BoneJson::array();
  std::vector<float> back;  // from the world to each bone, at the first frame
  for (std::size_t i = 0; i < points; ++i) {
    bones.push_back(add_bone(doc, poses.front(), i, doc.unique(fmt::format("{}_{}", name, i))));
    append_inverse(poses.front(), i, back);
  }
  const std::size_t line =
      doc.add_node({{"name", doc.unique(name + "_line")}, {"children", bones}});
  const std::size_t skin = doc.glb().add(
      "skins",
      {{"inverseBindMatrices", doc.glb().add_floats(back, 16, GlbBuilder::Use::keys, false)},
       {"skeleton", line},
       {"joints", bones}});
  doc.add_node({{"name", name},
                {"mesh", add_skinned_mesh(doc, object, mesh, bone_of)},
                {"skin", skin},
                {"extras", extras}});
  if (poses.size() > 1) animate_bones(doc, poses, bones);
  double reach = 0;
  for (const BonePose& pose : poses)
    for (const Vec3& p : pose.points) reach = std::max(reach, norm(p));
  return reach;
}

}  // namespace peal
