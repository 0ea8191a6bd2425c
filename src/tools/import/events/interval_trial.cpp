#include "tools/import/events/interval_trial.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "tools/import/events/arc_fit.h"

namespace peal {
namespace {

constexpr double kAnyTurn = 1e6;       // [rad], [rad/s]: not asked for
constexpr double kSmallChange = 0.02;  // [m/s] of a body: not worth several guesses
constexpr double kPerContact = 0.004;  // of the score: the fewest contacts are preferred

Mat3 world_inverse_inertia(const Quat& rotation, const Vec3& inertia) {
  const Mat3 r = rotation_matrix(rotation);
  return r * Mat3::diagonal({1 / inertia.x, 1 / inertia.y, 1 / inertia.z}) * transpose(r);
}

int index_of(const Interval& interval, int body) {
  for (std::size_t i = 0; i < interval.bodies.size(); ++i)
    if (interval.bodies[i].guess.body == body) return static_cast<int>(i);
  return -1;
}

double gyration(const RigidSetup& setup, int body) {
  const RigidBodySetup& b = setup.bodies[static_cast<std::size_t>(body)];
  const Vec3& i = b.inertia_diagonal;
  return std::sqrt((i.x + i.y + i.z) / (3 * b.mass));
}

}  // namespace

IntervalTrial fitted_trial(const RigidSetup& setup, const Interval& interval, Guess guess) {
  throw_if_interrupted();  // the guess of a pile may have taken seconds
  IntervalTrial trial;
  if (!guess.ran) return trial;
  const double h = interval.duration;
  const std::size_t moving = moving_count(interval);
  const double turning = interval.linear ? 0 : 1;
  double scale = kSmallChange * static_cast<double>(moving);
  for (std::size_t i = 0; i < moving; ++i) {
    const IntervalBody& body = interval.bodies[i];
    const RigidBodySetup& own = setup.bodies[static_cast<std::size_t>(body.guess.body)];
    FitBody fit;
    fit.mass = own.mass;
    fit.inverse_inertia =
        world_inverse_inertia(guess.tracks[i].pose_at(0.5 * h).rotation, own.inertia_diagonal);
    fit.gyration = gyration(setup, body.guess.body);
    fit.place = body.end.position - guess.ends[i].pose.position;
    fit.turn = turn_between(guess.ends[i].pose.rotation, body.end.rotation);
    fit.velocity_known = body.velocity_known;
    if (fit.velocity_known) {
      fit.velocity = body.after.velocity - guess.ends[i].velocity;
      fit.spin = body.after.spin - guess.ends[i].spin;
    }
    fit.place_error = body.place_error;
    fit.turn_error = body.turn_error + 0.002 * norm(body.guess.start.spin) * h;
    fit.velocity_error = body.velocity_error;
    fit.spin_error = body.velocity_error / fit.gyration + 2 * body.turn_error / h +
                     0.005 * norm(body.after.spin);
    if (interval.linear) fit.turn_error = fit.spin_error = kAnyTurn;
    trial.bodies.push_back(fit);
    const RigidState free = arc_between(body.guess.start.pose, body.end, h, setup.gravity,
                                        own.inertia_diagonal, body.guess.start.spin);
    scale += norm(free.velocity - body.guess.start.velocity) +
             turning * fit.gyration * norm(free.spin - body.guess.start.spin);
    if (body.velocity_known)
      scale += norm(body.after.velocity - body.guess.start.velocity - h * setup.gravity);
  }
  for (const Impact& impact : guess.impacts) {
    FitContact c;
    const int a = index_of(interval, impact.body_a), b = index_of(interval, impact.body_b);
    double mass = 1e300;
    const auto side = [&](int index, const Vec3& point, int& out, Vec3& arm) {
      if (index < 0 || !interval.bodies[static_cast<std::size_t>(index)].guess.moves) return;
      out = index;
      arm = rotate(guess.tracks[static_cast<std::size_t>(index)].pose_at(impact.time).rotation,
                   point);
      mass = std::min(mass, trial.bodies[static_cast<std::size_t>(index)].mass);
    };
    side(a, impact.point_a, c.a, c.arm_a);
    if (impact.body_b != kFloor) side(b, impact.point_b, c.b, c.arm_b);
    c.normal = impact.normal;
    c.left = std::max(h - impact.time, 0.0);
    c.guess = impact.impulse;
    c.trust = 0.5 * norm(impact.impulse) + 0.01 * mass;
    if (impact.impulse == Vec3{}) c.trust = 3 * mass;
    c.trust *= interval.trust;
    trial.contacts.push_back(c);
  }
  fit_impulses(trial.bodies, trial.contacts);
  double unexplained = 0;
  for (const FitBody& body : trial.bodies) {
    unexplained += (norm(body.place) + turning * body.gyration * norm(body.turn)) / h;
    if (body.velocity_known)
      unexplained += norm(body.velocity) + turning * body.gyration * norm(body.spin);
  }
  trial.score = unexplained / scale + kPerContact * static_cast<double>(trial.contacts.size());
  trial.guess = std::move(guess);
  return trial;
}

}  // namespace peal
