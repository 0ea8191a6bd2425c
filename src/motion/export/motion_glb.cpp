#include "motion/export/motion_glb.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "motion/export/glb_builder.h"
#include "motion/export/material_look.h"
#include "motion/export/shaded_surface.h"
#include "scene/listener_track.h"

namespace peal {
namespace {

using Json = GlbBuilder::Json;

constexpr double kMaxFrames = 1e6;
constexpr std::size_t kMaxBytes = std::size_t{2} << 30;

/// Of the shape's own frame: body = own * frame.
Pose own_pose(const Pose& body, const BodyFrame& frame) {
  const Quat rotation = normalized(body.rotation * conjugate(frame.axes));
  return {body.position - rotate(rotation, frame.centre), rotation};
}

Json numbers(const Vec3& v) { return {v.x, v.y, v.z}; }
Json numbers(const Quat& q) { return {q.x, q.y, q.z, q.w}; }

/// Keys of one node, as the file has them.
struct Keys {
  std::vector<float> times, positions, rotations;

  void add(float time, const Vec3& p, const Quat& q) {
    for (const double x : {p.x, p.y, p.z}) positions.push_back(static_cast<float>(x));
    for (const double x : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(x));
    times.push_back(time);
    const std::size_t n = times.size();
    if (n >= 3 && same(n - 1, n - 2) && same(n - 2, n - 3)) drop(n - 2);
  }
  /// The pose never changes.
  bool still() const { return times.size() < 2 || (times.size() == 2 && same(0, 1)); }

 private:
  bool same(std::size_t a, std::size_t b) const {
    return std::equal(&positions[3 * a], &positions[3 * a] + 3, &positions[3 * b]) &&
           std::equal(&rotations[4 * a], &rotations[4 * a] + 4, &rotations[4 * b]);
  }
  void drop(std::size_t k) {
    times.erase(times.begin() + k);
    positions.erase(positions.begin() + 3 * k, positions.begin() + 3 * k + 3);
    rotations.erase(rotations.begin() + 4 * k, rotations.begin() + 4 * k + 4);
  }
};

class MotionWriter {
 public:
  MotionWriter(const std::string& file, const Scene& scene, const std::vector<PoseTrack>& tracks,
               double begin, double end, double fps)
      : file_(file), scene_(scene), tracks_(tracks), begin_(begin), fps_(fps) {
    if (tracks.size() != scene.objects.size())
      fail("{}: {} tracks for the {} objects of the scene", file, tracks.size(),
           scene.objects.size());
    if (!(fps > 0 && fps <= 1e5))
      fail("{}: the frame rate should be > 0 and <= 100000 per second, got {}", file, fps);
    if (!(std::isfinite(begin) && end >= begin && (end - begin) * fps <= kMaxFrames))
      fail("{}: from {} s to {} s at {} frames per second: expected at most {:.0f} frames", file,
           begin, end, fps, kMaxFrames);
    frames_ = static_cast<int>(std::floor((end - begin) * fps + 1e-6)) + 1;
  }

  std::string bytes() {
    Json& root = glb_.root();
    root["asset"] = {{"version", "2.0"}, {"generator", "Peal"}};
    root["scene"] = 0;
    root["scenes"] = Json::array({{{"name", scene_.name}, {"nodes", Json::array()}}});
    for (std::size_t i = 0; i < scene_.objects.size(); ++i)
      add_object(scene_.objects[i], tracks_[i]);
    if (scene_.motion.floor) add_floor(*scene_.motion.floor);
    for (const ListenerSpec& listener : scene_.listeners) add_listener(listener);
    if (!channels_.empty())
      root["animations"] =
          Json::array({{{"name", "motion"},
                        {"samplers", samplers_},
                        {"channels", channels_},
                        {"extras", {{"peal_offset", offset()}, {"peal_fps", fps_}}}}});
    return glb_.bytes(file_);
  }

