#include "motion/take/take.h"

#include <cmath>
#include <limits>

#include "base/error.h"

namespace peal {
namespace {

class Checker {
 public:
  Checker(const Take& take, const std::string& file) : take_(take), file_(file) {}

  void body(const char* what, std::size_t index, int body, bool floor_allowed) const {
    if (body == kFloor && floor_allowed) return;
    if (body < 0 || body >= static_cast<int>(take_.bodies.size()))
      fail("{}: {} {} names body {}, but there are {}", file_, what, index, body,
           take_.bodies.size());
  }
  void time(const char* what, std::size_t index, double time, double last) const {
    if (!std::isfinite(time)) fail("{}: the time of {} {} is not a number", file_, what, index);
    if (time < last)
      fail("{}: {} {} at {} s comes after one at {} s; they must be in order of time", file_, what,
           index, time, last);
  }
  void finite(const char* what, std::size_t index, bool good) const {
    if (!good) fail("{}: {} {} holds a value that is not a number", file_, what, index);
  }
  void unit(const char* what, std::size_t index, const Vec3& normal) const {
    if (std::abs(norm(normal) - 1) > 1e-6)
      fail("{}: the normal of {} {} has length {:.4g}; expected 1", file_, what, index,
           norm(normal));
  }

 private:
  const Take& take_;
  const std::string& file_;
};

}  // namespace

void check(const Take& take, const std::string& file) {
  const Checker check(take, file);
  if (!std::isfinite(take.begin) || !std::isfinite(take.end) || take.end < take.begin)
    fail("{}: it lasts from {} s to {} s", file, take.begin, take.end);
  if (take.tracks.size() != take.bodies.size())
    fail("{}: {} bodies, but {} tracks", file, take.bodies.size(), take.tracks.size());
  for (std::size_t i = 0; i < take.bodies.size(); ++i) {
    const TakeBody& body = take.bodies[i];
    if (body.name.empty()) fail("{}: body {} has no name", file, i);
    if (!(body.mass >= 0) || !std::isfinite(body.mass) || !is_finite(body.inertia))
      fail("{}: body '{}' has the mass {} kg", file, body.name, body.mass);
    for (const PoseKnot& knot : take.tracks[i].knots()) {
      const Quat& q = knot.pose.rotation;
      if (!is_finite(knot.pose.position) || !is_finite(knot.velocity) || !is_finite(knot.spin) ||
          !(std::abs(dot(q, q) - 1) < 1e-6))
        fail("{}: the pose of '{}' at {} s is not one", file, body.name, knot.time);
    }
  }
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < take.impacts.size(); ++i) {
    const Impact& impact = take.impacts[i];
    check.body("impact", i, impact.body_a, false);
    check.body("impact", i, impact.body_b, true);
    check.time("impact", i, impact.time, last);
    check.finite("impact", i,
                 is_finite(impact.point_a) && is_finite(impact.point_b) &&
                     is_finite(impact.impulse) && std::isfinite(impact.closing_speed) &&
                     std::isfinite(impact.lost_energy));
    check.unit("impact", i, impact.normal);
    last = impact.time;
  }
  last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < take.contacts.size(); ++i) {
    const ContactSample& c = take.contacts[i];
    check.body("contact sample", i, c.body_a, false);
    check.body("contact sample", i, c.body_b, true);
    check.time("contact sample", i, c.time, last);
    last = c.time;
    if (c.ends) continue;
    check.finite("contact sample", i,
                 is_finite(c.point_a) && is_finite(c.point_b) && is_finite(c.slip) &&
                     is_finite(c.roll) && c.normal_force >= 0 && std::isfinite(c.normal_force));
    check.unit("contact sample", i, c.normal);
  }
  for (std::size_t i = 0; i < take.summaries.size(); ++i) {
    check.body("summary", i, take.summaries[i].body_a, false);
    check.body("summary", i, take.summaries[i].body_b, true);
  }
}

}  // namespace peal
