// Where an axis is marked and what is written there.
#pragma once
#include <string>
#include <vector>

namespace peal {

struct Tick {
  double value = 0;
  std::string label;  // empty: a minor mark
};

/// Multiples of 1, 2 or 5 times a power of ten inside [low, high], at most `most` (>= 2) of them.
std::vector<Tick> linear_ticks(double low, double high, int most);
/// Decades labelled, also 2 and 5 times them when at most `most` labels result; minor marks
/// between. Ranges below a decade are marked like linear ones. Needs 0 < low < high.
std::vector<Tick> log_ticks(double low, double high, int most);
/// Times [s] at whole seconds, minutes or hours, written m:ss or h:mm:ss; for long ranges.
std::vector<Tick> clock_ticks(double low, double high, int most);

/// 0.02, 1500, 3·10⁻⁵ : plain where that is short, powers of ten elsewhere.
std::string format_number(double value);
/// 200, 1k, 12.5k, for frequencies in Hz.
std::string format_thousands(double value);

}  // namespace peal