 private:
  /// Scene time [s] of the file's time 0: the keys of a glTF file cannot be negative.
  double offset() const { return std::min(begin_, 0.0); }
  double time_of(int frame) const { return begin_ + frame / fps_; }
  float key_time(double time) const { return static_cast<float>(time - offset()); }

  std::size_t add_node(Json node) {
    const std::size_t index = glb_.add("nodes", std::move(node));
    glb_.root()["scenes"][0]["nodes"].push_back(index);
    return index;
  }

  void animate(std::size_t node, const Keys& keys, bool turns) {
    const std::size_t input = glb_.add_floats(keys.times, 1, GlbBuilder::Use::keys, true);
    const auto channel = [&](const char* path, std::size_t output) {
      samplers_.push_back({{"input", input}, {"output", output}, {"interpolation", "LINEAR"}});
      channels_.push_back(
          {{"sampler", samplers_.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
    };
    channel("translation", glb_.add_floats(keys.positions, 3, GlbBuilder::Use::keys, false));
    if (turns)
      channel("rotation", glb_.add_floats(keys.rotations, 4, GlbBuilder::Use::keys, false));
    if (glb_.size() > kMaxBytes)
      fail("{}: would be larger than {} bytes: use a lower frame rate or a shorter stretch", file_,
           kMaxBytes);
  }

  void add_object(const ObjectSpec& object, const PoseTrack& track) {
    if (!object.geometry) fail("{}: object '{}' has no geometry", file_, object.name);
    if (track.empty()) fail("{}: object '{}' has no poses", file_, object.name);
    const BodyGeometry& body = *object.geometry;
    const Material& material = scene_.material(object.material);
    Json extras{{"material", object.material}};
    if (body.has_volume()) extras["mass"] = body.solid.volume * material.density;
    if (object.is_static || object.animated()) extras["static"] = true;
    if (object.sound == ObjectSound::none) extras["sound"] = "none";
    // What viewers mark with pips and reeds; the mesh has only the form that sounds.
    if (std::holds_alternative<DieShape>(object.shape)) extras["shape"] = "die";
    if (std::holds_alternative<CoinShape>(object.shape)) extras["shape"] = "coin";
    Keys keys;
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
      keys.add(key_time(time), pose.position, q);
    }
    const std::size_t node = add_node({{"name", unique(object.name)},
                                       {"mesh", mesh_of(object)},
                                       {"translation", numbers(first.position)},
                                       {"rotation", numbers(first.rotation)},
                                       {"extras", extras}});
    reach_ = std::max({reach_, norm(first.position), norm(pose.position)});
    if (!keys.still()) animate(node, keys, true);
  }

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
    here["material"] = material_index(object.material);
    return meshes_[key] =
               glb_.add("meshes", {{"name", object.name}, {"primitives", Json::array({here})}});
  }

  Json add_surface(const TriangleMesh& mesh) {
    const ShadedSurface surface = shaded_surface(mesh);
    if (surface.indices.empty()) fail("{}: a surface without a triangle", file_);
    constexpr auto kVertices = GlbBuilder::Use::vertices;
    return {{"attributes",
             {{"POSITION", glb_.add_floats(surface.positions, 3, kVertices, true)},
              {"NORMAL", glb_.add_floats(surface.normals, 3, kVertices, false)}}},
            {"indices", glb_.add_indices(surface.indices)}};
  }

  std::size_t material_index(const std::string& name) {
    if (const auto known = materials_.find(name); known != materials_.end()) return known->second;
    const MaterialLook look = material_look(name);
    const Material& m = scene_.material(name);
    Json json{{"name", name},
              {"pbrMetallicRoughness",
               {{"baseColorFactor", look.colour},
                {"metallicFactor", look.metallic},
                {"roughnessFactor", look.roughness}}}};
    if (look.colour[3] < 1) json["alphaMode"] = "BLEND", json["doubleSided"] = true;
    json["extras"] = {{"young", m.young},
                      {"poisson", m.poisson},
                      {"density", m.density},
                      {"restitution", m.restitution},
                      {"friction", m.friction}};
    Json& extras = json["extras"];
    if (const auto& rayleigh = m.damping.rayleigh)
      extras.update(
          {{"alpha", rayleigh->alpha}, {"beta", rayleigh->beta}, {"gamma", rayleigh->gamma}});
    else
      extras["loss_factor"] = m.damping.loss_factor, extras["loss_exponent"] = m.damping.exponent;
    if (m.young_across > 0) extras["young_across"] = m.young_across;
    if (m.thermal != ThermalProperties{})
      extras.update({{"expansion", m.thermal.expansion},
                     {"heat_capacity", m.thermal.heat_capacity},
                     {"conductivity", m.thermal.conductivity}});
    return materials_[name] = glb_.add("materials", std::move(json));
  }

  void add_floor(const FloorSpec& floor) {
    const double half = std::clamp(4 * reach_, 2.0, 1e4);  // [m]
    TriangleMesh quad{{{-half, 0, -half}, {-half, 0, half}, {half, 0, half}, {half, 0, -half}},
                      {{0, 1, 2}, {0, 2, 3}}};
    Json primitive = add_surface(quad);
    primitive["material"] = material_index(floor.material);
    Json extras{{"material", floor.material}, {"static", true}, {"floor", true}};
    if (floor.restitution) extras["restitution"] = *floor.restitution;
    if (floor.friction) extras["friction"] = *floor.friction;
    const std::string name = unique("floor");
    const std::size_t mesh =
        glb_.add("meshes", {{"name", name}, {"primitives", Json::array({primitive})}});
    add_node({{"name", name},
              {"mesh", mesh},
              {"translation", numbers(Vec3{0, floor.height, 0})},
              {"extras", extras}});
  }

  void add_listener(const ListenerSpec& listener) {
    const std::size_t camera =
        glb_.add("cameras", {{"name", listener.name},
                             {"type", "perspective"},
                             {"perspective", {{"yfov", 0.8}, {"znear", 0.01}}}});
    const PoseTrack track = listener_track(listener);
    const Pose start = track.pose_at(begin_);
    const bool is_mono = listener.kind == ListenerKind::mono;
    const std::size_t node = add_node(
        {{"name", unique(listener.name)},
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
    Keys keys;
    bool turns = false;
    for (const double time : times) {
      const float at = key_time(time);
      if (keys.times.empty() || at > keys.times.back()) {
        const Pose pose = track.pose_at(time);
        keys.add(at, pose.position, pose.rotation);
        turns = turns || !(pose.rotation == start.rotation);
      }
    }
    if (!keys.still()) animate(node, keys, turns);
  }

  std::string unique(const std::string& wanted) {
    std::string name = wanted;
    for (int k = 2; !names_.insert(name).second; ++k) name = fmt::format("{}_{}", wanted, k);
    return name;
  }

  const std::string& file_;
  const Scene& scene_;
  const std::vector<PoseTrack>& tracks_;
  double begin_, fps_;
  int frames_ = 1;
  double reach_ = 0;  // [m] from the origin to the farthest object
  GlbBuilder glb_;
  Json samplers_ = Json::array(), channels_ = Json::array();
  std::set<std::string> names_;
  std::map<const BodyGeometry*, Json> primitives_;
  std::map<std::pair<const BodyGeometry*, std::string>, std::size_t> meshes_;
  std::map<std::string, std::size_t> materials_;
};

}  // namespace

void write_motion_glb(const std::filesystem::path& path, const Scene& scene,
                      const std::vector<PoseTrack>& tracks, double begin, double end, double fps) {
  const std::string file = path.string();
  write_file_atomically(path, MotionWriter(file, scene, tracks, begin, end, fps).bytes());
}

}  // namespace peal
