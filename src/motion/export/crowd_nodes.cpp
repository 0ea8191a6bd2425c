#include "motion/export/crowd_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "motion/grains/grain_roster.h"
#include "motion/take/shape_tape.h"
#include "motion/tape_writer.h"

namespace peal {
namespace {

using CrowdJson = MotionDocument::Json;

constexpr double kSteps = 65535;  // of a place across its box

/// One crowd's frames, written one after the other: they do not fit into memory together.
class CrowdNodes {
 public:
  CrowdNodes(MotionDocument& doc, const Scene& scene, int crowd, std::size_t shown)
      : doc_(doc), spec_(scene.grains[crowd]), material_(doc.material_index(spec_.material)) {
    const std::size_t known = std::min<std::size_t>(spec_.count, CrowdFrame::kMostParticles);
    const GrainRoster roster(scene);
    for (std::size_t k = 0; k < shown; ++k) {  // evenly among all of them
      chosen_.push_back(k * known / shown);
      radii_.push_back(static_cast<float>(
          roster.kinds[roster.kind_of[roster.first[crowd] + chosen_.back()]].radius));
    }
    last_.resize(shown, spec_.position);
    CrowdJson grains{{"count", spec_.count}, {"shown", shown}, {"radius", spec_.radius}};
    if (spec_.radius_to > spec_.radius) {
      grains["radius_to"] = spec_.radius_to;
      radius_ = doc_.glb().add_floats(radii_, 1, GlbBuilder::Use::vertices, false);
    }
    name_ = doc_.unique(spec_.name);
    node_ = doc_.add_node(
        {{"name", name_}, {"extras", {{"material", spec_.material}, {"grains", grains}}}});
  }

  /// @param until [s] when the next frame begins; none after the last.
  void add(const ShapeFrame& frame, std::optional<double> until) {
    std::size_t count = 0;  // those that were there by now
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      if (chosen_[k] >= frame.points.size() || !is_finite(frame.points[chosen_[k]])) continue;
      last_[k] = frame.points[chosen_[k]];
      count = k + 1;
    }
    begun_ = count = std::max(count, begun_);
    if (count == 0) return;
    Vec3 low = last_[0], high = last_[0];
    for (std::size_t k = 0; k < count; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], last_[k][axis]);
        high[axis] = std::max(high[axis], last_[k][axis]);
      }
    const std::size_t node = add_points(frame.time, low, high - low, count);
    show(node, frame.time, until, high - low);
  }

  /// @return as add_crowds().
  double finish() {
    if (!children_.empty()) doc_.glb().root()["nodes"][node_]["children"] = children_;
    std::vector<double> far;
    for (std::size_t k = 0; k < begun_; ++k) far.push_back(norm(last_[k]));
    if (far.empty()) return norm(spec_.position);
    std::nth_element(far.begin(), far.begin() + far.size() / 2, far.end());
    return far[far.size() / 2];
  }

 private:
  std::size_t add_points(double time, const Vec3& low, const Vec3& size, std::size_t count) {
    std::vector<std::uint16_t> places;
    places.reserve(4 * count);
    std::uint16_t least[3] = {65535, 65535, 65535}, most[3] = {0, 0, 0};
    for (std::size_t k = 0; k < count; ++k) {
      for (int axis = 0; axis < 3; ++axis) {
        const double part = size[axis] > 0 ? (last_[k][axis] - low[axis]) / size[axis] : 0;
        const auto step = static_cast<std::uint16_t>(std::lround(part * kSteps));
        least[axis] = std::min(least[axis], step), most[axis] = std::max(most[axis], step);
        places.push_back(step);
      }
      places.push_back(0);
    }
    CrowdJson attributes{
        {"POSITION",
         doc_.glb().add_data({reinterpret_cast<const char*>(places.data()), 2 * places.size()},
                             {{"componentType", 5123},
                              {"normalized", true},
                              {"count", count},
                              {"type", "VEC3"},
                              {"min", least},
                              {"max", most}},
                             GlbBuilder::Use::vertices, kGrainBytes)}};
    if (radius_) attributes["_RADIUS"] = radii_of(count);
    const std::string name = fmt::format("{}_{}", name_, children_.size());
    const std::size_t mesh = doc_.glb().add(
        "meshes",
        {{"name", name},
         {"primitives",
          CrowdJson::array(
              {{{"attributes", std::move(attributes)}, {"mode", 0}, {"material", material_}}})}});
    const bool is_first = children_.empty();
    const std::size_t node = doc_.glb().add(
        "nodes", {{"name", doc_.unique(name)},
                  {"mesh", mesh},
                  {"translation", {low.x, low.y, low.z}},
                  {"scale", is_first ? CrowdJson{size.x, size.y, size.z} : CrowdJson{0, 0, 0}},
                  {"extras", {{"grain_time", doc_.key_time(time)}}}});
    children_.push_back(node);
    return node;
  }

  std::size_t radii_of(std::size_t count) {
    if (count == radii_.size()) return *radius_;
    const auto [known, is_new] = parts_.try_emplace(count, 0);
    if (is_new) known->second = doc_.glb().add_part(*radius_, count);
    return known->second;
  }

  void show(std::size_t node, double time, std::optional<double> until, const Vec3& size) {
    constexpr auto kKeys = GlbBuilder::Use::keys;
    std::vector<float> times, scales;
    const auto key = [&](float at, const Vec3& scale) {
      if (!times.empty() && at <= times.back()) return;
      times.push_back(at);
      for (int k = 0; k < 3; ++k) scales.push_back(static_cast<float>(scale[k]));
    };
    const float begin = doc_.key_time(time);
    if (begin > 0) key(0, {});
    key(std::max(begin, 0.0f), size);
    if (until) key(doc_.key_time(*until), {});
    if (times.size() == 1) return;  // there all the time
    const std::size_t input = doc_.glb().add_floats(times, 1, kKeys, true);
    doc_.animate(node, "scale", input, doc_.glb().add_floats(scales, 3, kKeys, false), "STEP");
  }

  MotionDocument& doc_;
  const GrainsSpec& spec_;
  std::size_t material_, node_ = 0;
  std::string name_;
  std::vector<std::size_t> chosen_;           // grains of the crowd
  std::vector<Vec3> last_;                    // [m] where each was seen last
  std::size_t begun_ = 0;                     // how many have been there
  std::vector<float> radii_;                  // [m]
  std::optional<std::size_t> radius_;         // accessor, where they differ
  std::map<std::size_t, std::size_t> parts_;  // of it, by count
  CrowdJson children_ = CrowdJson::array();
};

}  // namespace

