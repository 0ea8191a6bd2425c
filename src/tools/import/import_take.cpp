#include "tools/import/import_take.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/rigid/scene_motion.h"
#include "tools/import/events/find_flights.h"
#include "tools/import/events/find_impacts.h"
#include "tools/import/events/pose_units.h"
#include "tools/import/import_contacts.h"

namespace peal {
namespace {

constexpr double kFloorError = 1e-4;  // [m]
constexpr int kMostNames = 10;        // unknown ones that are told

bool is_floor_name(const std::string& name) { return name == "floor" || name == "ground"; }

std::vector<std::string> names_of(const Scene& scene) {
  std::vector<std::string> names;
  for (const ObjectSpec& object : scene.objects) names.push_back(object.name);
  return names;
}

// For each body of the table the object; all unknown names at once.
std::vector<int> match(const Scene& scene, const PoseTable& table,
                       const TakeImportSettings& settings) {
  std::vector<int> objects;
  std::string unknown;
  int strangers = 0;
  for (const std::string& name : table.bodies) {
    objects.push_back(scene.object_index(name));
    // The floor plane has its height from the scene.
    if (objects.back() >= 0 || (scene.motion.floor && is_floor_name(name))) continue;
    if (++strangers > kMostNames) continue;
    if (!unknown.empty()) unknown += '\n';
    unknown += fmt::format("{}: the body '{}' is no object of {}{}", table.file, name, scene.file,
                           settings.suggestion ? settings.suggestion(name, names_of(scene)) : "");
  }
  if (strangers > kMostNames) unknown += fmt::format("\nand {} more", strangers - kMostNames);
  if (!unknown.empty()) throw Error(unknown);
  return objects;
}

// The floor plane does not move: rows of it may only repeat where it is.
void check_floor_rows(const Scene& scene, PoseTable& table) {
  for (const PoseRow& row : table.rows) {
    const std::string& name = table.bodies[static_cast<std::size_t>(row.body)];
    if (!is_floor_name(name) || scene.object_index(name) >= 0) continue;
    if (std::abs(row.own.position.y - scene.motion.floor->height) <= kFloorError) continue;
    table.warnings.push_back(fmt::format(
        "{}: '{}' is at {:g} m at {:g} s, but the floor of {} at {:g} m; it stays there",
        table.file, name, row.own.position.y, row.time, scene.file, scene.motion.floor->height));
    return;
  }
}

// The first of all, and the one that is farthest off.
void warn_of(const std::vector<Contradiction>& found, const Scene& scene, const std::string& file,
             const char* verb, const std::string& way_out, std::vector<std::string>& warnings) {
  if (found.empty()) return;
  const auto excess = [](const Contradiction& c) { return std::abs(c.impulse - c.momentum); };
  const auto worst = std::max_element(
      found.begin(), found.end(),
      [&](const Contradiction& a, const Contradiction& b) { return excess(a) < excess(b); });
  const auto text = [&](const Contradiction& c) {
    return fmt::format("'{}' at {:.3f} s {} {:.3g} N s, but its poses show a change of {:.3g} N s",
                       scene.objects[static_cast<std::size_t>(c.body)].name, c.time, verb,
                       c.impulse, c.momentum);
  };
  warnings.push_back(fmt::format("{}: {} time{} impulses contradict the motion: {}{}; {}", file,
                                 found.size(), found.size() == 1 ? "" : "s", text(found.front()),
                                 worst == found.begin() ? "" : "; most of all " + text(*worst),
                                 way_out));
}

double largest_size(const Scene& scene) {
  double size = 0;
  for (const ObjectSpec& object : scene.objects)
    if (!object.is_static)
      size = std::max(size, norm(object.geometry->high - object.geometry->low));
  return size;
}

}  // namespace

ImportedTake import_take(const Scene& scene, PoseTable table, const TakeImportSettings& settings) {
  const std::vector<int> objects = match(scene, table, settings);
  check_floor_rows(scene, table);
  RigidSetup setup = rigid_setup(scene);
  check_pose_units(table, setup.gravity, largest_size(scene));
  std::vector<FramedBody> bodies;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    FramedBody body;
    body.frame = object.geometry->frame;
    body.still = object.pose();
    const auto found = std::find(objects.begin(), objects.end(), static_cast<int>(i));
    if (found != objects.end()) {
      body.row_body = static_cast<int>(found - objects.begin());
    } else {
      if (!object.is_static)
        table.warnings.push_back(
            fmt::format("{}: it has no rows of '{}', which stays where {} puts it", table.file,
                        object.name, scene.file));
      setup.bodies[i].fixed = true;
      setup.bodies[i].path = {};
    }
    bodies.push_back(body);
  }
  PoseFrames frames = frames_of(table, bodies, setup.gravity);
  RigidSetup flying = setup;
  const Flights flights = find_flights(scene, settings.simulated, flying, frames);
  FindSettings find;
  find.flights = flights.frames;
  find.margins = flights.margins;
  find.floor_margin = flights.floor_margin;
  find.min_closing_speed = settings.min_closing_speed;
  find.done = settings.done;
  FoundMotion found = find_impacts(flying, frames, find);
  ImportedTake out{std::move(found.take), std::move(table.warnings), flights.notes, 0};
  for (std::size_t i = 0; i < setup.bodies.size(); ++i)  // as the scene has them
    if (out.take.bodies[i].mass > 0) out.take.bodies[i].inertia = setup.bodies[i].inertia_diagonal;
  out.take.origin = "imported from " + table.file;
  if (!settings.contacts.empty()) {
    ContactImport contacts;
    contacts.min_closing_speed = settings.min_closing_speed;
    contacts.fps = settings.units.fps;
    contacts.scale = settings.units.scale;
    contacts.up = settings.units.up;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
      contacts.bodies[scene.objects[i].name] = static_cast<int>(i);
    if (settings.suggestion)
      contacts.suggestion = [&](const std::string& name) {
        return settings.suggestion(name, names_of(scene));
      };
    for (std::string& warning : import_contacts(settings.contacts, setup, contacts, out.take))
      out.warnings.push_back(std::move(warning));
    out.take.origin += " and " + settings.contacts.string();
    std::vector<int> of;
    warn_of(MomentumAudit(flying, frames).look(out.take.impacts, of), scene,
            settings.contacts.string(), "has", "are these N s (--scale), of one step each?",
            out.warnings);
    return out;
  }
  out.dropped = found.dropped_events;
  warn_of(found.dropped, scene, table.file, "would need",
          fmt::format("{} event{} left out", out.dropped, out.dropped == 1 ? " was" : "s were"),
          out.warnings);
  if (found.unexplained > 0) {
    out.warnings.push_back(fmt::format(
        "{}: {} time{} a body changes its motion with nothing near it, first '{}' at {:.3f} s; "
        "does the scene have all objects and the floor?",
        table.file, found.unexplained, found.unexplained == 1 ? "" : "s", found.unexplained_body,
        found.first_unexplained));
  }
  return out;
}

}  // namespace peal
