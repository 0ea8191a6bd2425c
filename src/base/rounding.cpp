#include "base/rounding.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace peal {

double nine_digits(double x) {
  if (!std::isfinite(x) || x == 0) return x;
  const std::string text =
      fmt::format("{:.9e}", x);  // as decimals: no power of ten is off by a bit
  double near = x;
  std::from_chars(text.data(), text.data() + text.size(), near);
  return near;
}

}  // namespace peal
