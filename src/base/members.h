// The members of an aggregate one after the other, in the order of their declaration, so that
// nobody lists them by hand: visit_members(x, [](auto&... members) { ... }). At most 20; arrays as
// members and base classes do not compile.
#pragma once
#include <type_traits>

#include "base/member_count.h"

namespace peal {

template <class T, class F>
decltype(auto) visit_members(T& x, F&& f) {
  constexpr std::size_t n = member_count<std::remove_const_t<T>>();
  static_assert(n >= 1 && n <= 20, "add a line below");
  // clang-format off
  if constexpr (n == 1) { auto& [a] = x; return f(a); }
  else if constexpr (n == 2) { auto& [a, b] = x; return f(a, b); }
  else if constexpr (n == 3) { auto& [a, b, c] = x; return f(a, b, c); }
  else if constexpr (n == 4) { auto& [a, b, c, d] = x; return f(a, b, c, d); }
  else if constexpr (n == 5) { auto& [a, b, c, d, e] = x; return f(a, b, c, d, e); }
  else if constexpr (n == 6) { auto& [a, b, c, d, e, g] = x; return f(a, b, c, d, e, g); }
  else if constexpr (n == 7) { auto& [a, b, c, d, e, g, h] = x; return f(a, b, c, d, e, g, h); }
  else if constexpr (n == 8) {
    auto& [a, b, c, d, e, g, h, i] = x;
    return f(a, b, c, d, e, g, h, i);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, g, h, i, j] = x;
    return f(a, b, c, d, e, g, h, i, j);
  } else if constexpr (n == 10) {
    auto& [a, b, c, d, e, g, h, i, j, k] = x;
    return f(a, b, c, d, e, g, h, i, j, k);
  } else if constexpr (n == 11) {
    auto& [a, b, c, d, e, g, h, i, j, k, l] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l);
  } else if constexpr (n == 12) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m);
  } else if constexpr (n == 13) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o);
  } else if constexpr (n == 14) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p);
  } else if constexpr (n == 15) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q);
  } else if constexpr (n == 16) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r);
  } else if constexpr (n == 17) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s);
  } else if constexpr (n == 18) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t);
  } else if constexpr (n == 19) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u);
  } else {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v);
  }
  // clang-format on
}

}  // namespace peal
