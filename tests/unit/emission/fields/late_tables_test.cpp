// Tables in few rows: what they say late is what the full tables say.
#include "emission/fields/late_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/constants.h"
#include "dsp/radiation/click_kernel.h"

namespace peal {
namespace {

constexpr int kRows = 300, kSamples = 960;
constexpr double kMissed = 3e-3;  // of the tables, root of the energies

struct Tables {
  std::vector<std::vector<float>> rows;
  std::vector<float> scale;  // the scaled energies sum to 1
};

/// Noise up to sample `noisy`, and `count` damped oscillations that all rows mix, each weaker than
/// the one before by `factor`.
Tables ringing(int count, int noisy, double factor = 1) {
  std::vector<std::vector<double>> basis;
  for (int k = 0; k < count; ++k)
    for (const double phase : {0.0, kPi / 2}) {
      basis.emplace_back();
      for (int n = 0; n < kSamples; ++n)
        basis.back().push_back(std::pow(factor, k) * std::exp(-n * (1 + k % 5) / 800.0) *
                               std::cos((0.02 + 2.9 * k / count) * n + phase));
    }
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  Tables out;
  double energy = 0;
  for (int r = 0; r < kRows; ++r) {
    std::vector<double> row(kSamples, 0.0);
    for (const std::vector<double>& function : basis) {
      const double weight = normal(random);
      for (int n = 0; n < kSamples; ++n) row[n] += weight * function[n];
    }
    for (int n = 0; n < noisy; ++n) row[n] += 5 * normal(random);
    const double loud = std::exp(normal(random));
    out.rows.emplace_back();
    for (const double x : row) out.rows.back().push_back(static_cast<float>(loud * x));
    for (const double x : row) energy += x * x;
    out.scale.push_back(static_cast<float>(1 / loud));
  }
  for (float& scale : out.scale) scale = static_cast<float>(scale / std::sqrt(energy));
  return out;
}

double at(const std::vector<float>& row, int n) {
  return n < static_cast<int>(row.size()) ? static_cast<double>(row[n]) : 0.0;
}

/// Root of the scaled energy by which reduced and full tables differ.
double error_of(const LateTables& late, const Tables& full) {
  double error = 0;
  std::vector<float> one(full.rows.size(), 0.0f), weights(late.basis.size());
  for (std::size_t r = 0; r < full.rows.size(); ++r) {
    one[r] = 1, late.weights(one, weights), one[r] = 0;
    for (int n = late.from; n < kSamples; ++n) {
      double told = 0;
      for (std::size_t k = 0; k < weights.size(); ++k)
        told += static_cast<double>(weights[k]) * at(late.basis[k], n - late.from);
      error += std::pow(static_cast<double>(full.scale[r]) * (told - at(full.rows[r], n)), 2);
    }
  }
  return std::sqrt(error);
}

}  // namespace

TEST(LateTables, SayWhatTheFullTablesSay) {
  const Tables full = ringing(30, 100);
  const LateTables late = late_tables(full.rows, full.scale, kSamples);
  ASSERT_EQ(late.basis.size(), std::size_t{kLateBasis});
  EXPECT_EQ(late.from, kSamples / 8 / kClickBlock * kClickBlock);
  EXPECT_LT(error_of(late, full), kMissed);
  EXPECT_LT(error_of(late, full), 1e-5);  // 60 functions are all there is, but for the rounding
}

TEST(LateTables, MixturesOfRowsAreMixturesOfTheBasis) {
  const Tables full = ringing(30, 100);
  const LateTables late = late_tables(full.rows, full.scale, kSamples);
  ASSERT_FALSE(late.basis.empty());
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<float> rows(kRows), basis(kLateBasis);
  for (int r = 0; r < kRows; ++r) rows[r] = static_cast<float>(normal(random)) * full.scale[r];
  late.weights(rows, basis);
  double error = 0, power = 0;
  for (int n = late.from; n < kSamples; ++n) {
    double whole = 0, reduced = 0;
    for (int r = 0; r < kRows; ++r) whole += static_cast<double>(rows[r]) * at(full.rows[r], n);
    for (int k = 0; k < kLateBasis; ++k)
      reduced += static_cast<double>(basis[k]) * at(late.basis[k], n - late.from);
    error += std::pow(reduced - whole, 2), power += whole * whole;
  }
  EXPECT_LT(std::sqrt(error / power), kMissed);
}

TEST(LateTables, MayLeaveOutLittle) {
  const Tables full = ringing(100, 0, 0.89);  // 200 functions, the last of them weak
  const LateTables late = late_tables(full.rows, full.scale, kSamples);
  ASSERT_FALSE(late.basis.empty());
  EXPECT_GT(error_of(late, full), 1e-5);
  EXPECT_LT(error_of(late, full), kMissed);
}

TEST(LateTables, AreLeftAsTheyAreWhenTheyDoNotBecomeFew) {
  const Tables many = ringing(100, 0);  // 200 functions
  const LateTables none = late_tables(many.rows, many.scale, kSamples);
  EXPECT_EQ(none.from, kSamples);
  EXPECT_TRUE(none.basis.empty());
  EXPECT_TRUE(none.mix.empty());
}

TEST(LateTables, BeginLaterWhenTheEarlyPartIsRich) {
  const Tables full = ringing(30, 300);
  const LateTables late = late_tables(full.rows, full.scale, kSamples);
  ASSERT_FALSE(late.basis.empty());
  EXPECT_EQ(late.from, kSamples / 3 / kClickBlock * kClickBlock);
  EXPECT_LT(error_of(late, full), kMissed);
}

TEST(LateTables, RowsMayEndEarlyAndShortTablesStay) {
  Tables full = ringing(20, 100);
  for (int r = 0; r < kRows; r += 3) full.rows[r].clear();
  full.rows[1].resize(90);  // ends before the late part
  const LateTables late = late_tables(full.rows, full.scale, kSamples);
  ASSERT_FALSE(late.basis.empty());
  EXPECT_LT(error_of(late, full), kMissed);
  EXPECT_TRUE(late_tables(full.rows, full.scale, 400).basis.empty());
  full.rows.resize(200), full.scale.resize(200);
  EXPECT_TRUE(late_tables(full.rows, full.scale, kSamples).basis.empty());
}

}  // namespace peal
