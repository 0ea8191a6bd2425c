#include "io/plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kSlack = 1e-9;  // share of a step by which a tick may lie outside from rounding

void check_range(double low, double high, int most) {
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high))
    fail("an axis from {} to {} cannot be marked: its end must lie above its start", low, high);
  if (most < 2) fail("an axis needs room for two marks at least");
}

struct Multiples {  // of a step inside a range
  double first, last;
  Multiples(double low, double high, double step)
      : first(std::ceil(low / step - kSlack)), last(std::floor(high / step + kSlack)) {}
  double count() const { return last - first + 1; }
};

double nice_step(double low, double high, int most) {
  const double decade = std::pow(10, std::floor(std::log10((high - low) / most)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0})
    if (Multiples(low, high, factor * decade).count() <= most) return factor * decade;
  return 50 * decade;
}

std::vector<double> multiples(double low, double high, double step) {
  std::vector<double> values;
  const Multiples range(low, high, step);
  for (double k = range.first; k <= range.last; ++k) values.push_back(k == 0 ? 0 : k * step);
  return values;
}

std::string superscript(int number) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[c - '0'];
  return text;
}

std::string trimmed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string with_minus_sign(std::string text) {
  return text.starts_with('-') ? "\u2212" + text.substr(1) : text;
}

// 3·10⁻⁵, 10⁶; 1 and 10 stay as they are.
std::string format_power(double value, int decimals = 3) {
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + kSlack));
  const std::string digits = trimmed(value / std::pow(10, exponent), decimals);
  if (exponent == 0 || exponent == 1) return with_minus_sign(trimmed(value, decimals));
  if (digits == "1" || digits == "-1")
    return with_minus_sign(value < 0 ? "-10" : "10") + superscript(exponent);
  return with_minus_sign(digits) + "·10" + superscript(exponent);
}

}  // namespace

std::string format_number(double value) {
  const double size = std::abs(value);
  if (value != 0 && (size < 1e-3 * (1 - kSlack) || size >= 1e5)) return format_power(value);
  const int before = value == 0 ? 0 : static_cast<int>(std::floor(std::log10(size)));
  return with_minus_sign(trimmed(value, std::clamp(5 - before, 0, 8)));
}

std::string format_thousands(double value) {
  return std::abs(value) < 1000 ? trimmed(value, 3) : trimmed(value / 1000, 3) + "k";
}

std::vector<Tick> linear_ticks(double low, double high, int most) {
  check_range(low, high, most);
  const double step = nice_step(low, high, most);
  const int finest = static_cast<int>(std::floor(std::log10(step) + kSlack));  // last digit shown
  const bool plain = std::max(std::abs(low), std::abs(high)) < 1e5 && step >= 1e-4 * (1 - kSlack);
  std::vector<Tick> ticks;
  for (const double value : multiples(low, high, step)) {
    std::string label = "0";
    if (plain) {
      label = with_minus_sign(fmt::format("{:.{}f}", value, std::max(0, -finest)));
    } else if (value != 0) {
      const int leading = static_cast<int>(std::floor(std::log10(std::abs(value)) + kSlack));
      label = format_power(value, std::max(0, leading - finest));
    }
    ticks.push_back({value, label});
  }
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, int most) {
  check_range(low, high, most);
  if (!(low > 0)) fail("a logarithmic axis cannot begin at {}; values must be > 0", low);
  const double decades = std::log10(high / low);
  if (decades < 1) return linear_ticks(low, high, most);
  const bool halves = 3 * decades + 1 <= most;
  // One way of writing along an axis.
  const bool powers = low < 1e-3 * (1 - kSlack) || high >= 1e5 * (1 + kSlack);
  const int every = std::max(1, static_cast<int>(std::ceil(decades / (most - 1) - kSlack)));
  std::vector<Tick> ticks;
  for (int k = static_cast<int>(std::floor(std::log10(low) - kSlack));
       k <= std::ceil(std::log10(high) + kSlack); ++k)
    for (int m = 1; m <= 9; ++m) {
      const double value = m * std::pow(10, k);
      if (value < low * (1 - kSlack) || value > high * (1 + kSlack)) continue;
      const bool labelled = (m == 1 && k % every == 0) || (halves && (m == 2 || m == 5));
      if (!labelled && every > 1) continue;
      const std::string label = powers ? format_power(value) : format_number(value);
      ticks.push_back({value, labelled ? label : ""});
    }
  return ticks;
}

std::vector<Tick> clock_ticks(double low, double high, int most) {
  check_range(low, high, most);
  double step = 0;
  for (const double candidate : {1., 2., 5., 10., 15., 30., 60., 120., 300., 600., 900., 1800.})
    if (step == 0 && Multiples(low, high, candidate).count() <= most) step = candidate;
  if (step == 0) step = 3600 * std::max(1.0, nice_step(low / 3600, high / 3600, most));
  std::vector<Tick> ticks;
  for (const double value : multiples(low, high, step)) {
    const auto whole = std::llround(value);
    ticks.push_back({value, high >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600,
                                                       whole / 60 % 60, whole % 60)
                                         : fmt::format("{}:{:02}", whole / 60, whole % 60)});
  }
  return ticks;
}

}  // namespace peal
