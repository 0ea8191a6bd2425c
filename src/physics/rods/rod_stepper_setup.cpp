// What a RodStepper is told before and between steps, and how its state is kept.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/rods/rod_bytes.h"
#include "physics/rods/rod_stepper.h"

namespace peal {
namespace {

void check_index(const char* what, int index, int count) {
  if (index < 0 || index >= count) fail("rod: {} {}: expected 0 to {}", what, index, count - 1);
}

}  // namespace

RodStepper::RodStepper(ElasticRod& rod, const RodStepSettings& settings)
    : rod_(rod), settings_(settings), matrix_(rod), masses_(rod) {
  set_step(settings.step);
  if (!(settings.drag >= 0) || !std::isfinite(settings.drag))
    fail("rod: damping in proportion to mass: expected >= 0 /s, got {}", settings.drag);
  if (!(settings.viscous >= 0) || !std::isfinite(settings.viscous))
    fail("rod: damping in proportion to stiffness: expected >= 0 s, got {}", settings.viscous);
  if (!(settings.tolerance > 0) || settings.most_iterations < 1 ||
      settings.exactly > settings.most_iterations)
    fail("rod: expected a tolerance > 0 and 1 to {} iterations", settings.most_iterations);
  const std::size_t blocks = 4 * static_cast<std::size_t>(rod.points() + 4);
  for (auto* array : {&r_, &load_, &impulse_, &response_}) array->assign(blocks, 0.0);
  for (auto* array : {&own_, &beside_}) array->assign(4 * blocks, 0.0);
  if (!rod.thick().none()) thick_.assign(blocks, 0.0);
  start_v_.assign(3 * static_cast<std::size_t>(rod.points()), 0.0);
  double length = 0;
  for (int j = 0; j < rod.edges(); ++j) {
    stiffest_ = std::max(stiffest_, *at(kRodAxial, j) * *at(kRodRest, j));
    length += 1 / *at(kRodRest, j);
  }
  twist_arm_ = rod.edges() / length;
  settings_.gravity = {};
  set_gravity(settings.gravity);
  start();
}

void RodStepper::set_step(double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds)) fail("rod: step: expected > 0 s, got {}", seconds);
  settings_.step = seconds;
}

void RodStepper::hold(int point, int unknown) {
  if (find_support(point, unknown)) return;
  supports_.push_back({point, unknown, {*at(kRodX + unknown, point), 0, 0}, true, 0});
  *at(kRodV + unknown, point) = 0;
}

RodStepper::Support* RodStepper::find_support(int point, int unknown) noexcept {
  for (Support& s : supports_)
    if (s.point == point && s.unknown == unknown) return &s;
  return nullptr;
}

void RodStepper::pin(int point) {
  check_index("point", point, rod_.points());
  for (int k = 0; k < 3; ++k) hold(point, k);
  start();
}

void RodStepper::prepare_pin(int point) {
  check_index("point", point, rod_.points());
  for (int k = 0; k < 3; ++k) {
    if (find_support(point, k)) fail("rod: point {} is held already", point);
    supports_.push_back({point, k, {}, false, 0});
  }
}

void RodStepper::seize(int point) noexcept {
  for (Support& s : supports_)
    if (s.point == point && s.unknown < 3)
      s.held = true, s.target[0] = *at(kRodX + s.unknown, point), s.target[1] = s.target[2] = 0;
}

void RodStepper::let_go(int point) noexcept {
  for (Support& s : supports_)
    if (s.point == point && s.unknown < 3) s.held = false;
}

Vec3 RodStepper::reaction(int point) const noexcept {
  Vec3 out;
  for (const Support& s : supports_)
    if (s.point == point && s.unknown < 3 && s.held) out[s.unknown] = s.reaction;
  return out;
}

void RodStepper::hold_twist(int edge) {
  check_index("edge", edge, rod_.edges());
  hold(edge, 3);
  start();
}

void RodStepper::clamp(int edge) {
  hold_twist(edge);
  pin(edge);
  pin((edge + 1) % rod_.points());
}

