// Normal contact of a rolling (or sliding) body: a Hertz spring with internal loss that opens and
// closes, driven by the roughness below it. One implicit step, exact in energy.
// In: compression d0 [m] at the begin of a sample (negative: a gap), mean approach velocity `free`
// [m/s] over it without contact force, mobility [m/s/N], sample time h [s], rise of the profiles
// dw [m]. Out: force [N] held over the sample, mean approach velocity, compression d1 at its end.
//
//   x = d1 - d0 = h v + dw,      v = free - mobility f
//   f = [E(d0 + x) - E(d0)]/x (1 + loss x/h)_+,      E(d) = 2/5 K max(d, 0)^(5/2)
//
// F = K d^1.5 (1 + loss d') of Hunt & Crossley 1975, "Coefficient of restitution interpreted as
// damping in vibroimpact", with a discrete gradient (Gonzalez 1996): f x >= E(d1) - E(d0) always,
// so that spring and bodies together never gain energy on a flat profile, at any step.
//
// The quotient is the slope of a chord of the convex E: not negative and rising with x, as is the
// bracket with the loss. So f(x) >= 0 rises, r(x) = x + h mobility f(x) - (h free + dw) rises with
// slope >= 1, and its only root lies in [X - h mobility f(X), X], X = h free + dw.
// Real-time safe. Numbers beyond the limits below, also NaN, are moved to them: all results finite.
#pragma once
#include <algorithm>
#include <cmath>

namespace peal {

struct HertzSpring {
  double stiffness = 0;  // [N/m^1.5] K, hertz_contact().stiffness
  double loss = 0;       // [s/m] lambda, rolling_loss()
};

struct RollingSolution {
  double force = 0;        // [N] >= 0
  double velocity = 0;     // [m/s] mean approach velocity
  double compression = 0;  // [m] at the end of the sample
  int iterations = 0;
};

inline constexpr int kRollingIterations = 64;

/// lambda [s/m] that lets a body meeting its partner at `speed` [m/s] rebound with `restitution` e
/// (at least 0.05). With y = lambda v, dividing m v dv/dd = -K d^1.5 (1 + lambda v) by its bracket
/// gives y - ln(1 + y) = -ey - ln(1 - ey); e = 1 - (2/3) y + (4/9) y^2 - ... for small losses.
/// Newton's steps, halving where they leave the bracket: a dozen logarithms.
inline double rolling_loss(double restitution, double speed) noexcept {
  const double e = restitution >= 0.05 ? std::min(restitution, 1.0) : 0.05;
  const double v = speed >= 1e-4 ? std::min(speed, 1e3) : 1e-4, lost = 1 - e;
  if (lost < 1e-3) return 1.5 * (lost + lost * lost) / v;
  double low = lost, high = 1 / e;  // positive below the root, -infinity at 1/e
  double y = 0.5 * (low + high);
  for (int n = 0; n < 50; ++n) {
    const double g = y * (1 + e) - std::log1p(y) + std::log1p(-e * y);
    (g > 0 ? low : high) = y;
    double next = y - g / (1 + e - 1 / (1 + y) - e / (1 - e * y));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const bool settled = std::abs(next - y) <= 1e-15 * y;
    y = next;
    if (settled) break;
  }
  return y / v;
}

namespace rolling_detail {

struct Value {
  double f, slope;
};

struct Law {
  double stiffness, loss_per_step, d0;
  double root0, inverse0;  // sqrt(max(d0, 0)); 1/d0, used where d0 > 0

  /// In: d1 = base + z with x = z + base - d0; base is d0 or 0, whichever z stays exact with.
  [[gnu::always_inline]] inline Value operator()(double z) const noexcept {
    const double x = d0 > 0 ? z : z - d0, d1 = d0 > 0 ? d0 + z : z;
    const double bracket = 1 + loss_per_step * x;
    if (bracket <= 0) return {0, 0};
    const Value e = chord(x, d1);
    return {e.f * bracket, e.slope * bracket + e.f * loss_per_step};
  }

