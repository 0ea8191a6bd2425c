#include "engine/engine_inbox.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kFarthest = 1e6;      // [m] from the origin
constexpr double kFastest = 1e4;       // [m/s], [rad/s]
constexpr double kHardest = 1e6;       // [N], [N s]
constexpr double kLongestDelay = 1;    // [s]
constexpr double kLargestPoint = 1e9;  // [units of a mesh file]

bool read(const EngineVector& v, double most, Vec3& out) noexcept {
  out = {v[0], v[1], v[2]};
  return is_finite(out) && norm_squared(out) <= most * most;
}

bool read(const EnginePose& pose, EngineEvent& event) noexcept {
  const Quat q{pose.rotation[0], pose.rotation[1], pose.rotation[2], pose.rotation[3]};
  const double size = dot(q, q);
  if (!(size > 0.25 && size < 4)) return false;  // NaN too
  event.pose.rotation = normalized(q);
  return read(pose.position, kFarthest, event.pose.position) &&
         read(pose.velocity, kFastest, event.velocity) && read(pose.spin, kFastest, event.spin);
}

bool read_normal(const EngineVector& v, Vec3& out) noexcept {
  if (!read(v, 1e6, out) || !(norm_squared(out) > 1e-12)) return false;
  out = normalized(out);
  return true;
}

}  // namespace

EngineIds::EngineIds(int count) : places_(count), free_(count), free_count_(count) {
  for (int i = 0; i < count; ++i) free_[i] = i;
}

int EngineIds::add() noexcept {
  if (free_count_ == 0) return -1;
  const int slot = free_[first_free_];
  first_free_ = (first_free_ + 1) % static_cast<int>(free_.size());
  --free_count_;
  places_[slot].taken = true;
  return places_[slot].turn * kMost + slot;
}

void EngineIds::remove(int id) noexcept {
  Place& place = places_[id % kMost];
  place.taken = false;
  place.turn = place.turn % 32000 + 1;
  free_[(first_free_ + free_count_++) % static_cast<int>(free_.size())] = id % kMost;
}

int EngineIds::slot(int id) const noexcept {
  if (id < 0 || id % kMost >= static_cast<int>(places_.size())) return -1;
  const Place& place = places_[id % kMost];
  return place.taken && place.turn == id / kMost ? id % kMost : -1;
}

int EngineIds::at(int slot) const noexcept {
  return places_[slot].taken ? places_[slot].turn * kMost + slot : -1;
}

EngineInbox::EngineInbox(const EngineLimits& limits, std::span<const PlayBody> bodies)
    : copies_(limits.max_copies),
      told_(limits.max_objects),
      objects_(limits.max_objects),
      contacts_(limits.max_contacts),
      contact_objects_(limits.max_contacts),
      ring_(limits.max_events) {
  for (const PlayBody& body : bodies) meshes_.emplace_back(body.mesh_to_body);
}

