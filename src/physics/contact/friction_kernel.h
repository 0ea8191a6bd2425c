// Dry friction by elasto-plastic bristles, solved together with the bodies that rub.
// In: relative velocity without the force [m/s], mobility of the pair over a sample [s/kg], normal
// force [N], bend z of the bristle [m]. Out: friction force [N], velocity and rate of z in the
// middle of the sample. Dupont, Hayward, Armstrong & Altpeter 2002; Avanzini, Serafin & Rocchesso
// 2005, with the corrections of docs/theory/friction.md:
//   y = dz/dt = v - alpha(v, z) |v| z / Z(v),    Z = [f_c + (f_s - f_c) e^{-(v/v_s)^2}] / sigma0
//   f = sigma0 z + sigma1 y + sigma2 v + sigma3 w,    f_c = mu_d f_N, f_s = mu_s f_N
//   alpha = 0 for v z <= 0 or |z| <= z_ba = c f_c / sigma0, 1 for |z| >= Z, half a sine between.
// Real-time safe. For every law that problem_of() accepts and all finite numbers the result is
// finite, after at most kFrictionIterations evaluations of the law.
#pragma once
#include <cmath>

#include "base/constants.h"

namespace peal {

enum class Adhesion {
  elasto_plastic,
  always  // alpha = 1: LuGre; with mu_s = mu_d and sigma1 = sigma2 = 0: Dahl
};

/// A glass that is rubbed.
struct FrictionLaw {
  double stiffness = 1e4;          // [N/m] sigma0
  double damping = 1;              // [N s/m] sigma1
  double viscosity = 0.2;          // [N s/m] sigma2
  double roughness = 0;            // [N] sigma3: factor of the noise w
  double static_friction = 0.6;    // mu_s >= mu_d
  double dynamic_friction = 0.25;  // mu_d > 0
  double stribeck_speed = 0.1;     // [m/s] v_s
  double breakaway = 0.7;          // c = z_ba sigma0 / f_c, 0 <= c < 1
  Adhesion adhesion = Adhesion::elasto_plastic;
};

/// What is wrong with a law, as a sentence that begins with the field's name; "" when nothing is.
constexpr const char* problem_of(const FrictionLaw& law) noexcept {
  const auto in = [](double x, double low, double high) { return x >= low && x <= high; };
  if (!in(law.stiffness, 1e-3, 1e15)) return "stiffness: expected 0.001 to 1e15 N/m";
  if (!in(law.damping, 0, 1e9)) return "damping: expected 0 to 1e9 N s/m";
  if (!in(law.viscosity, 0, 1e9)) return "viscosity: expected 0 to 1e9 N s/m";
  if (!in(law.roughness, 0, 1e9)) return "roughness: expected 0 to 1e9 N";
  if (!in(law.dynamic_friction, 1e-6, 1e3)) return "dynamic_friction: expected 1e-6 to 1000";
  if (!in(law.static_friction, law.dynamic_friction, 1e3))
    return "static_friction: expected not less than dynamic_friction, and at most 1000";
  if (!in(law.stribeck_speed, 1e-9, 1e6)) return "stribeck_speed: expected 1e-9 to 1e6 m/s";
  if (!(law.breakaway >= 0 && law.breakaway < 1)) return "breakaway: expected 0 <= c < 1";
  return "";
}

inline constexpr int kFrictionIterations = 64;
/// Lighter contacts are open [N].
inline constexpr double kFrictionLeastNormal = 1e-30;

struct FrictionSolution {
  double force = 0;     // [N]
  double velocity = 0;  // [m/s] v
  double rate = 0;      // [m/s] y
  int iterations = 0;   // evaluations of the law; 0: elastic
  bool open = false;    // no contact, or numbers out of range: no force, the caller sets z to 0
};

namespace friction_detail {

// Plain comparisons: fmin and fmax are calls.
inline double smaller(double a, double b) noexcept { return a < b ? a : b; }
inline double larger(double a, double b) noexcept { return a > b ? a : b; }

// sin(pi w) to 2e-16 and cos(pi w) to 5e-8 (for slopes) within |w| <= 1/2: interpolated at the
// zeros of Chebyshev polynomials in w^2. Terms are paired, for short chains of dependent products.
inline double sine_of_turn(double w, double w2, double w4) noexcept {
  const double low = (3.1415926535897928787 - 5.1677127800497858227 * w2) +
                     (2.5501640398618676297 - 0.59926452882522400508 * w2) * w4;
  const double high = (0.082145878816310426917 - 0.0073703643265304156755 * w2) +
                      (0.00046598701580433779334 - 0.000021133627352052970404 * w2) * w4;
  return w * (low + high * (w4 * w4));
}
inline double cosine_of_turn(double w2, double w4) noexcept {
  return (0.99999995302751236872 - 4.934792802489458993 * w2) +
         (4.0584107907625976165 - 1.3318729727874850509 * w2 + 0.21968242357537814861 * w4) * w4;
}

/// The plastic case, mirrored so that v > 0. Unknown: s, the bend in the middle of the sample.
struct PlasticSlip {
  double velocity, bend;        // of the elastic trial: y_e > 0 and z_e
  double gain;                  // dv = -gain ds
  double weight;                // half_step / (1 + K)
  double least, extra, yield;   // [m] f_c / sigma0, (f_s - f_c) / sigma0, z_ba
  double stribeck, per_speed;   // v_s and 1 / v_s
  bool always;                  // alpha = 1
  double value = 0, slope = 0;  // of h at the last s
  double smooth = 0;            // [m] scale on which h curves with s, at the last s
  double slow = 0;              // [m/s] and with v

