#include "emission/fields/late_tables.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/interrupt.h"

extern "C" {
void openblas_set_num_threads(int threads);
void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                 const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
void cblas_sgemv(int order, int trans, int m, int n, float alpha, const float* a, int lda,
                 const float* x, int incx, float beta, float* y, int incy);
}

namespace peal {
namespace {

constexpr int kShortest = 512;  // [samples] of tables for which it is worth while
// Energy of what the basis of a group misses, summed over the rows of all distances: an ear hears
// about a tenth of it.
constexpr double kLateLeftOut = 1e-4;
constexpr int kParts[] = {8, 5, 3};  // the late part begins at one of these parts of the tables

constexpr std::size_t kChunk = 256;  // rows that are packed at once

constexpr int kRowMajor = 101, kPlain = 111, kTransposed = 112;

/// Whole matrices, row after row.
struct Matrix {
  std::size_t rows, columns;
  std::vector<float> values;
  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c) {}
  float* row(std::size_t r) { return values.data() + r * columns; }
  const float* row(std::size_t r) const { return values.data() + r * columns; }
};

/// c += a b, b transposed if asked; only the first rows of a count.
void multiply(const Matrix& a, std::size_t rows, const Matrix& b, bool transposed, float* c,
              std::size_t width) {
  cblas_sgemm(kRowMajor, kPlain, transposed ? kTransposed : kPlain, static_cast<int>(rows),
              static_cast<int>(width), static_cast<int>(a.columns), 1, a.values.data(),
              static_cast<int>(a.columns), b.values.data(), static_cast<int>(b.columns), 1, c,
              static_cast<int>(width));
}

double square(const float* a, std::size_t count) {
  double sum = 0;
  for (std::size_t n = 0; n < count; ++n)
    sum += static_cast<double>(a[n]) * static_cast<double>(a[n]);
  return sum;
}

/// Makes the basis functions orthonormal, one after the other, twice; those that are mixtures of
/// the others become zero.
void orthonormalise(Matrix& basis) {
  const std::size_t n = basis.columns;
  for (std::size_t k = 0; k < basis.rows; ++k) {
    float* function = basis.row(k);
    const double before = std::sqrt(square(function, n));
    for (int twice = 0; twice < 2 && k > 0; ++twice) {
      std::vector<float> parts(k, 0.0f);
      const int ks = static_cast<int>(k), ns = static_cast<int>(n);
      cblas_sgemv(kRowMajor, kPlain, ks, ns, 1, basis.values.data(), ns, function, 1, 0,
                  parts.data(), 1);
      cblas_sgemv(kRowMajor, kTransposed, ks, ns, -1, basis.values.data(), ns, parts.data(), 1, 1,
                  function, 1);
    }
    const double left = std::sqrt(square(function, n));
    const bool own = left > 1e-5 * before;
    for (std::size_t i = 0; i < n; ++i)
      function[i] = own ? static_cast<float>(static_cast<double>(function[i]) / left) : 0.0f;
  }
}

/// The late parts of some rows, scaled, one below the other.
void pack(const std::vector<std::vector<float>>& rows, std::span<const std::size_t> chosen,
          std::size_t from, Matrix& into) {
  std::fill(into.values.begin(), into.values.end(), 0.0f);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::vector<float>& row = rows[chosen[i]];
    if (row.size() > from) std::copy(row.begin() + static_cast<long>(from), row.end(), into.row(i));
  }
}

/// Basis and mixtures of one group. @return energy of what the basis misses.
double reduce(const std::vector<std::vector<float>>& rows, const std::vector<float>& scale,
              const std::vector<std::size_t>& chosen, std::size_t length, LateTables& out) {
  const auto from = static_cast<std::size_t>(out.from);
  Matrix packed(kChunk, length), basis(kLateBasis, length), random(kLateBasis, kChunk);
  std::mt19937 dice(1);
  const auto each_chunk = [&](const auto& visit) {
    for (std::size_t first = 0; first < chosen.size(); first += kChunk) {
      throw_if_interrupted();
      const std::span<const std::size_t> some =
          std::span(chosen).subspan(first, std::min(kChunk, chosen.size() - first));
      pack(rows, some, from, packed);
      visit(some);
    }
  };
  each_chunk([&](std::span<const std::size_t> some) {
    for (std::size_t k = 0; k < random.rows; ++k)
      for (std::size_t i = 0; i < kChunk; ++i) {
        const float number = static_cast<float>(dice() >> 8) * 0x1p-23f - 1;
        random.row(k)[i] = i < some.size() ? scale[some[i]] * number : 0;
      }
    multiply(random, kLateBasis, packed, false, basis.values.data(), length);
  });
  orthonormalise(basis);
  double missed = 0;
  Matrix mix(kChunk, kLateBasis);
  each_chunk([&](std::span<const std::size_t> some) {
    std::fill(mix.values.begin(), mix.values.end(), 0.0f);
    multiply(packed, some.size(), basis, true, mix.values.data(), kLateBasis);
    for (std::size_t i = 0; i < some.size(); ++i) {
      out.mix.insert(out.mix.end(), mix.row(i), mix.row(i) + kLateBasis);
      const double s = static_cast<double>(scale[some[i]]);
      missed +=
          s * s * std::max(0.0, square(packed.row(i), length) - square(mix.row(i), kLateBasis));
    }
  });
  for (std::size_t k = 0; k < kLateBasis; ++k)
    out.basis.emplace_back(basis.row(k), basis.row(k) + length);
  return missed;
}

}  // namespace

PulseZone LateTables::zone() const {
  PulseZone zone;
  zone.ends = ends, zone.members = members, zone.mix = mix;
  return zone;
}

void LateTables::weights(std::span<const float> rows, std::span<float> into) const {
  basis_weights(zone(), rows.data(), into.data());
}

LateTables late_tables(const std::vector<std::vector<float>>& rows, const std::vector<float>& scale,
                       int samples, std::vector<int> group) {
  LateTables out;
  group.resize(rows.size());
  const int groups = rows.empty() ? 0 : 1 + *std::max_element(group.begin(), group.end());
  if (samples >= kShortest && rows.size() > 2 * static_cast<std::size_t>(groups) * kLateBasis) {
    openblas_set_num_threads(1);
    std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(groups));
    for (std::size_t r = 0; r < rows.size(); ++r)
      members[static_cast<std::size_t>(group[r])].push_back(r);
    for (const auto& of_group : members) {
      out.members.insert(out.members.end(), of_group.begin(), of_group.end());
      out.ends.push_back(static_cast<int>(out.members.size()));
    }
    for (const int part : kParts) {
      out.from = samples / part / kClickBlock * kClickBlock;
      out.basis.clear(), out.mix.clear();
      double missed = 0;  // of the worst group
      for (std::size_t g = 0; g < members.size() && missed <= kLateLeftOut; ++g)
        missed = std::max(missed, reduce(rows, scale, members[g],
                                         static_cast<std::size_t>(samples - out.from), out));
      if (missed <= kLateLeftOut) return out;
    }
  }
  out = {};
  out.from = samples;
  return out;
}

}  // namespace peal
