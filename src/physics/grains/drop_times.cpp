#include "physics/grains/drop_times.h"

#include <algorithm>

namespace peal {
namespace {

/// Root of a monotone function between a and b, where it has different signs.
template <class F, class D>
double bracketed_root(const F& f, const D& slope, double a, double b, double fa) noexcept {
  const bool falls = fa > 0;
  double t = 0.5 * (a + b);
  for (int i = 0; i < 100; ++i) {
    const double value = f(t);
    if (value == 0) return t;
    ((value > 0) == falls ? a : b) = t;
    const double step = value / slope(t);
    if (std::abs(step) <= 2e-16 * std::abs(t)) return t;
    const double next = t - step;
    t = next > a && next < b ? next : 0.5 * (a + b);
  }
  return t;
}

/// Inner ends of the parts of (0, until) on which a + b t + c t^2 keeps its sign, in order.
int sign_changes(double a, double b, double c, double until, double (&out)[2]) noexcept {
  int n = 0;
  const auto add = [&](double t) {
    if (t > 0 && t < until) out[n++] = t;
  };
  if (c == 0) {
    if (b != 0) add(-a / b);
    return n;
  }
  const double d = b * b - 4 * a * c;
  if (!(d > 0)) return 0;
  const double q = -0.5 * (b + std::copysign(std::sqrt(d), b));
  double first = q / c, second = q != 0 ? a / q : 0;
  if (first > second) std::swap(first, second);
  add(first), add(second);
  return n;
}

}  // namespace

int drop_times(const Quartic& f, double until, double (&times)[2]) noexcept {
  double bends[2];
  const int bend_count = sign_changes(2 * f.c[2], 6 * f.c[3], 12 * f.c[4], until, bends);
  const auto value = [&](double t) { return f.at(t); };
  const auto slope = [&](double t) { return f.slope(t); };
  const auto bend = [&](double t) { return 2 * f.c[2] + t * (6 * f.c[3] + t * 12 * f.c[4]); };

  double turns[5];
  int turn_count = 0;
  double begin = 0, slope_begin = f.c[1];
  for (int i = 0; i <= bend_count; ++i) {
    const double end = i < bend_count ? bends[i] : until, slope_end = f.slope(end);
    if ((slope_begin < 0 && slope_end > 0) || (slope_begin > 0 && slope_end < 0))
      turns[turn_count++] = bracketed_root(slope, bend, begin, end, slope_begin);
    begin = end, slope_begin = slope_end;
  }

  int found = 0;
  double from = 0, at_from = f.c[0];
  for (int i = 0; i <= turn_count && found < 2; ++i) {
    const double to = i < turn_count ? turns[i] : until, at_to = f.at(to);
    if (at_from > 0 && at_to <= 0) times[found++] = bracketed_root(value, slope, from, to, at_from);
    from = to, at_from = at_to;
  }
  return found;
}

}  // namespace peal
