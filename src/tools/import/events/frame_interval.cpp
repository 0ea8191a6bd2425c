#include "tools/import/events/frame_interval.h"

namespace peal {

Interval frame_interval(const RigidSetup& setup, const FrameView& view, const FrameBodies& bodies,
                        const FrameIslands& islands, const std::vector<std::size_t>& island,
                        std::size_t k) {
  Interval out;
  out.duration = view.step(k);
  for (const std::size_t b : island) {
    IntervalBody body;
    body.guess = {static_cast<int>(b), true, bodies.now[b], {}};
    body.end = view.pose(b, k + 1);
    if (!bodies.sure[b] && k > 0) {
      const RigidState m0 = view.mean(b, k - 1), m1 = view.mean(b, k);
      body.other = RigidState{
          view.pose(b, k), 0.5 * (m0.velocity + m1.velocity), 0.5 * (m0.spin + m1.spin), {}};
    }
    body.velocity_error = view.noise(bodies.now[b], view.step(k)) + 2e-4;
    body.velocity_known = view.known_after(b, k + 1, bodies.now[b], bodies.now[b].spin, body.after);
    if (!body.velocity_known && view.carried_from(b, k + 1, bodies.now[b])) {
      body.after = view.carried_state(b, k + 1);
      body.velocity_known = true;
      body.velocity_error += 0.5 * kSmoothForce * norm(setup.gravity) * view.step(k);
    }
    body.place_error = 0.4 * view.noise(bodies.now[b], 1) + 5e-7;
    body.turn_error = 2 * view.turn_rounding() + 1e-6;
    if (!bodies.flights.empty() && bodies.flights[b].inertia_doubt > 0) {
      // Moments of inertia that are off by a part turn the body by that part too far.
      const Vec3 before = view.mean(b, k > 0 ? k - 1 : 0).spin;
      const Vec3 after = view.mean(b, k + 2 < view.frames() ? k + 1 : k).spin;
      body.turn_error += bodies.flights[b].inertia_doubt * norm(after - before) * view.step(k);
    }
    out.bodies.push_back(body);
  }
  for (std::size_t b = 0; b < bodies.way.size(); ++b)
    if (bodies.way[b] == FrameWay::fixed || bodies.way[b] == FrameWay::still ||
        bodies.way[b] == FrameWay::carried)
      for (const std::size_t i : island)
        if (islands.near(b, i)) {
          IntervalBody body;
          body.guess = {static_cast<int>(b), false, {view.pose(b, k), {}, {}, {}}, {}};
          if (bodies.way[b] == FrameWay::fixed && !view.lies_still(b, k)) {
            body.guess.start = view.mean(b, k);
            body.guess.start.pose = view.pose(b, k);
            body.guess.end = view.pose(b, k + 1);
          }
          body.end = view.pose(b, k + 1);
          out.bodies.push_back(body);
          break;
        }
  return out;
}

}  // namespace peal