  /// [E(d0 + x) - E(d0)]/x without cancellation. With a = sqrt(d1), b = sqrt(d0):
  /// (a^5 - b^5)/(a^2 - b^2) = (a^4 + a^3 b + a^2 b^2 + a b^3 + b^4)/(a + b).
  [[gnu::always_inline]] inline Value chord(double x, double d1) const noexcept {
    const double k = 0.4 * stiffness, b = root0;
    if (d0 > 0 && std::abs(x) <= 0.01 * d0) {
      // What hardly moves: ((1 + u)^2.5 - 1) / (2.5 u) as its series, u = x/d0.
      const double u = x * inverse0, held = stiffness * d0 * b;
      return {held * (1 + u * (0.75 +
                               u * (0.125 + u * (-0.015625 + u * (0.0046875 - u * 0.001953125))))),
              held * inverse0 *
                  (0.75 + u * (0.25 + u * (-0.046875 + u * (0.01875 - u * 0.009765625))))};
    }
    if (d0 > 0 && d1 > 0) {
      const double a = std::sqrt(d1), inverse = 1 / (a + b);
      const double f = ((((a + b) * a + b * b) * a + b * b * b) * a + b * b * b * b) * inverse;
      const double top = ((3 * a + 6 * b) * a + 4 * b * b) * a + 2 * b * b * b;
      return {k * f, 0.5 * k * top * (inverse * inverse)};
    }
    if (d0 > 0) {  // opens during the sample: d1 <= 0, x < 0
      const double f = -k * b * b * b * b * b / x;
      return {f, -f / x};
    }
    if (d1 > 0) {  // closes: d0 <= 0, x >= d1 > 0
      const double a3 = d1 * std::sqrt(d1), part = d1 / x;
      return {k * a3 * part, k * a3 * (2.5 - part) / x};
    }
    return {0, 0};
  }
};

struct Root {
  double z;
  Value at;
  int iterations;
};

/// z + yield law(z) = reach in [low, high], Newton's steps from `start`.
inline Root solve(const Law& law, double yield, double reach, double low, double high,
                  double start) noexcept {
  Root r{start, law(start), 0};
  const double noise = 1e-16 * std::max(law.d0, 0.0);
  for (double width = high - low; r.iterations < kRollingIterations;) {
    ++r.iterations;
    const double residual = r.z + yield * r.at.f - reach;
    (residual > 0 ? high : low) = r.z;
    double next = r.z - residual / (1 + yield * r.at.slope);
    // Convergence is quadratic: after a step of 1e-7 the next would be one of 1e-14.
    const bool settled = std::abs(next - r.z) <= 1e-7 * std::abs(r.z) + noise;
    if (!settled && !(next > low && next < high)) next = 0.5 * (low + high);
    if (!settled && r.iterations % 4 == 0) {  // now and then the bracket has to be halved
      if (high - low > 0.5 * width) next = 0.5 * (low + high);
      width = high - low;
    }
    r.z = next, r.at = law(next);
    if (settled || high - low <= 2e-16 * std::abs(next) + noise) break;
  }
  return r;
}

/// The same for a contact that is closed and stays so, from a force that is nearly right, without
/// looking for a bracket. With t = sqrt(d1/d0) - 1 the way is x = d0 u, u = t (2 + t), the chord
///   [E(d1) - E(d0)]/x = 0.4 K d0^1.5 p/(2 + t),   p = [(1 + t)^5 - 1]/t = 5 + 10 t + .. + t^4,
/// and g = (2 + t) r(z)/d0 is a polynomial: no roots, no quotients, and Halley's steps, one
/// division each. It has one root above -1; where they come to rest, there it is. The cube of the
/// last step, at most `accuracy`, is what is left. iterations 0: they did not come to rest, or it
/// opens.
struct NearRoot {
  double way = 0, force = 0;  // [m] x, [N]
  bool stiff = false;         // yield df/dx > 1
  int iterations = 0;
};
inline NearRoot solve_near(const Law& law, double yield, double reach, double guess,
                           double accuracy) noexcept {
  const double r = reach * law.inverse0, loss = law.loss_per_step * law.d0;
  const double hard = 0.4 * law.stiffness * law.root0, c = hard * yield;
  const double slope = 3.75 + 5 * loss;  // of p (1 + loss u)/(2 + t) at t = 0, where it is 2.5
  double t;
  if (c * slope > 2) {  // stiff: the force says how far it is pressed in
    t = (guess * law.inverse0 / hard - 2.5) / slope;
    t = t < 1 ? (t > -0.5 ? t : -0.5) : 1;
  } else {  // soft: the force says how far it goes
    const double w = (reach - yield * guess) * law.inverse0;
    if (!(w > -1)) return {};
    t = std::abs(w) < 0.3 ? w * (0.5 - w * (0.125 - 0.0625 * w)) : std::sqrt(1 + w) - 1;
  }
  for (int n = 1; n <= 5; ++n) {
    const double square = t * t, u = square + 2 * t, s = 2 + t, du = 2 * (1 + t);
    const double bracket = 1 + loss * u;
    if (!(t > -1 && bracket > 0)) return {};
    const double p = (5 + 10 * t) + square * ((10 + 5 * t) + square);
    const double dp = (10 + 20 * t) + square * (15 + 4 * t), ddp = (20 + 30 * t) + 12 * square;
    const double f = p * bracket, df = dp * bracket + (loss * p) * du;
    const double ddf = ddp * bracket + 2 * loss * (dp * du + p);
    const double g = (u - r) * s + c * f, dg = du * s + (u - r) + c * df;
    const double half_ddg = s + du + 0.5 * c * ddf;
    const double step = -g * dg / (dg * dg - g * half_ddg);
    const double closed = 1 + t;
    t += step;
    if (!(std::abs(step) <= accuracy * closed)) continue;
    const double force = hard * law.d0 * (f + step * (df + 0.5 * step * ddf)) / (2 + t);
    if (!(force > 0 && std::isfinite(force))) return {};
    return {law.d0 * t * (2 + t), force, c * (df * s - f) > du * s * s, n};
  }
  return {};
}

inline double limited(double x, double low, double high) noexcept {
  return x >= low ? (x <= high ? x : high) : low;
}
inline double centred(double x, double most) noexcept {
  return std::isnan(x) ? 0 : limited(x, -most, most);
}

}  // namespace rolling_detail

/// @param guess [N] of the force: a good one saves most of the work. @param accuracy of a step from
/// there, relative to the root of the compression: its square is what is left.
inline RollingSolution solve_rolling(const HertzSpring& spring, double compression, double free,
                                     double mobility, double step, double profile_change,
                                     double guess = 0, double accuracy = 5e-6) noexcept {
  using rolling_detail::centred, rolling_detail::Law, rolling_detail::limited, rolling_detail::Root,
      rolling_detail::Value;
  const double h = limited(step, 1e-9, 1e3), d0 = centred(compression, 1e6);
  const double v0 = centred(free, 1e9), dw = centred(profile_change, 1e6);
  const double m = limited(mobility, 0, 1e15), loss = limited(spring.loss, 0, 1e12);
  const Law law{limited(spring.stiffness, 0, 1e20), loss / h, d0, std::sqrt(std::max(d0, 0.0)),
                1 / d0};
  // z = d1 - base: the way x of a closed contact, the compression of one that was open.
  const double base = std::max(d0, 0.0), yield = h * m;
  const double reach = h * v0 + dw + (d0 - base);
  const auto result = [&](double z, double f, int iterations) {
    return RollingSolution{f, v0 - m * f, base + z, iterations};
  };

  // Of a soft contact the law gives the force, then the force the way; of a stiff one the way gives
  // the force, because the law would magnify its rounding.
  const auto settled = [&](double z, const Value& at, int iterations) {
    if (yield * at.slope > 1 || !(at.f > 0))
      return result(z, std::max((reach - z) / yield, 0.0), iterations);
    return result(reach - yield * at.f, at.f, iterations);
  };
  if (guess > 0 && yield > 0 && d0 > 0) {
    const rolling_detail::NearRoot near =
        rolling_detail::solve_near(law, yield, reach, guess, accuracy);
    if (near.iterations > 0) {
      if (near.stiff)
        return result(near.way, std::max((reach - near.way) / yield, 0.0), near.iterations);
      return result(reach - yield * near.force, near.force, near.iterations);
    }
  }
  const Value most = law(reach);
  if (most.f <= 0 || yield <= 0) return result(reach, most.f, 0);  // open, or immovable partners

  double low = reach - yield * most.f, high = reach;
  if (d0 > 0) {
    if (loss > 0) low = std::max(low, -h / loss);  // up to here the loss holds all force back
    if (low < -d0 && yield * law(-d0).f - d0 >= reach) {
      // It opens: f = E0 (1 + mu x)/(-x) makes x the negative root of a quadratic.
      const double e = yield * 0.4 * law.stiffness * d0 * d0 * law.root0;
      const double b = reach + e * law.loss_per_step, root = std::sqrt(b * b + 4 * e);
      const double x = b > 0 ? -2 * e / (b + root) : 0.5 * (b - root);
      return result(x, std::max((reach - x) / yield, 0.0), 0);
    }
    low = std::max(low, -d0);
  } else {
    low = std::max(low, 0.0);
  }
  const double guessed = reach - yield * guess;
  const bool guessed_well = guess > 0 && guessed > low && guessed < high;
  // A stiff spring stops far before `reach`: where x >= 0 the loss only adds, and the chord is at
  // least 2/5 K d1^1.5 (closed before) or 2/5 K d1^2.5/x, x <= reach - d0 (open before).
  if (!guessed_well && yield * most.f > std::abs(reach)) {
    const double ratio = std::max(reach, 0.0) / (0.4 * law.stiffness * yield);
    const double bound =
        d0 > 0 ? std::max(std::cbrt(ratio * ratio) - d0, 0.0) : std::pow(ratio * (reach - d0), 0.4);
    if (bound > low) high = std::min(high, bound);
  }
  const double start = guessed_well ? guessed : high;
  const Root root = rolling_detail::solve(law, yield, reach, low, high, start);
  return settled(root.z, root.at, root.iterations);
}

}  // namespace peal
