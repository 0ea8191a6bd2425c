#include "takes/imported_listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "takes/object_matter.h"

namespace peal {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr double kMaxTurn = 5 * kPi / 180;
constexpr double kPathTolerance = 1e-4;  // [m]
constexpr std::size_t kMostKeyframes = 100'000;

/// Keeps ends of straight lines that leave no point between them out by more than the tolerance.
std::vector<ListenerKeyframe> thinned(const std::vector<ListenerKeyframe>& all, double tolerance) {
  std::vector<ListenerKeyframe> out{all.front()};
  std::size_t from = 0;
  const auto straight = [&](std::size_t to) {
    for (std::size_t k = from + 1; k < to; ++k) {
      const double u = (all[k].time - all[from].time) / (all[to].time - all[from].time);
      const Vec3 line = (1 - u) * all[from].position + u * all[to].position;
      if (norm(line - all[k].position) > tolerance) return false;
    }
    return true;
  };
  constexpr std::size_t kLongest = 1000;  // the search takes its square
  for (std::size_t to = 1; to < all.size(); ++to) {
    if (to + 1 < all.size() && to + 1 - from < kLongest && straight(to + 1)) continue;
    out.push_back(all[to]);
    from = to;
  }
  return out;
}

/// Where a listener with the camera's left and right looks. Straight down, it is where the top of
/// the picture points.
Vec3 look_of(const Quat& camera) {
  const Vec3 look = rotate(camera, {0, 0, -1});
  if (std::hypot(look.x, look.z) > 1e-3) return look;
  return normalized(cross({0, 1, 0}, rotate(camera, {1, 0, 0})), {0, 0, -1});
}

}  // namespace

ListenerSpec listener_from(const GltfCamera& camera, const std::function<double(int)>& time,
                           double& turn) {
  ListenerSpec out;
  out.name = camera.name;
  out.kind = camera.kind;
  out.spacing = camera.spacing;
  turn = 0;
  // The frame at or before time 0.
  const int last = static_cast<int>(camera.poses.size()) - 1;
  int now = 0;
  while (now < last && time(now + 1) <= 1e-9) ++now;
  const Pose& start = camera.poses[now];
  out.position = start.position;
  out.look = look_of(start.rotation);
  std::vector<ListenerKeyframe> keys;
  for (int k = now; k <= last && last > 0; ++k) {
    const Vec3 look = rotate(camera.poses[k].rotation, {0, 0, -1});
    turn = std::max(
        turn, std::acos(std::clamp(dot(look, rotate(start.rotation, {0, 0, -1})), -1.0, 1.0)));
    keys.push_back({std::max(time(k), 0.0), camera.poses[k].position});
  }
  if (keys.size() < 2) return out;
  // It waits at its first place until the first frame.
  for (double tolerance = kPathTolerance;; tolerance *= 10) {
    out.path = thinned(keys, tolerance);
    if (out.path.size() <= kMostKeyframes) break;
  }
  if (out.path.front().time <= 0) out.path.erase(out.path.begin());
  if (std::all_of(out.path.begin(), out.path.end(), [&](const ListenerKeyframe& key) {
        return norm(key.position - out.position) < kPathTolerance;
      }))
    out.path.clear();
  return out;
}

OrderedJson listener_json(const ListenerSpec& listener) {
  OrderedJson json{{"name", listener.name},
                   {"kind", listener.kind == ListenerKind::mono ? "mono" : "stereo"},
                   {"position", position_json(listener.position)},
                   {"look", position_json(listener.look)},
                   {"spacing", listener.spacing}};
  for (const ListenerKeyframe& key : listener.path)
    json["path"].push_back({{"time", key.time}, {"position", position_json(key.position)}});
  return json;
}

OrderedJson listeners_json(const std::vector<GltfCamera>& cameras,
                           const std::function<double(int)>& time, const std::string& file,
                           std::vector<std::string>& notes) {
  OrderedJson out = OrderedJson::array();
  for (const GltfCamera& camera : cameras) {
    double turn = 0;
    out.push_back(listener_json(listener_from(camera, time, turn)));
    if (turn > kMaxTurn)
      notes.push_back(fmt::format(
          "{}: camera '{}' turns by {:.0f} degrees; the listener looks where it looked first", file,
          camera.name, turn * 180 / kPi));
  }
  return out;
}

}  // namespace peal