  double speed(double s) const noexcept { return velocity + gain * (bend - s); }

  /// h(s) = weight alpha v s / Z - (z_e - s)
  void evaluate(double s) noexcept {
    const double v = speed(s), q = v * per_speed, x = q * q;
    const double weakening = x < 37 ? extra * std::exp(-x) : 0;  // e^-37 < 2^-53
    const double z = least + weakening, dz = -2 * q * per_speed * weakening, inverse = 1 / z;
    double alpha = 1, alpha_s = 0, alpha_z = 0;
    smooth = z, slow = weakening > 0 && q > 1 ? stribeck : v;
    if (!always && s < z) {
      smooth = z - yield;
      const double width = 1 / smooth, u = (s - yield) * width;
      if (u > 0) {
        const double w = u - 0.5, w2 = w * w, w4 = w2 * w2;
        alpha = 0.5 + 0.5 * sine_of_turn(w, w2, w4);
        const double cosine = cosine_of_turn(w2, w4);
        alpha_s = 0.5 * kPi * cosine * width;
        alpha_z = -alpha_s * u;
      } else {
        alpha = 0;
      }
    }
    const double a = alpha * s * inverse;
    value = weight * v * a - (bend - s);
    const double by_s = v * (alpha_s * s + alpha) * inverse;
    const double by_v = a + v * s * inverse * (alpha_z - alpha * inverse) * dz;
    slope = 1 + weight * (by_s - gain * by_v);
  }

