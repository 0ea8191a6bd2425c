#include "motion/worlds/shape_cut.h"

#include <algorithm>

#include "base/error.h"

namespace peal {
namespace {

/// Samples that are knots in [first, first + count).
std::int64_t first_knot(std::int64_t first) {
  const std::int64_t k = ShapeSamples::kKnot;
  return first >= 0 ? (first + k - 1) / k * k : -(-first / k * k);
}
int knots_in(std::int64_t first, int count) {
  const std::int64_t begin = first_knot(first), end = first_knot(first + count);
  return static_cast<int>((end - begin) / ShapeSamples::kKnot);
}

/// Rows of `from` samples become rows of `to`, taken from `skip` on.
template <class T>
std::vector<T> rows(const std::vector<T>& all, std::size_t count, int width, int skip, int to) {
  std::vector<T> out;
  out.reserve(count * to);
  for (std::size_t r = 0; r < count; ++r)
    out.insert(out.end(), all.begin() + static_cast<std::ptrdiff_t>(r * width + skip),
               all.begin() + static_cast<std::ptrdiff_t>(r * width + skip + to));
  return out;
}

ShapeSamples part(const ShapeSamples& all, std::int64_t first, int count) {
  ShapeSamples out;
  out.object = all.object, out.rate = all.rate, out.points = all.points;
  out.first = first, out.count = count;
  const int before = static_cast<int>(first - all.first);
  const auto points = static_cast<std::size_t>(all.points);
  out.acceleration = rows(all.acceleration, 3 * points, all.count, before, count);
  out.knots = rows(all.knots, points, knots_in(all.first, all.count), knots_in(all.first, before),
                   knots_in(first, count));
  return out;
}

}  // namespace

void append(ShapeSamples& all, const ShapeSamples& more) {
  if (all.count == 0) {
    all = more;
    return;
  }
  if (more.first != all.first + all.count || more.points != all.points)
    fail("motion: samples of a shape do not follow each other");
  ShapeSamples out;
  out.object = all.object, out.rate = all.rate, out.points = all.points;
  out.first = all.first, out.count = all.count + more.count;
  const int a = knots_in(all.first, all.count), b = knots_in(more.first, more.count);
  out.acceleration.reserve(all.acceleration.size() + more.acceleration.size());
  out.knots.reserve(all.knots.size() + more.knots.size());
  for (int r = 0; r < 3 * all.points; ++r) {
    const auto x = all.acceleration.begin() + std::ptrdiff_t(r) * all.count;
    const auto y = more.acceleration.begin() + std::ptrdiff_t(r) * more.count;
    out.acceleration.insert(out.acceleration.end(), x, x + all.count);
    out.acceleration.insert(out.acceleration.end(), y, y + more.count);
  }
  for (int r = 0; r < all.points; ++r) {
    const auto x = all.knots.begin() + std::ptrdiff_t(r) * a;
    const auto y = more.knots.begin() + std::ptrdiff_t(r) * b;
    out.knots.insert(out.knots.end(), x, x + a);
    out.knots.insert(out.knots.end(), y, y + b);
  }
  all = std::move(out);
}

ShapeSamples cut_before(ShapeSamples& all, std::int64_t sample) {
  const std::int64_t end = all.first + all.count;
  const std::int64_t at = std::clamp(sample, all.first, end);
  ShapeSamples out = part(all, all.first, static_cast<int>(at - all.first));
  all = part(all, at, static_cast<int>(end - at));
  return out;
}

}  // namespace peal
