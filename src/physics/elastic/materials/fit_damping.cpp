#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/constants.h"
#include "base/error.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

using Column = std::vector<double>;

double product(const Column& a, const Column& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void subtract(Column& from, double times, const Column& what) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= times * what[i];
}

/// Least squares by Gram and Schmidt (modified, which normal equations lose digits against):
/// coefficients of at most three columns; `rest` is what they leave of it.
std::vector<double> least_squares(std::vector<Column> columns, Column& rest) {
  const std::size_t count = columns.size();
  std::array<std::array<double, 3>, 3> r{};
  std::array<double, 3> right{};
  for (std::size_t i = 0; i < count; ++i) {
    r[i][i] = std::sqrt(product(columns[i], columns[i]));
    for (double& x : columns[i]) x /= r[i][i];
    for (std::size_t k = i + 1; k < count; ++k) {
      r[i][k] = product(columns[i], columns[k]);
      subtract(columns[k], r[i][k], columns[i]);
    }
    right[i] = product(columns[i], rest);
    subtract(rest, right[i], columns[i]);
  }
  std::vector<double> x(count);
  for (std::size_t i = count; i-- > 0;) {
    x[i] = right[i];
    for (std::size_t k = i + 1; k < count; ++k) x[i] -= r[i][k] * x[k];
    x[i] /= r[i][i];
  }
  return x;
}

}  // namespace

RayleighDamping fit_damping(std::span<const DecayMeasurement> measurements) {
  if (measurements.empty()) fail("fitting damping needs at least one measured T60");
  // Rows scaled by 1/(2 sigma): relative errors. Columns scaled to unit length: alpha, beta, gamma
  // differ by twenty orders of magnitude.
  std::array<Column, 3> terms;
  for (const auto& [frequency, t60] : measurements) {
    if (!(frequency > 0 && t60 > 0))
      fail("fitting damping: expected frequency > 0 Hz and T60 > 0 s, got {} Hz and {} s",
           frequency, t60);
    const double squared = std::pow(2 * kPi * frequency, 2), row = 2 * decay_from_t60(t60);
    terms[0].push_back(1 / row);
    terms[1].push_back(squared / row);
    terms[2].push_back(1 / squared / row);
  }
  std::array<double, 3> scale{}, best{};
  for (std::size_t c = 0; c < 3; ++c) {
    scale[c] = std::sqrt(product(terms[c], terms[c]));
    for (double& x : terms[c]) x /= scale[c];
  }
  double least = std::numeric_limits<double>::infinity();
  for (unsigned active = 1; active < 8; ++active) {
    std::vector<std::size_t> which;
    std::vector<Column> columns;
    for (std::size_t c = 0; c < 3; ++c)
      if (active >> c & 1) which.push_back(c), columns.push_back(terms[c]);
    if (columns.size() > measurements.size()) continue;
    Column rest(measurements.size(), 1);
    const std::vector<double> x = least_squares(std::move(columns), rest);
    const double error = product(rest, rest);
    bool possible = std::isfinite(error);
    for (const double term : x) possible = possible && std::isfinite(term) && term >= 0;
    // Fewer terms win ties: three terms through one measurement are not determined.
    if (!possible || error >= least * (1 - 1e-12)) continue;
    least = error;
    best = {};
    for (std::size_t i = 0; i < which.size(); ++i) best[which[i]] = x[i];
  }
  return {best[0] / scale[0], best[1] / scale[1], best[2] / scale[2]};
}

}  // namespace peal
