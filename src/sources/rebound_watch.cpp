#include "sources/rebound_watch.h"

#include <fmt/format.h>

#include "scene/mix.h"

namespace peal {
namespace {

std::string name_of(const Scene& scene, int body) {
  return body == kFloor ? kFloorName : scene.objects[static_cast<std::size_t>(body)].name;
}

}  // namespace

void ReboundWatch::look(const Impact& impact, double recorded, double possible) {
  ++looked_;
  if (!(recorded > possible + kTooHard)) return;
  if (too_hard_++ == 0 || recorded - possible > recorded_ - possible_)
    worst_ = impact, recorded_ = recorded, possible_ = possible;
}

void ReboundWatch::without_speed(const Impact& impact) {
  if (without_speed_++ == 0) first_without_ = impact;
}

std::vector<std::string> ReboundWatch::warnings(const Scene& scene) const {
  std::vector<std::string> lines;
  if (too_hard_ > 0)
    lines.push_back(fmt::format(
        "{} of {} impacts of the take bounced harder than the bodies can: worst, '{}' from '{}' at "
        "{:.4g} s with {:.2f} of its speed, where these bodies leave {:.2f}; they ring as struck "
        "at the recorded speed, and the motion does not lose what they take: lower the restitution "
        "where the take was made, or simulate here",
        too_hard_, looked_, name_of(scene, worst_.body_a), name_of(scene, worst_.body_b),
        worst_.time, recorded_, possible_));
  if (without_speed_ > 0)
    lines.push_back(fmt::format(
        "{} impacts of the take do not say how fast the bodies closed, the first between '{}' and "
        "'{}' at {:.4g} s: the speed is taken from the impulse and the restitution of the "
        "materials; `closing_speed` in contacts.csv tells it",
        without_speed_, name_of(scene, first_without_.body_a),
        name_of(scene, first_without_.body_b), first_without_.time));
  return lines;
}

std::vector<Fact> ReboundWatch::facts() const {
  std::vector<Fact> out;
  if (too_hard_ > 0) out.push_back({"take.bounced_too_hard", too_hard_});
  if (without_speed_ > 0) out.push_back({"take.without_speed", without_speed_});
  return out;
}

}  // namespace peal
