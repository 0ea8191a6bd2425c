// The guess that needs no solver: what is near touches, all at one instant.
#include <algorithm>
#include <cmath>

#include "tools/import/events/arc_fit.h"
#include "tools/import/events/contact_guess.h"
#include "tools/import/events/interval_trial.h"

namespace peal {
namespace {

constexpr double kLying = 0.75;  // of gravity times a frame: a body that lies would fall that fast

}  // namespace

// Flight with the velocities at the begin up to one instant, at which everything happens. It is
// where the paths before and after meet; without a path after, the middle.
IntervalTrial trial_from_shapes(const RigidSetup& setup, const Interval& interval) {
  const double h = interval.duration;
  std::vector<GuessBody> bodies;
  Guess guess;
  guess.ran = true;
  double cc = 0, dc = 0;
  for (const IntervalBody& body : interval.bodies) {
    bodies.push_back(body.guess);
    const RigidState& s = body.guess.start;
    PoseTrack track;
    track.append({0, s.pose, s.velocity, s.spin});
    guess.ends.push_back(s);
    if (body.guess.moves) {
      const RigidBodySetup& own = setup.bodies[static_cast<std::size_t>(body.guess.body)];
      guess.ends.back() =
          fly(with_momentum(s, own.inertia_diagonal), h, setup.gravity, own.inertia_diagonal);
      const RigidState& e = guess.ends.back();
      track.append({h, e.pose, e.velocity, e.spin});
      if (body.velocity_known) {
        // before(s) - after(s) = (x_pred - x) - (h - s) (v_pred - v)
        const Vec3 c = e.velocity - body.after.velocity;
        const Vec3 d = e.pose.position - body.end.position;
        cc += own.mass * own.mass * dot(c, c);
        dc += own.mass * own.mass * dot(d, c);
      }
    }
    guess.tracks.push_back(track);
  }
  const double instant = cc > 0 ? std::clamp(h - dc / cc, 0.0, h) : 0.5 * h;
  std::vector<Pose> poses;
  std::vector<Vec3> jumps;
  for (std::size_t i = 0; i < interval.bodies.size(); ++i) {
    const IntervalBody& body = interval.bodies[i];
    poses.push_back(guess.tracks[i].pose_at(instant));
    const Vec3 change = body.velocity_known ? body.after.velocity - guess.ends[i].velocity
                                            : (body.end.position - guess.ends[i].pose.position) / h;
    jumps.push_back(body.guess.moves ? change : Vec3{});
  }
  const RigidSetup part = part_of(setup, bodies, h);
  for (Impact& impact : contacts_near(part, poses, jumps)) {
    impact.time = instant;
    Vec3 speed;
    const auto add = [&](int index, const Vec3& point, double sign) {
      const IntervalBody& body = interval.bodies[static_cast<std::size_t>(index)];
      const Pose& pose = poses[static_cast<std::size_t>(index)];
      speed +=
          sign * (body.guess.start.velocity + (body.guess.moves ? instant : 0) * setup.gravity +
                  cross(body.guess.start.spin, rotate(pose.rotation, point)));
    };
    add(impact.body_a, impact.point_a, 1);
    if (impact.body_b != kFloor) add(impact.body_b, impact.point_b, -1);
    impact.closing_speed = std::max(0.0, -dot(speed, impact.normal));
    impact.body_a = bodies[static_cast<std::size_t>(impact.body_a)].body;
    if (impact.body_b != kFloor)
      impact.body_b = bodies[static_cast<std::size_t>(impact.body_b)].body;
    guess.impacts.push_back(impact);
  }
  IntervalTrial trial = fitted_trial(setup, interval, std::move(guess));
  trial.slowest = kLying * norm(setup.gravity) * h;
  return trial;
}

}  // namespace peal
