#include "motion/export/motion_glb.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "motion/export/crowd_nodes.h"
#include "motion/export/motion_document.h"
#include "motion/export/node_keys.h"
#include "motion/export/rod_nodes.h"
#include "motion/export/shaded_surface.h"
#include "motion/export/solid_nodes.h"
#include "motion/take/shape_tape.h"
#include "motion/tape_writer.h"
#include "scene/listener_track.h"

namespace peal {
namespace {

using Json = GlbBuilder::Json;

constexpr double kMaxFrames = 1e6;

/// Of the shape's own frame: body = own * frame.
Pose own_pose(const Pose& body, const BodyFrame& frame) {
  const Quat rotation = normalized(body.rotation * conjugate(frame.axes));
  return {body.position - rotate(rotation, frame.centre), rotation};
}

Json numbers(const Vec3& v) { return {v.x, v.y, v.z}; }
Json numbers(const Quat& q) { return {q.x, q.y, q.z, q.w}; }

class MotionWriter {
 public:
  MotionWriter(const std::string& file, const Scene& scene, const std::vector<PoseTrack>& tracks,
               double begin, double end, double fps, const Take* take, const MovingLimits& limits)
      : file_(file),
        scene_(scene),
        tracks_(tracks),
        begin_(begin),
        end_(end),
        fps_(fps),
        tape_(take ? take->tape.get() : nullptr),
        limits_(limits),
        doc_(file, scene, std::min(begin, 0.0)) {
    if (tracks.size() != scene.objects.size())
      fail("{}: {} tracks for the {} objects of the scene", file, tracks.size(),
           scene.objects.size());
    if (!(fps > 0 && fps <= 1e5))
      fail("{}: the frame rate should be > 0 and <= 100000 per second, got {}", file, fps);
    if (!(std::isfinite(begin) && end >= begin && (end - begin) * fps <= kMaxFrames))
      fail("{}: from {} s to {} s at {} frames per second: expected at most {:.0f} frames", file,
           begin, end, fps, kMaxFrames);
    frames_ = static_cast<int>(std::floor((end - begin) * fps + 1e-6)) + 1;
    if (tape_) find_what_deforms(*take);
  }

  std::string bytes() {
    for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
      if (const auto rod = rods_.find(i); rod != rods_.end())
        add_rod(scene_.objects[i], rod->second);
      else if (const auto solid = solids_.find(i); solid != solids_.end())
        reach_ = std::max(reach_, add_solid_nodes(doc_, scene_, scene_.objects[i], *tape_,
                                                  solid->second, extras_of(scene_.objects[i])));
      else
        add_object(scene_.objects[i], tracks_[i]);
    }
    if (tape_ && !scene_.grains.empty()) {
      const std::size_t left = limits_.bytes - std::min(limits_.bytes, rod_bytes_);
      const CrowdStretch stretch{begin_, end_, fps_, left};
      reach_ = std::max(reach_, add_crowds(doc_, scene_, *tape_, stretch, limits_));
    }
    if (scene_.motion.floor) add_floor(*scene_.motion.floor);
    for (const ListenerSpec& listener : scene_.listeners) add_listener(listener);
    return doc_.bytes(fps_);
  }
  const std::vector<std::string>& left_out() const { return doc_.left_out(); }

 private:
  double time_of(int frame) const { return begin_ + frame / fps_; }

  void animate(std::size_t node, const NodeKeys& keys, bool turns) {
    constexpr auto kKeys = GlbBuilder::Use::keys;
    const std::size_t input = glb().add_floats(keys.times, 1, kKeys, true);
    doc_.animate(node, "translation", input, glb().add_floats(keys.positions, 3, kKeys, false));
    if (turns)
      doc_.animate(node, "rotation", input, glb().add_floats(keys.rotations, 4, kKeys, false));
  }

  Json extras_of(const ObjectSpec& object) const {
    const BodyGeometry& body = *object.geometry;
    const Material& material = scene_.material(object.material);
    Json extras{{"material", object.material}};
    if (body.has_volume()) extras["mass"] = body.solid.volume * material.density;
    if (object.is_static || object.animated()) extras["static"] = true;
    if (object.sound == ObjectSound::none) extras["sound"] = "none";
    // What viewers mark with pips and reeds; the mesh has only the form that sounds.
    if (std::holds_alternative<DieShape>(object.shape)) extras["shape"] = "die";
    if (std::holds_alternative<CoinShape>(object.shape)) extras["shape"] = "coin";
    return extras;
  }