void RodStepper::add_spring(int point, const Vec3& anchor, const Vec3& stiffness,
                            const Vec3& damping) {
  check_index("point", point, rod_.points());
  for (int k = 0; k < 3; ++k)
    if (!(stiffness[k] >= 0) || !(damping[k] >= 0))
      fail("rod: spring at point {}: expected stiffness and damping >= 0", point);
  springs_.push_back({point, anchor, stiffness, damping});
  start();
}

void RodStepper::start() noexcept {
  const RodView& view = rod_.view();
  for (int k = 0; k < 4; ++k) std::fill_n(at(kRodA + k, 0), view.points, 0.0);
  rod_.refresh();
  rod_.kernel().forces(view, rates(), 0, view.points, load_.data(), r_.data());
  add_thick();
  add_supports();
  const bool thick = !rod_.thick().none();
  masses_factored_ = false;
  if (thick) factor_masses(), masses_.solve(r_.data());
  for (int i = 0; i < view.points; ++i)
    for (int k = 0; k < 4; ++k)
      *at(kRodA + k, i) = r_[4 * i + k] / (thick ? 1 : *at(k < 3 ? kRodMass : kRodInertia, i));
  for (const Support& s : supports_)
    if (s.held) *at(kRodA + s.unknown, s.point) = s.target[2];
}

void RodStepper::set_force(int point, const Vec3& force) noexcept {
  for (int k = 0; k < 3; ++k)
    load_[4 * point + k] = force[k] + rod_.mass(point) * settings_.gravity[k];
}

void RodStepper::set_torque(int edge, double torque) noexcept { load_[4 * edge + 3] = torque; }

void RodStepper::set_gravity(const Vec3& gravity) noexcept {
  const Vec3 change = gravity - settings_.gravity;
  for (int i = 0; i < rod_.points(); ++i)
    for (int k = 0; k < 3; ++k) load_[4 * i + k] += rod_.mass(i) * change[k];
  settings_.gravity = gravity;
}

void RodStepper::prescribe(int point, const Vec3& position, const Vec3& velocity,
                           const Vec3& acceleration) {
  for (int k = 0; k < 3; ++k) {
    Support* s = find_support(point, k);
    if (!s) fail("rod: point {} is not pinned: only what is held can be moved", point);
    s->target[0] = position[k], s->target[1] = velocity[k], s->target[2] = acceleration[k];
  }
}

void RodStepper::prescribe_twist(int edge, double angle, double rate, double acceleration) {
  Support* s = find_support(edge, 3);
  if (!s) fail("rod: the twist of edge {} is not held: only what is held can be moved", edge);
  s->target[0] = angle, s->target[1] = rate, s->target[2] = acceleration;
}

void RodStepper::save(std::vector<std::byte>& out) const {
  rod_.save(out);
  put_bytes(out, std::span(load_.data(), load_.size()));
  put_bytes(out, supports_.size());
  for (const Support& s : supports_) {
    put_bytes(out, std::span<const double>(s.target));
    put_bytes(out, s.held);
    put_bytes(out, s.reaction);
  }
  put_bytes(out, std::span(&settings_.gravity.x, 3));
  put_bytes(out, std::span(start_v_.data(), start_v_.size()));
  put_bytes(out, steps_);
}

void RodStepper::load(std::span<const std::byte>& in) {
  std::vector<std::byte> now;  // of the same length: nothing is overwritten by half a state
  save(now);
  if (in.size() < now.size()) fail("rod: the saved state ends early");
  rod_.load(in);
  take_bytes(in, std::span(load_.data(), load_.size()));
  std::size_t supports = 0;
  take_bytes(in, supports);
  if (supports != supports_.size())
    fail("rod: the saved state has {} held unknowns, this set-up {}", supports, supports_.size());
  for (Support& s : supports_) {
    take_bytes(in, std::span<double>(s.target));
    take_bytes(in, s.held);
    take_bytes(in, s.reaction);
  }
  take_bytes(in, std::span(&settings_.gravity.x, 3));
  take_bytes(in, std::span(start_v_.data(), start_v_.size()));
  take_bytes(in, steps_);
}

}  // namespace peal
