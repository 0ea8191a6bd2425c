#include "physics/wave/multipole/damped_tail.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <numeric>

extern "C" void openblas_set_num_threads(int);

namespace peal {
namespace {

using std::complex;
using Matrix = std::vector<double>;  // column major

constexpr std::size_t kMostCoefficients = 64;  // strongest, that are looked at
constexpr std::size_t kMixtures = 12;          // of them that the histories are made of
constexpr std::size_t kHistory = 16;           // delays
constexpr std::size_t kDelay = 3;              // [samples]
constexpr std::size_t kRows = 1600;            // histories, about
constexpr double kNoise = 1e-9;                // of the strongest history's power
constexpr double kFastest = 0.2;               // |e^{s kDelay}|: what falls faster is no ringing
constexpr double kRidge = 1e-11;               // of the basis' mean square

/// Eigenvectors in place of a symmetric matrix (its upper half); eigenvalues rise. Empty: failed.
Matrix symmetric_eigen(Matrix& matrix, std::size_t n) {
  Matrix values(n);
  const auto size = static_cast<lapack_int>(n);
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', size, matrix.data(), size, values.data()) != 0)
    values.clear();
  return values;
}

/// matrix += x x^T, upper half.
void add_square(Matrix& matrix, const std::vector<double>& x) {
  for (std::size_t j = 0; j < x.size(); ++j) {
    double* column = matrix.data() + j * x.size();
    for (std::size_t i = 0; i <= j; ++i) column[i] += x[i] * x[j];
  }
}

/// The strongest mixtures (principal components) of the strongest coefficients: samples x count.
std::vector<double> mixtures(std::span<const double> values, std::size_t coefficients,
                             std::size_t count) {
  const std::size_t samples = values.size() / coefficients;
  const std::vector<std::size_t> used =
      strongest_coefficients(values, coefficients, kMostCoefficients);
  Matrix square(used.size() * used.size(), 0.0);
  std::vector<double> row(used.size()), out(samples * count, 0.0);
  const auto read = [&](std::size_t n) {
    for (std::size_t i = 0; i < used.size(); ++i) row[i] = values[n * coefficients + used[i]];
  };
  for (std::size_t n = 0; n < samples; ++n) read(n), add_square(square, row);
  if (symmetric_eigen(square, used.size()).empty()) return out;
  for (std::size_t n = 0; n < samples; ++n) {
    read(n);
    for (std::size_t k = 0; k < count; ++k) {
      const double* vector = square.data() + (used.size() - 1 - k) * used.size();
      out[n * count + k] = std::inner_product(row.begin(), row.end(), vector, 0.0);
    }
  }
  return out;
}

/// Factors e^{s kDelay} of what the mixtures are made of.
std::vector<complex<double>> delay_factors(const std::vector<double>& mixed, std::size_t count,
                                           std::size_t most) {
  const std::size_t samples = mixed.size() / count, span = kHistory * kDelay;
  const std::size_t size = kHistory * count;
  if (samples < span + 8) return {};
  const std::size_t stride = std::max<std::size_t>(1, (samples - span) / kRows);
  Matrix square(size * size, 0.0);
  std::vector<double> history(size);
  for (std::size_t n = 0; n + span <= samples; n += stride) {
    for (std::size_t j = 0; j < kHistory; ++j)
      for (std::size_t k = 0; k < count; ++k)
        history[j * count + k] = mixed[(n + j * kDelay) * count + k];
    add_square(square, history);
  }
  const std::vector<double> power = symmetric_eigen(square, size);
  if (power.empty()) return {};
  std::size_t rank = 0;
  while (rank < std::min(size - count, most) && power[size - 1 - rank] > 0 &&
         power[size - 1 - rank] > kNoise * power[size - 1])
    ++rank;
  if (rank == 0) return {};
  // Histories without their newest part, mapped on the same without their oldest.
  Matrix same(rank * rank), map(rank * rank);
  for (std::size_t q = 0; q < rank; ++q)
    for (std::size_t r = 0; r < rank; ++r) {
      const double* a = square.data() + (size - 1 - q) * size;
      const double* b = square.data() + (size - 1 - r) * size;
      same[r * rank + q] = std::inner_product(a, a + size - count, b, 0.0);
      map[r * rank + q] = std::inner_product(a, a + size - count, b + count, 0.0);
    }
  const auto order = static_cast<lapack_int>(rank);
  std::vector<lapack_int> pivots(rank);
  std::vector<double> real(rank), imaginary(rank);
  if (LAPACKE_dgesv(LAPACK_COL_MAJOR, order, order, same.data(), order, pivots.data(), map.data(),
                    order) != 0 ||
      LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', order, map.data(), order, real.data(),
                    imaginary.data(), nullptr, 1, nullptr, 1) != 0)
    return {};
  std::vector<complex<double>> out;
  for (std::size_t r = 0; r < rank; ++r) out.emplace_back(real[r], imaginary[r]);
  return out;
}

}  // namespace

