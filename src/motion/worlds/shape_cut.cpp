#include "motion/worlds/shape_cut.h"

#include <algorithm>
#include <utility>

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
  std::vector<ShapeSamples> both;
  both.push_back(std::move(all)), both.push_back(more);
  all = joined(both);
}

ShapeSamples joined(std::vector<ShapeSamples>& pieces) {
  std::vector<const ShapeSamples*> filled;
  ShapeSamples out;
  for (const ShapeSamples& piece : pieces) {
    if (piece.count == 0) continue;
    if (!filled.empty() && (piece.first != filled.back()->first + filled.back()->count ||
                            piece.points != filled.back()->points ||
                            piece.turning.empty() != filled.back()->turning.empty()))
      fail("motion: samples of a shape do not follow each other");
    filled.push_back(&piece);
    out.count += piece.count;
  }
  if (filled.size() < 2) {
    if (!pieces.empty()) out = filled.empty() ? std::move(pieces.back()) : *filled[0];
    pieces.clear();
    return out;
  }
  const ShapeSamples& front = *filled[0];
  out.object = front.object, out.rate = front.rate, out.points = front.points;
  out.first = front.first;
  const auto join = [&](auto member, std::size_t rows, const auto& width) {
    auto& to = out.*member;
    std::size_t size = 0;
    for (const ShapeSamples* piece : filled) size += (piece->*member).size();
    to.reserve(size);
    for (std::size_t r = 0; r < rows && size > 0; ++r)
      for (const ShapeSamples* piece : filled) {
        const int w = width(*piece);
        const auto from = (piece->*member).begin() + static_cast<std::ptrdiff_t>(r) * w;
        to.insert(to.end(), from, from + w);
      }
  };
  const auto points = static_cast<std::size_t>(out.points);
  const auto samples = [](const ShapeSamples& s) { return s.count; };
  join(&ShapeSamples::acceleration, 3 * points, samples);
  join(&ShapeSamples::turning, points, samples);
  join(&ShapeSamples::knots, points,
       [](const ShapeSamples& s) { return knots_in(s.first, s.count); });
  pieces.clear();
  return out;
}

ShapeSamples cut_before(ShapeSamples& all, std::int64_t sample) {
  const std::int64_t end = all.first + all.count;
  const std::int64_t at = std::clamp(sample, all.first, end);
  if (at == end) {
    ShapeSamples rest = part(all, at, 0);
    return std::exchange(all, std::move(rest));
  }
  ShapeSamples out = part(all, all.first, static_cast<int>(at - all.first));
  all = part(all, at, static_cast<int>(end - at));
  return out;
}

}  // namespace peal
