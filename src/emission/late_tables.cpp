#include "emission/late_tables.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/interrupt.h"
#include "emission/click_kernel.h"

namespace peal {
namespace {

constexpr int kShortest = 512;     // [samples] of tables for which it is worth while
constexpr double kLeftOut = 1e-5;  // energy of what the courses miss
constexpr int kParts[] = {8, 3};   // the late part begins at one of these parts of the tables

// Sixteen sums side by side, for the compiler to take several at once.
double product(const float* a, const float* b, std::size_t count) {
  float sums[16] = {};
  std::size_t n = 0;
  for (; n + 16 <= count; n += 16)
    for (std::size_t i = 0; i < 16; ++i) sums[i] += a[n + i] * b[n + i];
  double sum = 0;
  for (; n < count; ++n) sum += static_cast<double>(a[n]) * static_cast<double>(b[n]);
  for (const float x : sums) sum += static_cast<double>(x);
  return sum;
}

/// a += factor * b
void add(float* a, float factor, const float* b, std::size_t count) {
  std::size_t n = 0;
  for (; n + 16 <= count; n += 16)
    for (std::size_t i = 0; i < 16; ++i) a[n + i] += factor * b[n + i];
  for (; n < count; ++n) a[n] += factor * b[n];
}

/// Makes the courses orthonormal, one after the other, twice; drops those that are mixtures of
/// the others.
void orthonormalise(std::vector<std::vector<float>>& courses) {
  std::vector<std::vector<float>> out;
  for (std::vector<float>& course : courses) {
    const double before = std::sqrt(product(course.data(), course.data(), course.size()));
    for (int twice = 0; twice < 2; ++twice)
      for (const std::vector<float>& other : out) {
        const double part = product(course.data(), other.data(), course.size());
        add(course.data(), static_cast<float>(-part), other.data(), course.size());
      }
    const double left = std::sqrt(product(course.data(), course.data(), course.size()));
    if (!(left > 1e-5 * before)) continue;
    for (float& x : course) x = static_cast<float>(static_cast<double>(x) / left);
    out.push_back(std::move(course));
  }
  courses = std::move(out);
}

/// @return energy of what the courses miss.
double reduce(const std::vector<std::vector<float>>& rows, const std::vector<float>& scale,
              int samples, LateTables& out) {
  const auto from = static_cast<std::size_t>(out.from);
  const std::size_t length = static_cast<std::size_t>(samples) - from;
  out.courses.assign(kLateCourses, std::vector<float>(length, 0.0f));
  out.mix.assign(rows.size() * kLateCourses, 0.0f);
  std::mt19937 random(1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r % 64 == 0) throw_if_interrupted();
    for (std::vector<float>& course : out.courses) {
      const float weight = scale[r] * (static_cast<float>(random() >> 8) * 0x1p-23f - 1);
      if (rows[r].size() > from)
        add(course.data(), weight, rows[r].data() + from, rows[r].size() - from);
    }
  }
  orthonormalise(out.courses);
  out.courses.resize(kLateCourses, std::vector<float>(length, 0.0f));
  double missed = 0;
  std::vector<float> left;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r % 64 == 0) throw_if_interrupted();
    if (rows[r].size() <= from) continue;
    left.assign(rows[r].begin() + out.from, rows[r].end());
    for (int k = 0; k < kLateCourses; ++k) {
      const std::vector<float>& course = out.courses[static_cast<std::size_t>(k)];
      out.mix[r * kLateCourses + static_cast<std::size_t>(k)] =
          static_cast<float>(product(left.data(), course.data(), left.size()));
    }
    double all = 0, kept = 0;
    for (const float x : left) all += static_cast<double>(x) * static_cast<double>(x);
    for (int k = 0; k < kLateCourses; ++k) {
      const auto part =
          static_cast<double>(out.mix[r * kLateCourses + static_cast<std::size_t>(k)]);
      kept += part * part;
    }
    const auto s = static_cast<double>(scale[r]);
    missed += s * s * std::max(0.0, all - kept);
  }
  return missed;
}

}  // namespace

void LateTables::weights(std::span<const float> rows, std::span<float> into) const {
  float sums[kLateCourses] = {};
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (int k = 0; k < kLateCourses; ++k)
      sums[k] += rows[r] * mix[r * kLateCourses + static_cast<std::size_t>(k)];
  std::copy_n(sums, kLateCourses, into.begin());
}

LateTables late_tables(const std::vector<std::vector<float>>& rows, const std::vector<float>& scale,
                       int samples) {
  LateTables out;
  if (samples >= kShortest && rows.size() > 2 * kLateCourses)
    for (const int part : kParts) {
      out.from = samples / part / kClickBlock * kClickBlock;
      if (reduce(rows, scale, samples, out) <= kLeftOut) return out;
    }
  out.from = samples, out.courses.clear(), out.mix.clear();
  return out;
}

}  // namespace peal
