#include "dsp/resting_contact.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kApart = 5;          // factor of frequency between branches
constexpr double kFirst = 0.2;        // of the reference frequency: the lowest branch
constexpr double kPeriods = 2;        // of the reference, in which L fades
constexpr double kLeastSpeed = 1e-5;  // [m/s] of a closing
constexpr double kMostLoss = 0.5;     // loss factor: beyond it there is hardly a spring
constexpr double kMostShift = 0.5;
constexpr double kLeastGive = 0.5;  // of the spring: what is left of it in stiffened()

}  // namespace

RestingContact::RestingContact(const RestSpring& spring, double load, double restitution,
                               double omega, double rate) noexcept
    : load_(load), yield_(spring.yield), step_(1 / rate), closing_(rolling_loss(restitution, 1)) {
  // At the reference all branches together are sum_m k_m [x^2 + i x]/(1 + x^2), x = omega tau_m.
  double stored = 0, lost = 0, turn = kFirst;
  for (int m = 0; m < kBranches; ++m, turn *= kApart) {
    const double x = 1 / turn;
    stored += x * x / (1 + x * x), lost += x / (1 + x * x);
    branch_[m].lag = 0.5 * step_ * omega * turn;
  }
  const double eta = std::clamp(spring.loss, 0.0, kMostLoss);
  const double share = eta / (lost - eta * stored);  // k_m over that of the Hertz spring alone
  const double base = spring.stiffness / (1 + share * stored);
  for (Branch& b : branch_) {
    b.stiffness = share * base;
    b.held = b.stiffness / (1 + b.lag), b.keep = (1 - b.lag) / (1 + b.lag);
    b.gain = 1 / (1 + b.lag);
    give_ += b.stiffness / (2 * (1 + b.lag));
  }
  rest_ = 1.5 * load / base;
  spring_.stiffness = load / (rest_ * std::sqrt(rest_));
  fade_ = std::exp(-step_ * omega / (2 * kPi * kPeriods));
  compression_ = rest_;
  trial_.hertz.force = load;
}

void RestingContact::settle() noexcept {
  compression_ = rest_, trial_.hertz.force = load_, spring_.loss = 0, held_ = 0;
  for (Branch& b : branch_) b.stretch = 0;
}

// Branches answer f_b = held + give x within a sample of way x; so does v = free - mobility f with
// them, and only the Hertz spring is left to solve.
double RestingContact::force(int, double free, double mobility) noexcept {
  const double m = mobility + yield_;
  if (compression_ <= 0) spring_.loss = closing_ / std::max(free + m * load_, kLeastSpeed);
  trial_.branches = compression_ > 0 && give_ > 0;
  if (trial_.branches) {
    const double held = held_;
    const double scale = 1 / (1 + m * give_ * step_);
    trial_.hertz = solve_rolling(spring_, compression_, scale * (free - m * (held - load_)),
                                 scale * m, step_, 0, trial_.hertz.force);
    const double way = trial_.hertz.compression - compression_;
    const double force = trial_.hertz.force + held + give_ * way;
    if (force >= 0) return force - load_;
    trial_.branches = false;  // it would pull: they let go, and what they store is lost
  }
  trial_.hertz =
      solve_rolling(spring_, compression_, free + m * load_, m, step_, 0, trial_.hertz.force);
  return trial_.hertz.force - load_;
}

void RestingContact::accept(int) noexcept {
  const double way = trial_.hertz.compression - compression_;
  const bool closed = trial_.hertz.compression > 0;
  held_ = 0;
  for (Branch& b : branch_) {
    b.stretch = trial_.branches && closed ? b.stretch * b.keep + way * b.gain : 0;
    held_ += b.held * b.stretch;
  }
  if (compression_ > 0 && !closed) ++openings_;
  if (closed) spring_.loss *= fade_;
  compression_ = trial_.hertz.compression;
}

// The load gives the work F0 (d0 - d) back.
double RestingContact::energy() const noexcept {
  const auto stored = [&](double d) {
    return d > 0 ? 0.4 * spring_.stiffness * d * d * std::sqrt(d) : 0;
  };
  double sum = stored(compression_) - stored(rest_) - load_ * (compression_ - rest_);
  for (const Branch& b : branch_) sum += 0.5 * b.stiffness * b.stretch * b.stretch;
  return sum;
}

double sampled_shape(std::span<const double> shape, const double* omega,
                     std::span<const double> shift, double rate, std::span<double> out) noexcept {
  double more = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const double gain = sampled_spring_gain(omega[i] * (1 + std::min(shift[i], kMostShift)), rate);
    const double slower = omega[0] / omega[i], give = shape[i] / omega[i];
    more += give * give * (gain * gain - 1) * (1 - slower * slower);
    out[i] = gain * shape[i];
  }
  return more;
}

// 1/k becomes 1/k - more; the loss, the imaginary part eta/k of the give, stays.
RestSpring stiffened(const RestSpring& spring, double more) noexcept {
  const double part = std::max(1 - more * spring.stiffness, kLeastGive);
  RestSpring out = spring;
  out.stiffness /= part, out.loss /= part;
  return out;
}

}  // namespace peal
