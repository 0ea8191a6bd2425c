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
  if (!all.turning.empty()) out.turning = rows(all.turning, points, all.count, before, count);
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
  if (more.first != all.first + all.count || more.points != all.points ||
      more.turning.empty() != all.turning.empty())
    fail("motion: samples of a shape do not follow each other");
  ShapeSamples out;
  out.object = all.object, out.rate = all.rate, out.points = all.points;
  out.first = all.first, out.count = all.count + more.count;
  const int a = knots_in(all.first, all.count), b = knots_in(more.first, more.count);
  const auto join = [](auto& to, const auto& front, int first, const auto& back, int second,
                       int rows) {
    to.reserve(front.size() + back.size());
    for (int r = 0; r < rows; ++r) {
      const auto x = front.begin() + std::ptrdiff_t(r) * first,
                 y = back.begin() + std::ptrdiff_t(r) * second;
      to.insert(to.end(), x, x + first);
      to.insert(to.end(), y, y + second);
    }
  };
  join(out.acceleration, all.acceleration, all.count, more.acceleration, more.count,
       3 * all.points);
  if (!all.turning.empty())
    join(out.turning, all.turning, all.count, more.turning, more.count, all.points);
  join(out.knots, all.knots, a, more.knots, b, all.points);
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
