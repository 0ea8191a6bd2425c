#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "tools/compare/transfer_comparison.h"

namespace peal {
namespace {

// Relative differences of frequencies: of modes that are the same whatever their number, and of
// equally many modes in the same order, as meshes of other fineness give them.
constexpr double kSame = 1e-3, kSameOrder = 1e-2;

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::vector<std::size_t> by_frequency(const TransferResult& t) {
  std::vector<std::size_t> order(t.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return t.omega(i) < t.omega(j); });
  return order;
}

double apart(double a, double b) { return std::abs(b - a) / a; }

/// Both from the lowest up; equal frequencies pair in order.
Pairs near_pairs(const TransferResult& a, const TransferResult& b) {
  const auto in_a = by_frequency(a), in_b = by_frequency(b);
  Pairs pairs;
  for (std::size_t i = 0, j = 0; i < in_a.size() && j < in_b.size();) {
    const double wa = a.omega(in_a[i]), wb = b.omega(in_b[j]);
    if (apart(wa, wb) <= kSame)
      pairs.emplace_back(in_a[i++], in_b[j++]);
    else
      ++(wa < wb ? i : j);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

Pairs match_modes(const TransferResult& a, const TransferResult& b, std::string& note) {
  Pairs in_order;
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    in_order.emplace_back(i, i);
    most = std::max(most, apart(a.omega(i), b.omega(i)));
  }
  const bool equal = a.size() == b.size();
  if (equal && most <= kSameOrder) {
    note = fmt::format("modes belong together by order; frequencies differ by {:.2g} % at most",
                       100 * most);
    return in_order;
  }
  const Pairs near = near_pairs(a, b);
  const std::size_t smaller = in_order.size();
  if (2 * near.size() >= smaller && !near.empty()) {
    note = fmt::format(
        "modes belong together by frequency, within {:g} %: {} of the {} in a and {} in b",
        100 * kSame, near.size(), a.size(), b.size());
    return near;
  }
  if (!equal)
    fail(
        "the modes do not belong together: {} has {}, {} has {}, and only {} agree in frequency "
        "within {:g} %; give both of the same body and material",
        a.name, a.size(), b.name, b.size(), near.size(), 100 * kSame);
  note = fmt::format("modes belong together by order alone; frequencies differ by up to {:.3g} %",
                     100 * most);
  return in_order;
}

}  // namespace peal
