#include "physics/rods/rod_stepper.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace peal {
namespace {

constexpr double kSharp = 1e-4;  // decline of a factor that tells mobilities

}  // namespace

RodRates RodStepper::rates() const noexcept {
  const double h = h_;
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
  const double h = h_;
  for (const Spring& s : springs_)
    for (int k = 0; k < 3; ++k)
      matrix_.add(s.point, k, k, h * h / 4 * s.stiffness[k] + h / 2 * s.damping[k]);
  for (const Support& s : supports_)
    if (s.held) matrix_.fix(s.point, s.unknown);
  if (!holding_.empty()) holding_[0] = matrix_;
  matrix_.factor();
  factored_ = true;
}

/// Pushes must find the mobility that their law was solved with: an old factor that lets a
/// solution leave too much is made anew, at the end of the step.
void RodStepper::sharpen() noexcept {
  if (std::exchange(sharp_, true)) return;  // one factor for all pushes of a step
  if (kept_.age > 0 && !(kept_.decline < kSharp)) assemble(rates());
  factor();
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
  kept_.renew();
  ++report_.factors;
}

void RodStepper::refresh() noexcept {
  if (!fresh_) rod_.refresh();
  fresh_ = true;
}

/// One iteration: the residual through the factor, into the state.
void RodStepper::improve() noexcept {
  const double h = h_;
  matrix_.solve(r_.data());
  rod_.kernel().advance(rod_.view(), r_.data(), h * h / 4, h / 2, 1);
  rod_.kernel().add(rod_.points(), r_.data(), change_.data());
  ++report_.iterations;
  fresh_ = false;
}

/// One step of Newton's method after the other, from the state at the beginning of a step or part.
bool RodStepper::attempt() noexcept {
  const RodKernel& kernel = rod_.kernel();
  double misses[3];
  kernel.predict(rod_.view(), h_, order_, change_.data(), change_before_.data(),
                 change_long_before_.data(), misses);
  order_ = static_cast<int>(std::min_element(misses, misses + 3) - misses);
  fresh_ = false;
  for (const Support& s : supports_) {
    if (!s.held) continue;
    *at(kRodX + s.unknown, s.point) = s.aim[0];
    *at(kRodV + s.unknown, s.point) = s.aim[1];
    *at(kRodA + s.unknown, s.point) = s.aim[2];
  }
  const RodRates of_step = rates();
  const double floor = noise();
  kept_.next_step();
  double before = 0;  // residual of the last iteration
  for (int n = 0;; ++n) {
    refresh();
    const bool old = settings_.exactly == 0 && (n > 0 || kept_.serves());  // may do
    if (old) {
      kernel.forces(rod_.view(), of_step, 0, rod_.points(), load_.data(), r_.data());
      add_thick();
    } else
      assemble(of_step);
    add_supports();
    measure();
    if (n == 0) report_.first = report_.last;
    if (!std::isfinite(report_.last) || n == settings_.most_iterations) return false;
    const double limit = std::max(settings_.tolerance * inertial_, floor);
    if (n > 0) kept_.measured(report_.last / before);
    if (old && n > 0 && report_.last <= limit) return true;
    // With an old factor the residual falls as it did, with a new one by more.
    double coming = report_.last;
    if (n > 0)
      coming *= kept_.decline;
    else if (old && kept_.known())
      coming *= KeptFactor::kMargin * kept_.decline;
    if (old && n > 0 && 4 * coming > limit) {
      assemble(of_step);
      add_supports();
    }
    factor();
    improve();
    if (settings_.exactly > 0 ? n + 1 >= settings_.exactly : coming <= limit) return true;
    before = report_.last;
  }
}

RodStepReport RodStepper::predict() noexcept {
  report_ = {};
  keep_start();
  for (Support& s : supports_) std::copy_n(s.target, 3, s.aim);
  if (!attempt()) {
    back_to_start();
    report_.good = attempt() || in_parts();
  }
  applied_ = sharp_ = masses_factored_ = false;
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
  if (std::exchange(loaded_, false)) load_before_ = load_;
  if (h_ != settings_.step) forget();
  h_ = settings_.step;
  ++steps_;
  return report_;
}

Vec3 RodStepper::mean_acceleration(int point) const noexcept {
  Vec3 out;
  for (int k = 0; k < 3; ++k)
    out[k] = (*at(kRodV + k, point) - start_at(kRodV + k, point)) / settings_.step;
  return out;
}

}  // namespace peal