std::vector<std::size_t> strongest_coefficients(std::span<const double> values,
                                                std::size_t coefficients, std::size_t count) {
  std::vector<double> power(coefficients, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) power[i % coefficients] += values[i] * values[i];
  std::vector<std::size_t> order(coefficients);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return power[a] > power[b]; });
  order.resize(std::min(count, coefficients));
  return order;
}

DampedTail::DampedTail(std::span<const double> values, std::size_t coefficients,
                       std::size_t most_rates)
    : coefficients_(coefficients) {
  openblas_set_num_threads(1);  // the same sums for any number of threads
  const std::size_t samples = values.size() / coefficients;
  const std::size_t count = std::min(kMixtures, coefficients);
  for (const complex<double>& z :
       delay_factors(mixtures(values, coefficients, count), count, most_rates))
    // What grows is noise, not sound.
    if (z.imag() >= 0 && std::abs(z) > kFastest && std::abs(z) < 1)
      rates_.push_back(std::log(z) / static_cast<double>(kDelay));
  if (rates_.empty()) return;
  std::sort(rates_.begin(), rates_.end(), [](const auto& a, const auto& b) {
    return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() < b.real();
  });

  const std::size_t columns = 2 * rates_.size();
  Matrix normal(columns * columns, 0.0);
  std::vector<double> basis(columns);
  amplitudes_.assign(columns * coefficients, 0.0);
  for (std::size_t n = 0; n < samples; ++n) {
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      const complex<double> z = std::exp(rates_[k] * static_cast<double>(n));
      basis[2 * k] = z.real(), basis[2 * k + 1] = z.imag();
    }
    add_square(normal, basis);
    const double* row = values.data() + n * coefficients;
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t c = 0; c < coefficients; ++c)
        amplitudes_[i * coefficients + c] += basis[i] * row[c];
  }
  double mean = 0;
  for (std::size_t i = 0; i < columns; ++i) mean += normal[i * columns + i];
  for (std::size_t i = 0; i < columns; ++i)
    normal[i * columns + i] += kRidge * mean / static_cast<double>(columns);
  // The upper half by columns is the lower half by rows.
  const auto n = static_cast<lapack_int>(columns), right = static_cast<lapack_int>(coefficients);
  if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', n, right, normal.data(), n, amplitudes_.data(), right) !=
      0)
    rates_.clear();
}

void DampedTail::evaluate(std::size_t from, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t n = 0; n < out.size() / coefficients_; ++n)
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      const complex<double> z = std::exp(rates_[k] * static_cast<double>(from + n));
      const double* cosine = amplitudes_.data() + 2 * k * coefficients_;
      const double* sine = cosine + coefficients_;
      for (std::size_t c = 0; c < coefficients_; ++c)
        out[n * coefficients_ + c] += z.real() * cosine[c] + z.imag() * sine[c];
    }
}

double foretelling_error(std::span<const double> values, std::size_t coefficients,
                         std::size_t most_rates) {
  const std::size_t samples = values.size() / coefficients, known = samples - samples / 3;
  const DampedTail tail(values.first(known * coefficients), coefficients, most_rates);
  std::vector<double> told((samples - known) * coefficients);
  tail.evaluate(known, told);
  double sum = 0;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const double d = told[i] - values[known * coefficients + i];
    sum += d * d;
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, samples - known));
}

}  // namespace peal
