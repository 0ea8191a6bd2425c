#include "tools/import/events/contact_guess.h"

#include <algorithm>

#include "motion/rigid/narrow_phase.h"

namespace peal {
namespace {

constexpr double kReaches[] = {0, 2e-4, 1e-3, 4e-3, 1.5e-2};  // [m] tried one after the other
constexpr double kAgrees = 0.2;                               // cosine of normal and change
constexpr std::size_t kMostPoints = 4;                        // of one pair

}  // namespace

std::vector<Impact> contacts_near(const RigidSetup& part, const std::vector<Pose>& poses,
                                  const std::vector<Vec3>& jumps) {
  NarrowPhase finder(part);
  std::vector<ContactFeature> features;
  std::vector<bool> explained(poses.size(), false);
  std::vector<Impact> out;
  for (const double reach : kReaches) {
    std::vector<Pose> moved = poses;
    for (std::size_t i = 0; i < poses.size(); ++i)
      if (!part.bodies[i].fixed && part.bodies[i].path.empty() && !explained[i])
        moved[i].position -= reach * normalized(jumps[i]);
    finder.find(moved, features);
    std::vector<bool> now = explained;
    for (const ContactFeature& f : features) {
      const bool floor = f.b == kFloor;
      const auto a = static_cast<std::size_t>(f.a), b = static_cast<std::size_t>(floor ? f.a : f.b);
      const ContactGeometry t =
          contact_geometry(f, part.bodies[a].shape, moved[a], part.bodies[b].shape,
                           floor ? Pose{} : moved[b], part.floor_height);
      if (t.gap > kContactDistance) continue;
      const bool helps_a = !explained[a] && dot(t.normal, normalized(jumps[a])) > kAgrees;
      const bool helps_b =
          !floor && !explained[b] && -dot(t.normal, normalized(jumps[b])) > kAgrees;
      if (!helps_a && !helps_b) continue;
      const auto same = std::count_if(out.begin(), out.end(), [&](const Impact& i) {
        return i.body_a == f.a && i.body_b == f.b;
      });
      if (static_cast<std::size_t>(same) >= kMostPoints) continue;
      Impact impact;
      impact.body_a = f.a;
      impact.body_b = f.b;
      impact.normal = t.normal;
      impact.point_a = to_body(moved[a], t.point_a);
      impact.point_b = floor ? t.point_b : to_body(moved[b], t.point_b);
      out.push_back(impact);
      if (helps_a) now[a] = true;
      if (helps_b) now[b] = true;
    }
    explained = now;
    bool all = true;
    for (std::size_t i = 0; i < poses.size(); ++i)
      all = all && (explained[i] || part.bodies[i].fixed || jumps[i] == Vec3{});
    if (all) break;
  }
  return out;
}

}  // namespace peal