double add_crowds(MotionDocument& doc, const Scene& scene, const ChunkFile& tape,
                  const CrowdStretch& stretch, const MovingLimits& limits) {
  const auto crowds = static_cast<int>(scene.grains.size());
  std::vector<std::vector<std::int64_t>> frames;
  std::size_t most = 0, particles = 0, all = 0;
  for (int c = 0; c < crowds; ++c) {
    const auto track = kCrowdTrack + static_cast<std::uint32_t>(c);
    frames.push_back(frames_between(tape, track, stretch.begin, stretch.end, stretch.fps));
    most = std::max(most, frames.back().size());
    all += static_cast<std::size_t>(scene.grains[c].count);
    particles += std::min<std::size_t>(scene.grains[c].count, CrowdFrame::kMostParticles);
  }
  if (most == 0) return 0;
  const CrowdThinning thinning = thin_crowds(particles, most, frames.size(), stretch.bytes, limits);
  std::size_t shown = 0;
  double reach = 0;
  CrowdJson& root = doc.glb().root();
  root["extensionsUsed"] = root["extensionsRequired"] = CrowdJson::array({"KHR_mesh_quantization"});
  for (int c = 0; c < crowds; ++c) {
    const std::size_t known =
        std::min<std::size_t>(scene.grains[c].count, CrowdFrame::kMostParticles);
    const std::size_t some = std::max<std::size_t>(1, known * thinning.shown / particles);
    shown += some;
    keep_every(frames[c], thinning.stride);
    CrowdNodes nodes(doc, scene, c, some);
    const auto track = kCrowdTrack + static_cast<std::uint32_t>(c);
    std::optional<ShapeFrame> next;
    for (std::size_t k = 0; k < frames[c].size(); ++k) {
      const ShapeFrame now = next ? *std::move(next) : read_shape_frame(tape, track, frames[c][k]);
      next.reset();
      if (k + 1 < frames[c].size()) next = read_shape_frame(tape, track, frames[c][k + 1]);
      nodes.add(now, next ? std::optional(next->time) : std::nullopt);
    }
    reach = std::max(reach, nodes.finish());
  }
  if (shown < all) doc.say_left_out(fmt::format("motion.glb shows {} of {} grains", shown, all));
  if (thinning.stride > 1)
    doc.say_left_out(
        fmt::format("motion.glb shows one frame of its grains in {}", thinning.stride));
  return reach;
}

}  // namespace peal
