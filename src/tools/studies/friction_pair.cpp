#include "tools/studies/friction_pair.h"

#include <array>
#include <cmath>
#include <complex>

#include "base/error.h"

namespace peal {
namespace {

/// x' = xx x + xv v + xf a, v' = vx x + vv v + vf a for an acceleration a held over a step.
struct ModeStep {
  double xx, xv, xf, vx, vv, vf;
};

/// x(t) of x'' + g x' + w^2 x = 0 that started at x = 0 with x' = 1.
double impulse_response(double omega, double decay, double t) {
  const double sigma = 0.5 * decay, d = omega * omega - sigma * sigma;
  if (d > 0) {
    const double wd = std::sqrt(d), x = wd * t;
    return std::exp(-sigma * t) * (x > 1e-8 ? std::sin(x) / wd : t);
  }
  const double r = std::sqrt(-d), slow = omega * omega / (sigma + r), x = 2 * r * t;
  return (sigma > 0 ? std::exp(-slow * t) : 1) * (x > 1e-12 ? -std::expm1(-x) / (2 * r) : t);
}

/// Its integral over the step h: the answer to an acceleration of 1, without cancellation.
double step_response(double omega, double decay, double h) {
  const double sigma = 0.5 * decay, d = sigma * sigma - omega * omega;
  if (d > 0 && std::sqrt(d) * h > 0.1) {
    const double r = std::sqrt(d);
    const auto mean = [h](double x) { return x * h > 1e-12 ? -std::expm1(-x * h) / x : h; };
    return (mean(omega * omega / (sigma + r)) - mean(sigma + r)) / (2 * r);
  }
  if (std::max(omega, decay) * h < 1) {  // Gauss-Legendre, six points: exact to 1e-16
    constexpr std::array at{0.2386191860831969, 0.6612093864662645, 0.9324695142031521};
    constexpr std::array weight{0.4679139345726910, 0.3607615730481386, 0.1713244923791704};
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += weight[i] * (impulse_response(omega, decay, 0.5 * h * (1 - at[i])) +
                          impulse_response(omega, decay, 0.5 * h * (1 + at[i])));
    return 0.5 * h * sum;
  }
  const double wd = std::sqrt(std::fabs(d));
  const double answer = d > 0 ? 0.5 * (1 + std::exp(-2 * wd * h)) * std::exp((wd - sigma) * h)
                              : std::exp(-sigma * h) * std::cos(wd * h);
  return (1 - answer - sigma * impulse_response(omega, decay, h)) / (omega * omega);
}

ModeStep exact_step(double omega, double decay, double h) {
  const double w2 = omega * omega, v = impulse_response(omega, decay, h);
  const double x = step_response(omega, decay, h);
  return {1 - w2 * x, v, x, -w2 * v, 1 - w2 * x - decay * v, v};
}

ModeStep midpoint_step(double omega2, double decay, double rate) {
  const double d = rate * rate + 0.5 * decay * rate + 0.25 * omega2;
  return {1 - 0.5 * omega2 / d,    rate / d, 0.5 / d, -rate * omega2 / d,
          2 * rate * rate / d - 1, rate / d};
}

/// omega^2 and g whose bilinear transform rings exactly as omega and g would.
void prewarp(double& omega2, double& decay, double rate) {
  const std::complex<double> sigma = 0.5 * decay,
                             root = std::sqrt(std::complex<double>(0.25 * decay * decay - omega2));
  const auto warped = [rate](std::complex<double> s) {
    return 2 * rate * std::tanh(s / (2 * rate));  // = 2 rate (z - 1)/(z + 1), z = e^{s/rate}
  };
  const std::complex<double> a = warped(-sigma + root), b = warped(-sigma - root);
  omega2 = (a * b).real(), decay = -(a + b).real();
}

void check_mode(const FrictionMode& mode, double rate, bool warped) {
  const auto in = [](double x, double low, double high) { return x >= low && x <= high; };
  if (!in(mode.frequency, 0, 1e7) || !in(mode.decay, 0, 1e9) || !in(mode.mass, 1e-12, 1e12) ||
      !in(mode.shape, -1e6, 1e6))
    fail(
        "friction pair: a mode needs 0 to 1e7 Hz, a decay of 0 to 1e9 1/s, a mass of 1e-12 to "
        "1e12 kg and a shape within +-1e6; got {} Hz, {} 1/s, {} kg, {}",
        mode.frequency, mode.decay, mode.mass, mode.shape);
  if (!in(rate, 1, 1e9)) fail("friction pair: the rate must be 1 to 1e9 Hz, got {}", rate);
  if (warped && mode.frequency >= 0.5 * rate)
    fail(
        "friction pair: a mode of {} Hz cannot be prewarped at a rate of {} Hz; raise the rate or "
        "take the exact scheme",
        mode.frequency, rate);
}

}  // namespace

FrictionPair::FrictionPair(const FrictionLaw& law, const std::vector<FrictionMode>& exciter,
                           const std::vector<FrictionMode>& resonator, double rate, Scheme scheme,
                           bool prewarped)
    : law_(law), half_step_(0.5 / rate), scheme_(scheme) {
  if (*problem_of(law)) fail("friction pair: {}", problem_of(law));
  const std::size_t modes = exciter.size() + resonator.size();
  lanes_.resize((modes + 3) / 4);
  for (std::size_t i = 0; i < modes; ++i) {
    const bool excites = i < exciter.size();
    const FrictionMode& mode = excites ? exciter[i] : resonator[i - exciter.size()];
    const bool warped = prewarped && scheme != Scheme::exact;
    check_mode(mode, rate, warped);
    double decay = mode.decay, omega = 2 * kPi * mode.frequency, omega2 = omega * omega;
    if (warped) prewarp(omega2, decay, rate);
    const ModeStep a = scheme == Scheme::exact ? exact_step(omega, decay, 1 / rate)
                                               : midpoint_step(omega2, decay, rate);
    const double t = excites ? -mode.shape : mode.shape, by = t / mode.mass;
    Lanes& lane = lanes_[i / 4];
    const std::size_t l = i % 4;
    lane.xx[l] = a.xx, lane.xv[l] = a.xv, lane.xf[l] = by * a.xf;
    lane.vx[l] = a.vx, lane.vv[l] = a.vv, lane.vf[l] = by * a.vf;
    lane.shape[l] = t, lane.driven[l] = excites;
    lane.mass[l] = mode.mass, lane.stiffness[l] = mode.mass * omega2;
    lane.position[l] = mode.position, lane.velocity[l] = mode.velocity;
    // Mean velocity over the sample; the mean of both ends is the same for the midpoint rule.
    lane.heard_x[l] = t * (a.xx - 1) * rate, lane.heard_v[l] = t * a.xv * rate;
    mobility_ += t * by * a.xf * rate;
    if (excites) driven_ += t * by * a.xf * rate;
  }
}

double FrictionPair::sum(const double (Lanes::*of)[4], bool exciter) const noexcept {
  double total = 0;
  for (const Lanes& lane : lanes_)
    for (int l = 0; l < 4; ++l)
      if ((lane.driven[l] != 0) == exciter) total += lane.shape[l] * (lane.*of)[l];
  return exciter ? -total : total;
}

double FrictionPair::energy() const noexcept {
  double total = 0.5 * law_.stiffness * bristle_.z * bristle_.z;
  for (const Lanes& lane : lanes_)
    for (int l = 0; l < 4; ++l)
      total += 0.5 * (lane.mass[l] * lane.velocity[l] * lane.velocity[l] +
                      lane.stiffness[l] * lane.position[l] * lane.position[l]);
  return total;
}

void FrictionPair::Lanes::move(double force, double external) noexcept {
  for (int l = 0; l < 4; ++l) {
    const double x = position[l], v = velocity[l], f = force + driven[l] * external;
    position[l] = xx[l] * x + xv[l] * v + xf[l] * f;
    velocity[l] = vx[l] * x + vv[l] * v + vf[l] * f;
  }
}

void FrictionPair::step(double external, double normal_force, double noise) noexcept {
  scheme_ == Scheme::bilinear ? step_bilinear(external, normal_force, noise)
                              : step_held(external, normal_force, noise);
}

void FrictionPair::step_held(double external, double normal_force, double noise) noexcept {
  double part[4] = {};
  for (const Lanes& lane : lanes_)
    for (int l = 0; l < 4; ++l)
      part[l] += lane.heard_x[l] * lane.position[l] + lane.heard_v[l] * lane.velocity[l];
  // The exciter's shapes are negative, and so is the force that its rows expect.
  const double free = (part[0] + part[1]) + (part[2] + part[3]) - driven_ * external;
  solution_ = bristle_.solve(law_, normal_force, free, mobility_, half_step_, noise);
  bristle_.accept(solution_, half_step_);
  for (Lanes& lane : lanes_) lane.move(-solution_.force, -external);
}

void FrictionPair::step_bilinear(double external, double normal_force, double noise) noexcept {
  // Half of each force belongs to this instant, half to the one before.
  const double both = 0.5 * (external + external_), before = 0.5 * force_before_;
  double free = 0, mobility = 0;
  for (const Lanes& lane : lanes_)
    for (int l = 0; l < 4; ++l) {
      const double force = -before - lane.driven[l] * both;
      free += lane.shape[l] *
              (lane.vx[l] * lane.position[l] + lane.vv[l] * lane.velocity[l] + lane.vf[l] * force);
      mobility += 0.5 * lane.shape[l] * lane.vf[l];
    }
  const double z = bristle_.z + half_step_ * bristle_.rate;
  solution_ =
      solve_friction(law_, normal_force, free, mobility, z, half_step_, noise, bristle_.next);
  bristle_.z = solution_.open ? 0 : z + half_step_ * solution_.rate;
  bristle_.next = 2 * solution_.rate - bristle_.rate;
  bristle_.rate = solution_.rate;
  for (Lanes& lane : lanes_) lane.move(-before - 0.5 * solution_.force, -both);
  external_ = external, force_before_ = solution_.force;
}

}  // namespace peal