bool EngineInbox::refuse() noexcept {
  refused_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

// Poses and updates of contacts come again: they leave a quarter of the ring to what does not.
bool EngineInbox::send(const EngineEvent& event, bool may_be_lost) noexcept {
  if (ring_.push(event, may_be_lost ? ring_.capacity() / 4 : 0)) return true;
  overflowed_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

bool EngineInbox::partner(int id, int& slot) const noexcept {
  slot = id == kGround ? kGround : objects_.slot(id);
  return id == kGround || slot >= 0;
}

bool EngineInbox::read_pose(const EnginePose& pose, const Told& object,
                            EngineEvent& event) const noexcept {
  if (!read(pose, event)) return false;
  if (object.frame == EngineFrame::mesh)
    event.pose = meshes_[object.body].pose(event.pose, event.spin, event.velocity);
  return true;
}

int EngineInbox::spawn(int body, const EnginePose& pose, bool held, EngineFrame frame,
                       int copy) noexcept {
  EngineEvent event;
  event.kind = EventKind::spawn;
  if (body < 0 || body >= static_cast<int>(meshes_.size()) || copy < 0 ||
      (frame != EngineFrame::body && frame != EngineFrame::mesh))
    return refuse(), -1;
  Told told{body, frame, {}};
  if (!read_pose(pose, told, event)) return refuse(), -1;
  const int id = objects_.add();
  if (id < 0) return refuse(), -1;
  event.object = objects_.slot(id), event.first = held;
  event.other = body * copies_ + copy % copies_;
  if (send(event)) {
    told.pose = event.pose;
    told_[event.object] = told;
    return id;
  }
  objects_.remove(id);
  return -1;
}

bool EngineInbox::despawn(int object) noexcept {
  EngineEvent event;
  event.kind = EventKind::despawn;
  event.object = objects_.slot(object);
  if (event.object < 0) return refuse();
  if (!send(event)) return false;
  objects_.remove(object);
  for (int slot = 0; slot < static_cast<int>(contact_objects_.size()); ++slot)
    if (contact_objects_[slot].slot[0] == event.object ||
        contact_objects_[slot].slot[1] == event.object) {
      if (const int id = contacts_.at(slot); id >= 0) contacts_.remove(id);
      contact_objects_[slot] = {};
    }
  return true;
}

bool EngineInbox::set_pose(int object, const EnginePose& pose) noexcept {
  EngineEvent event;
  event.kind = EventKind::pose;
  event.object = objects_.slot(object);
  if (event.object < 0 || !read_pose(pose, told_[event.object], event)) return refuse();
  told_[event.object].pose = event.pose;
  return send(event, true);
}

bool EngineInbox::to_world(int object, const EngineVector& point,
                           EngineVector& world) const noexcept {
  const int slot = objects_.slot(object);
  Vec3 at;
  if (slot < 0 || !read(point, kLargestPoint, at)) return false;
  const Told& told = told_[slot];
  if (told.frame == EngineFrame::mesh) at = meshes_[told.body].point(at);
  at = peal::to_world(told.pose, at);
  world = {at.x, at.y, at.z};
  return true;
}

bool EngineInbox::set_listener(const EngineVector& left, const EngineVector& right) noexcept {
  EngineEvent event;
  event.kind = EventKind::listener;
  if (!read(left, kFarthest, event.pose.position) || !read(right, kFarthest, event.point))
    return refuse();
  return send(event, true);
}

bool EngineInbox::impact(const EngineImpact& impact) noexcept {
  EngineEvent event;
  event.kind = EventKind::impact;
  const bool sides = partner(impact.a, event.object) && partner(impact.b, event.other) &&
                     (event.object >= 0 || event.other >= 0) && event.object != event.other;
  const bool numbers = impact.impulse <= kHardest && impact.closing_speed <= kFastest &&
                       std::isfinite(impact.impulse) && std::isfinite(impact.closing_speed) &&
                       impact.delay >= 0 && impact.delay <= kLongestDelay;
  if (!sides || !numbers ||
      !read(impact.point, impact.local ? kLargestPoint : kFarthest, event.point) ||
      !read_normal(impact.normal, event.normal))
    return refuse();
  event.local = impact.local;
  if (const Told& told = told_[event.object >= 0 ? event.object : event.other];
      impact.local && told.frame == EngineFrame::mesh) {
    event.point = meshes_[told.body].point(event.point);
    event.normal = meshes_[told.body].direction(event.normal);
  }
  event.impulse = impact.impulse, event.speed = impact.closing_speed, event.delay = impact.delay;
  return send(event);
}

int EngineInbox::contact_begin(int a, int b) noexcept {
  EngineEvent event;
  event.kind = EventKind::contact_begin;
  if (!partner(a, event.first) || !partner(b, event.other) || event.first == event.other ||
      (event.first < 0 && event.other < 0))
    return refuse(), -1;
  const int id = contacts_.add();
  if (id < 0) return refuse(), -1;
  event.object = contacts_.slot(id);
  if (send(event)) {
    contact_objects_[event.object] = {{event.first, event.other}};
    return id;
  }
  contacts_.remove(id);
  return -1;
}

bool EngineInbox::contact_update(int contact, const EngineContact& state) noexcept {
  EngineEvent event;
  event.kind = EventKind::contact_update;
  event.object = contacts_.slot(contact);
  if (event.object < 0 || !std::isfinite(state.normal_force) ||
      !read(state.point, kFarthest, event.point) || !read_normal(state.normal, event.normal) ||
      !read(state.slip, kFastest, event.slip) || !read(state.roll, kFastest, event.roll))
    return refuse();
  event.force = std::clamp(state.normal_force, 0.0, kHardest);
  return send(event, true);
}

bool EngineInbox::contact_end(int contact) noexcept {
  EngineEvent event;
  event.kind = EventKind::contact_end;
  event.object = contacts_.slot(contact);
  if (event.object < 0) return refuse();
  if (!send(event)) return false;
  contacts_.remove(contact);
  contact_objects_[event.object] = {};
  return true;
}

std::string check_limits(const EngineLimits& limits) {
  const auto outside = [](const char* name, double value, double least, double most) {
    if (value >= least && value <= most) return std::string();
    return std::string("limits: ") + name + " is " + std::to_string(value) + ", must be " +
           std::to_string(least) + " to " + std::to_string(most);
  };
  const struct {
    const char* name;
    double value, least, most;
  } rows[] = {{"rate", limits.rate, 8000, 768000},
              {"ears", double(limits.ears), 0, 2},
              {"max_objects", double(limits.max_objects), 1, EngineIds::kMost},
              {"max_voices", double(limits.max_voices), 1, 1024},
              {"max_modes", double(limits.max_modes), 8, 1e6},
              {"max_pushes", double(limits.max_pushes), 0, 1024},
              {"max_contacts", double(limits.max_contacts), 0, 1024},
              {"max_events", double(limits.max_events), 16, 1 << 20},
              {"max_distance", limits.max_distance, 1, 3000},
              {"full_scale", limits.full_scale, 1e-6, 1e6},
              {"inaudible", limits.inaudible, 0, 1},
              {"max_memory", limits.max_memory, 1e5, 1e13},
              {"floor_height", limits.floor_height, -1e6, 1e6},
              {"floor_reflection", limits.floor_reflection, 0, 1},
              {"max_copies", double(limits.max_copies), 1, 1024}};
  for (const auto& row : rows)
    if (std::string text = outside(row.name, row.value, row.least, row.most); !text.empty())
      return text;
  return "";
}

}  // namespace peal
