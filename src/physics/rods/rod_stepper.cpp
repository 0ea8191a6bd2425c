#include "physics/rods/rod_stepper.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace peal {

RodRates RodStepper::rates() const noexcept {
  const double h = settings_.step;
  return {settings_.viscous, settings_.drag, h * h / 4 + settings_.viscous * h / 2, h * h / 4,
          1 + settings_.drag * h / 2};
}

/// Springs into r; what supports hold is out of it.
void RodStepper::add_supports() noexcept {
  for (const Spring& s : springs_)
    for (int k = 0; k < 3; ++k)
      r_[4 * s.point + k] -= s.stiffness[k] * (*at(kRodX + k, s.point) - s.anchor[k]) +
                             s.damping[k] * *at(kRodV + k, s.point);
  for (Support& s : supports_)
    if (s.held) s.reaction = -std::exchange(r_[4 * s.point + s.unknown], 0);
}

void RodStepper::factor() noexcept {
  if (factored_) return;
  const double h = settings_.step;
  for (const Spring& s : springs_)
    for (int k = 0; k < 3; ++k)
      matrix_.add(s.point, k, k, h * h / 4 * s.stiffness[k] + h / 2 * s.damping[k]);
  for (const Support& s : supports_)
    if (s.held) matrix_.fix(s.point, s.unknown);
  matrix_.factor();
  factored_ = true;
}

void RodStepper::measure() noexcept {
  double sums[2];
  rod_.kernel().measure(rod_.view(), r_.data(), twist_arm_, sums);
  report_.last = std::sqrt(sums[0]);
  inertial_ = std::sqrt(sums[1]);
}

/// What rounding of the coordinates alone makes of forces.
double RodStepper::noise() const noexcept {
  double reach = 0;
  for (const int i : {0, rod_.points() / 2, rod_.points() - 1})
    for (int k = 0; k < 3; ++k) reach = std::max(reach, std::fabs(*at(kRodX + k, i)));
  return 8 * std::numeric_limits<double>::epsilon() * stiffest_ * reach *
         std::sqrt(static_cast<double>(rod_.points()));
}

/// Forces of the inertia beyond the points' masses into r.
void RodStepper::add_thick() noexcept {
  if (rod_.thick().none()) return;
  const auto felt = [&](int i) {
    Vec3 out;
    for (int k = 0; k < 3; ++k)
      out[k] = *at(kRodA + k, i) + settings_.drag * *at(kRodV + k, i) - settings_.gravity[k];
    return out;
  };
  rod_.thick().multiply(rod_.thick_frames(), felt, [&](int i, const Vec3& f) {
    for (int k = 0; k < 3; ++k) r_[4 * i + k] -= f[k];
  });
}

/// The system of a step without stiffness.
void RodStepper::factor_masses() noexcept {
  if (masses_factored_) return;
  masses_.assemble(rod_, {0, 0, 0, 0, 1}, load_.data(), thick_.data());
  rod_.thick().add_to(masses_, rod_.thick_frames(), 1);
  for (const Support& s : supports_)
    if (s.held) masses_.fix(s.point, s.unknown);
  masses_.factor();
  masses_factored_ = true;
}

void RodStepper::assemble(const RodRates& of_step) noexcept {
  matrix_.assemble(rod_, of_step, load_.data(), r_.data());
  if (!rod_.thick().none()) {
    rod_.thick().add_to(matrix_, rod_.thick_frames(), of_step.mass);
    add_thick();
  }
  factored_ = false;
  ++report_.factors;
}

void RodStepper::refresh() noexcept {
  if (!fresh_) rod_.refresh();
  fresh_ = true;
}

/// One iteration: the residual through the factor, into the state.
void RodStepper::improve() noexcept {
  const double h = settings_.step;
  matrix_.solve(r_.data());
  rod_.kernel().advance(rod_.view(), r_.data(), h * h / 4, h / 2, 1);
  ++report_.iterations;
  fresh_ = false;
}

RodStepReport RodStepper::predict() noexcept {
  const double h = settings_.step;
  const RodKernel& kernel = rod_.kernel();
  for (int k = 0; k < 3; ++k)
    std::memcpy(&start_v_[static_cast<std::size_t>(k * rod_.points())], at(kRodV + k, 0),
                sizeof(double) * static_cast<std::size_t>(rod_.points()));
  kernel.predict(rod_.view(), h);
  fresh_ = false;
  for (const Support& s : supports_) {
    if (!s.held) continue;
    *at(kRodX + s.unknown, s.point) = s.target[0];
    *at(kRodV + s.unknown, s.point) = s.target[1];
    *at(kRodA + s.unknown, s.point) = s.target[2];
  }
  const RodRates of_step = rates();
  const double floor = noise();
  report_ = {};
  double before = 0;  // residual of the last iteration
  for (int n = 0;; ++n) {
    refresh();
    const bool again = n > 0 && settings_.exactly == 0;  // the factor at hand may do
    if (again) {
      kernel.forces(rod_.view(), of_step, 0, rod_.points(), load_.data(), r_.data());
      add_thick();
    } else
      assemble(of_step);
    add_supports();
    measure();
    if (n == 0) report_.first = report_.last;
    if (!std::isfinite(report_.last) || n == settings_.most_iterations) {
      report_.good = false;
      break;
    }
    const double limit = std::max(settings_.tolerance * inertial_, floor);
    if (again && report_.last <= limit) break;
    // With an old factor the residual falls as it did, with a new one by more.
    const double coming = n > 0 ? report_.last * (report_.last / before) : report_.last;
    if (again && 4 * coming > limit) {
      assemble(of_step);
      add_supports();
    }
    factor();
    improve();
    if (settings_.exactly > 0 ? n + 1 >= settings_.exactly : coming <= limit) break;
    before = report_.last;
  }
  applied_ = masses_factored_ = false;
  return report_;
}

RodStepReport RodStepper::finish() noexcept {
  apply();
  refresh();
  if (applied_ && report_.good) {  // once more with the same factor: pushes were linear
    rod_.kernel().forces(rod_.view(), rates(), 0, rod_.points(), load_.data(), r_.data());
    add_thick();
    add_supports();
    measure();
    improve();
    refresh();
    report_.good = std::isfinite(report_.last);
  }
  rod_.accept();
  ++steps_;
  return report_;
}

Vec3 RodStepper::mean_acceleration(int point) const noexcept {
  Vec3 out;
  for (int k = 0; k < 3; ++k)
    out[k] = (*at(kRodV + k, point) - start_v_[k * rod_.points() + point]) / settings_.step;
  return out;
}

}  // namespace peal
