#include "motion/rigid/join_impacts.h"

#include <algorithm>

namespace peal {
namespace {

constexpr double kSamePlace = 1e-6;       // of the size
constexpr double kSameNormal = 1 - 1e-7;  // cosine

}  // namespace

void join_impact(std::vector<Impact>& impacts, const Impact& impact, double size) {
  for (auto other = impacts.rbegin(); other != impacts.rend(); ++other) {
    if (other->body_a != impact.body_a || other->body_b != impact.body_b) break;
    if (norm(other->point_a - impact.point_a) > kSamePlace * size) continue;
    if (norm(other->point_b - impact.point_b) > kSamePlace * size) continue;
    if (dot(other->normal, impact.normal) < kSameNormal) continue;
    other->impulse += impact.impulse;
    other->lost_energy += impact.lost_energy;
    other->closing_speed = std::max(other->closing_speed, impact.closing_speed);
    return;
  }
  impacts.push_back(impact);
}

}  // namespace peal
