#include "tools/import/imported_listener.h"

#include <algorithm>
#include <cmath>

#include "scene/listener_track.h"
#include "tools/import/object_matter.h"

namespace peal {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr double kPathTolerance = 1e-4;  // [m]
constexpr double kTurnTolerance = 1e-3;  // [rad]: an ear is 0.085 m from the middle
constexpr std::size_t kMostKeyframes = 100'000;

struct CameraKey {
  double time = 0;  // [s]
  Pose pose;
};

double turn(const Quat& a, const Quat& b) { return norm(listener_turn(a, b)); }

/// Whether steady motion between two keys passes the ones between them within the tolerance.
bool steady(const std::vector<CameraKey>& all, std::size_t from, std::size_t to, double tolerance) {
  const Pose &a = all[from].pose, &b = all[to].pose;
  const Vec3 way = listener_turn(a.rotation, b.rotation);
  for (std::size_t k = from + 1; k < to; ++k) {
    const double u = (all[k].time - all[from].time) / (all[to].time - all[from].time);
    const Vec3 place = (1 - u) * a.position + u * b.position;
    const Quat turned = Quat::from_axis_angle(way, u * norm(way)) * a.rotation;
    if (norm(place - all[k].pose.position) > tolerance * kPathTolerance ||
        turn(turned, all[k].pose.rotation) > tolerance * kTurnTolerance)
      return false;
  }
  return true;
}

/// Keeps the ends of steady motion.
std::vector<CameraKey> thinned(const std::vector<CameraKey>& all, double tolerance) {
  std::vector<CameraKey> out{all.front()};
  std::size_t from = 0;
  constexpr std::size_t kLongest = 1000;  // the search takes its square
  for (std::size_t to = 1; to < all.size(); ++to) {
    if (to + 1 < all.size() && to + 1 - from < kLongest && steady(all, from, to + 1, tolerance))
      continue;
    out.push_back(all[to]);
    from = to;
  }
  return out;
}

Vec3 look_of(const Quat& camera) { return rotate(camera, {0, 0, -1}); }
Vec3 up_of(const Quat& camera) { return rotate(camera, {0, 1, 0}); }

/// Its left and right lie on the horizon: what a listener's look says without `up`.
bool is_level(const Quat& camera) {
  const Vec3 look = look_of(camera);
  return std::hypot(look.x, look.z) > kTurnTolerance &&
         norm(right_of(look, {0, 1, 0}) - rotate(camera, {1, 0, 0})) < kTurnTolerance;
}

}  // namespace

ListenerSpec listener_from(const GltfCamera& camera, const std::function<double(int)>& time) {
  ListenerSpec out;
  out.name = camera.name;
  out.kind = camera.kind;
  out.spacing = camera.spacing;
  // The frame at or before time 0.
  const int last = static_cast<int>(camera.poses.size()) - 1;
  int now = 0;
  while (now < last && time(now + 1) <= 1e-9) ++now;
  const Pose& start = camera.poses[now];
  out.position = start.position;
  out.look = look_of(start.rotation);
  std::vector<CameraKey> keys;
  bool moves = false, turns = false, level = is_level(start.rotation);
  for (int k = now; k <= last && last > 0; ++k) {
    const Pose& pose = camera.poses[k];
    keys.push_back({std::max(time(k), 0.0), pose});
    moves = moves || norm(pose.position - start.position) >= kPathTolerance;
    turns = turns || turn(pose.rotation, start.rotation) >= kTurnTolerance;
    level = level && is_level(pose.rotation);
  }
  if (!level) out.up = up_of(start.rotation);
  if (!moves && !turns) return out;
  // It waits at its first place until the first frame.
  std::vector<CameraKey> kept;
  for (double tolerance = 1;; tolerance *= 10) {
    kept = thinned(keys, tolerance);
    if (kept.size() <= kMostKeyframes) break;
  }
  if (kept.front().time <= 0) kept.erase(kept.begin());
  for (const CameraKey& key : kept) {
    ListenerKeyframe frame{key.time, key.pose.position, {}, {}};
    if (turns) frame.look = look_of(key.pose.rotation);
    if (turns && !level) frame.up = up_of(key.pose.rotation);
    out.path.push_back(frame);
  }
  return out;
}

OrderedJson listener_json(const ListenerSpec& listener) {
  OrderedJson json{{"name", listener.name},
                   {"kind", listener.kind == ListenerKind::mono ? "mono" : "stereo"},
                   {"position", position_json(listener.position)},
                   {"look", position_json(listener.look)}};
  if (listener.up != Vec3{0, 1, 0}) json["up"] = position_json(listener.up);
  json["spacing"] = listener.spacing;
  for (const ListenerKeyframe& key : listener.path) {
    OrderedJson frame{{"time", key.time}, {"position", position_json(key.position)}};
    if (key.look) frame["look"] = position_json(*key.look);
    if (key.up) frame["up"] = position_json(*key.up);
    json["path"].push_back(std::move(frame));
  }
  if (!listener.travel_time) json["travel_time"] = false;
  return json;
}

}  // namespace peal