  /// Its frames on the tape, by the number that it had when they were recorded; empty: none.
  std::pair<std::uint32_t, std::vector<std::int64_t>> frames_of(const Take& take,
                                                                const ObjectSpec& object) const {
    const auto known = std::find_if(take.bodies.begin(), take.bodies.end(),
                                    [&](const TakeBody& b) { return b.name == object.name; });
    if (known == take.bodies.end()) return {};
    const auto track = kShapeTrack + static_cast<std::uint32_t>(known - take.bodies.begin());
    return {track, frames_between(*tape_, track, begin_, end_, fps_)};
  }

  void find_what_deforms(const Take& take) {
    for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
      const ObjectSpec& object = scene_.objects[i];
      const bool rod =
          object.body == BodyKind::rod && std::holds_alternative<RodShape>(object.shape);
      if (!rod && object.body != BodyKind::solid) continue;
      auto [track, chunks] = frames_of(take, object);
      if (chunks.empty()) continue;
      if (rod) {
        rods_.emplace(i, RodFrames{track, std::move(chunks)});
      } else {
        const std::size_t points = read_shape_frame(*tape_, track, chunks.front()).points.size();
        solids_.emplace(i, SolidFrames{track, std::move(chunks), points});
      }
    }
    rod_bytes_ = thin_rods(doc_, scene_, limits_, rods_);
    const std::size_t most = scene_.grains.empty() ? limits_.bytes : limits_.bytes / 2;
    rod_bytes_ += thin_solids(doc_, most - std::min(most, rod_bytes_), solids_);
  }

  void add_rod(const ObjectSpec& object, const RodFrames& frames) {
    const double reach = add_rod_nodes(doc_, object, *tape_, frames, extras_of(object));
    reach_ = std::max(reach_, reach);
  }

  void add_object(const ObjectSpec& object, const PoseTrack& track) {
    if (!object.geometry) fail("{}: object '{}' has no geometry", file_, object.name);
    if (track.empty()) fail("{}: object '{}' has no poses", file_, object.name);
    const BodyGeometry& body = *object.geometry;
    const Json extras = extras_of(object);
    NodeKeys keys;
    Pose pose = own_pose(track.pose_at(begin_), body.frame);
    const Pose first = pose;
    for (int k = 0; k < frames_; ++k) {
      const double time = time_of(k);
      const Quat before = pose.rotation;
      pose = own_pose(track.pose_at(time), body.frame);
      if (!is_finite(pose.position))
        fail("{}: object '{}' at {} s is at a place that is not finite", file_, object.name, time);
      // Some viewers interpolate the numbers as they are: q and -q must not alternate.
      Quat& q = pose.rotation;
      if (dot(q, before) < 0) q = {-q.w, -q.x, -q.y, -q.z};
      keys.add(doc_.key_time(time), pose.position, q);
    }
    const std::size_t node = doc_.add_node({{"name", doc_.unique(object.name)},
                                            {"mesh", mesh_of(object)},
                                            {"translation", numbers(first.position)},
                                            {"rotation", numbers(first.rotation)},
                                            {"extras", extras}});
    reach_ = std::max({reach_, norm(first.position), norm(pose.position)});
    if (!keys.still()) animate(node, keys, true);
  }

  GlbBuilder& glb() { return doc_.glb(); }

  std::size_t mesh_of(const ObjectSpec& object) {
    const std::pair key(object.geometry.get(), object.material);
    if (const auto known = meshes_.find(key); known != meshes_.end()) return known->second;
    auto& primitive = primitives_[object.geometry.get()];
    if (primitive.is_null()) {
      TriangleMesh own = object.geometry->surface;
      for (Vec3& x : own.vertices) x = object.geometry->frame.to_own(x);
      primitive = add_surface(own);
    }
    Json here = primitive;
    here["material"] = doc_.material_index(object.material);
    return meshes_[key] =
               glb().add("meshes", {{"name", object.name}, {"primitives", Json::array({here})}});
  }