  /// Evaluations made; `s` enters as a guess and leaves as the root.
  int solve(double& s) noexcept {
    // h < 0 at `low`, h >= 0 at `high`. With v z <= 0, which only alpha = 1 brings here, s grows
    // until the bristle is straight or the bodies stop.
    double low = bend > 0 ? (always ? 0 : yield) : bend;
    double high = bend > 0 ? bend : gain * bend < -velocity ? bend + velocity / gain : 0;
    if (!(s > low)) s = low;
    if (!(s < high)) s = high;
    double before = 2 * (high - low);
    bool narrowed = false;
    for (int i = 1; i <= kFrictionIterations; ++i) {
      evaluate(s);
      (value < 0 ? low : high) = s;
      const double step = value / slope, next = s - step, size = std::fabs(step);
      // Newton doubles the correct digits: after a step of 1e-6 of what h curves on about 12 are.
      const bool small = size <= 1e-6 * smooth && gain * size <= 1e-6 * slow;
      if (small || std::fabs(value) <= 4e-16 * std::fabs(bend)) {  // or h is rounding alone
        s = smaller(larger(next, low), high);
        return i;
      }
      if (high - low <= 4e-16 * std::fabs(high)) return i;
      if (slope > 0 && next > low && next < high && size <= 0.5 * before) {
        s = next, before = size;
        continue;
      }
      if (!narrowed && bend > 0) {  // as Z <= most and y_e <= v <= v(0)
        const double most = least + extra;
        low = larger(low, bend / (1 + weight * speed(0) / least));
        high = smaller(high, larger(most, bend / (1 + weight * velocity / most)));
        narrowed = true;
      }
      s = low > 0 && high > 4 * low ? std::sqrt(low) * std::sqrt(high) : 0.5 * (low + high);
      before = high - low;
    }
    return kFrictionIterations;
  }
};

}  // namespace friction_detail

/// Solves v = free - mobility f,  z_mid = z + half_step y,  y = y(v, z_mid),  f = f(z_mid, y, v).
/// @param mobility [s/kg] >= 0, @param half_step [s] > 0, @param noise w.
/// @param guess [m/s] of y, for example that of the sample before: saves iterations.
inline FrictionSolution solve_friction(const FrictionLaw& law, double normal_force, double free,
                                       double mobility, double z, double half_step, double noise,
                                       double guess = 0) noexcept {
  const FrictionSolution open{0, std::fabs(free) < HUGE_VAL ? free : 0, 0, 0, true};
  if (!(normal_force > kFrictionLeastNormal)) return open;
  // v = y_e + K (y_e - y), K = push / drag: nothing cancels between elastic (y = v) and plastic.
  const double drag = 1 + law.viscosity * mobility;
  const double push = mobility * (law.stiffness * half_step + law.damping);
  const double per_both = 1 / (drag + push), per_stiffness = 1 / law.stiffness;
  const double elastic = (free - mobility * (law.stiffness * z + law.roughness * noise)) * per_both;
  const double bend = z + half_step * elastic;
  const double sign = elastic < 0 ? -1.0 : 1.0;
  const double least = law.dynamic_friction * normal_force * per_stiffness;
  const double yield = law.breakaway * least;
  const bool always = law.adhesion == Adhesion::always;

  FrictionSolution out{0, elastic, elastic, 0, false};
  double middle = bend;
  if (elastic != 0 && (always || sign * bend > yield)) {
    const double extra =
        (law.static_friction - law.dynamic_friction) * normal_force * per_stiffness;
    friction_detail::PlasticSlip slip{std::fabs(elastic),
                                      sign * bend,
                                      push / (drag * half_step),
                                      half_step * drag * per_both,
                                      least,
                                      extra,
                                      yield,
                                      law.stribeck_speed,
                                      1 / law.stribeck_speed,
                                      always};
    double s = sign * (z + half_step * guess);
    out.iterations = slip.solve(s);
    middle = sign * s;
    // Motion and force belong together to the last digit, so that no energy leaks; what is left of
    // the search is an error of alpha.
    out.rate = (middle - z) * (1 / half_step);
    out.velocity = elastic + slip.gain * half_step * (elastic - out.rate);
  }
  out.force = law.stiffness * middle + law.damping * out.rate + law.viscosity * out.velocity +
              law.roughness * noise;
  const double sum = std::fabs(out.force) + std::fabs(out.velocity) + std::fabs(out.rate);
  return sum < HUGE_VAL ? out : open;
}

/// The memory of a contact, stepped by implicit midpoint.
struct FrictionBristle {
  double z = 0;     // [m]
  double rate = 0;  // [m/s] y of the last sample
  double next = 0;  // [m/s] y of the next, by extrapolation: where the search begins

  /// A trial: changes nothing.
  FrictionSolution solve(const FrictionLaw& law, double normal_force, double free, double mobility,
                         double half_step, double noise = 0) const noexcept {
    return solve_friction(law, normal_force, free, mobility, z, half_step, noise, next);
  }
  void accept(const FrictionSolution& solution, double half_step) noexcept {
    z = solution.open ? 0 : z + 2 * half_step * solution.rate;
    next = 2 * solution.rate - rate;
    rate = solution.rate;
  }
};

}  // namespace peal
