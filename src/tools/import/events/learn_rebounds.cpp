#include "tools/import/events/learn_rebounds.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "motion/motion.h"

namespace peal {
namespace {

constexpr std::size_t kFewestRebounds = 4;

double quantile(std::vector<double> values, double part) {
  const auto at = values.begin() +
                  static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

bool learn_rebounds(RigidSetup& setup, const std::vector<IntervalResult::Rebound>& rebounds) {
  if (rebounds.size() < kFewestRebounds) return false;
  std::vector<double> frictions;
  std::map<double, std::vector<double>> classes;
  for (const IntervalResult::Rebound& r : rebounds) {
    frictions.push_back(r.friction);
    classes[setup.bodies[static_cast<std::size_t>(r.body_a)].restitution].push_back(r.restitution);
    if (r.body_b != kFloor && !setup.bodies[static_cast<std::size_t>(r.body_b)].fixed)
      classes[setup.bodies[static_cast<std::size_t>(r.body_b)].restitution].push_back(
          r.restitution);
  }
  const double friction = std::min(quantile(frictions, 0.9), 1.5);
  bool changed = false;
  const double before = setup.bodies[static_cast<std::size_t>(rebounds[0].body_a)].friction;
  if (friction > 1.15 * before || friction < 0.7 * before) {
    changed = true;
    setup.floor_friction = friction;
    for (RigidBodySetup& body : setup.bodies) body.friction = friction;
  }
  for (RigidBodySetup& body : setup.bodies) {
    const auto known = classes.find(body.restitution);
    if (known == classes.end() || body.fixed || known->second.size() < kFewestRebounds) continue;
    const double e = quantile(known->second, 0.5);
    if (std::abs(e - std::min(body.restitution, setup.floor_restitution)) < 0.04) continue;
    body.restitution = e;
    changed = true;
  }
  if (!changed) return false;
  // Of a pair the smaller one counts: what does not move lets the others decide.
  setup.floor_restitution = 1;
  for (RigidBodySetup& body : setup.bodies)
    if (body.fixed) body.restitution = 1;
  return true;
}

}  // namespace peal