  Json add_surface(const TriangleMesh& mesh) {
    const ShadedSurface surface = shaded_surface(mesh);
    if (surface.indices.empty()) fail("{}: a surface without a triangle", file_);
    constexpr auto kVertices = GlbBuilder::Use::vertices;
    return {{"attributes",
             {{"POSITION", glb().add_floats(surface.positions, 3, kVertices, true)},
              {"NORMAL", glb().add_floats(surface.normals, 3, kVertices, false)}}},
            {"indices", glb().add_indices(surface.indices)}};
  }

  void add_floor(const FloorSpec& floor) {
    const double half = std::clamp(4 * reach_, 2.0, 1e4);  // [m]
    TriangleMesh quad{{{-half, 0, -half}, {-half, 0, half}, {half, 0, half}, {half, 0, -half}},
                      {{0, 1, 2}, {0, 2, 3}}};
    Json primitive = add_surface(quad);
    primitive["material"] = doc_.material_index(floor.material);
    Json extras{{"material", floor.material}, {"static", true}, {"floor", true}};
    if (floor.restitution) extras["restitution"] = *floor.restitution;
    if (floor.friction) extras["friction"] = *floor.friction;
    const std::string name = doc_.unique("floor");
    const std::size_t mesh =
        glb().add("meshes", {{"name", name}, {"primitives", Json::array({primitive})}});
    doc_.add_node({{"name", name},
                   {"mesh", mesh},
                   {"translation", numbers(Vec3{0, floor.height, 0})},
                   {"extras", extras}});
  }

  void add_listener(const ListenerSpec& listener) {
    const std::size_t camera =
        glb().add("cameras", {{"name", listener.name},
                              {"type", "perspective"},
                              {"perspective", {{"yfov", 0.8}, {"znear", 0.01}}}});
    const PoseTrack track = listener_track(listener);
    const Pose start = track.pose_at(begin_);
    const bool is_mono = listener.kind == ListenerKind::mono;
    const std::size_t node = doc_.add_node(
        {{"name", doc_.unique(listener.name)},
         {"camera", camera},
         {"translation", numbers(start.position)},
         {"rotation", numbers(start.rotation)},
         {"extras", {{"listener", is_mono ? "mono" : "stereo"}, {"spacing", listener.spacing}}}});
    // Straight between the keys, as the listener moves.
    std::vector<double> times{begin_, time_of(frames_ - 1)};
    if (times[0] < 0 && times[1] > 0) times.push_back(0);
    for (const PoseKnot& knot : track.knots())
      if (knot.time > times[0] && knot.time < times[1]) times.push_back(knot.time);
    std::sort(times.begin(), times.end());
    NodeKeys keys;
    bool turns = false;
    for (const double time : times) {
      const float at = doc_.key_time(time);
      if (keys.times.empty() || at > keys.times.back()) {
        const Pose pose = track.pose_at(time);
        keys.add(at, pose.position, pose.rotation);
        turns = turns || !(pose.rotation == start.rotation);
      }
    }
    if (!keys.still()) animate(node, keys, turns);
  }

  const std::string& file_;
  const Scene& scene_;
  const std::vector<PoseTrack>& tracks_;
  double begin_, end_, fps_;
  int frames_ = 1;
  double reach_ = 0;       // [m] from the origin to the farthest object
  const ChunkFile* tape_;  // of what deforms; none: it stands still
  MovingLimits limits_;
  std::map<std::size_t, RodFrames> rods_;  // by object
  std::map<std::size_t, SolidFrames> solids_;
  std::size_t rod_bytes_ = 0;  // of rods and solids
  MotionDocument doc_;
  std::map<const BodyGeometry*, Json> primitives_;
  std::map<std::pair<const BodyGeometry*, std::string>, std::size_t> meshes_;
};

}  // namespace

std::vector<std::string> write_motion_glb(const std::filesystem::path& path, const Scene& scene,
                                          const std::vector<PoseTrack>& tracks, double begin,
                                          double end, double fps, const Take* take,
                                          const MovingLimits& limits) {
  const std::string file = path.string();
  MotionWriter writer(file, scene, tracks, begin, end, fps, take, limits);
  write_file_atomically(path, writer.bytes());
  return writer.left_out();
}

}  // namespace peal
