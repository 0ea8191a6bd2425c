// How many members an aggregate has; a base class counts as one. Whoever names all members of a
// type (to hash them, to check them) asserts the number, so that a member added later does not
// compile before it has been thought of. Where there is no base class, `auto& [a, b, c] = x` does
// the same by itself.
#pragma once
#include <cstddef>

namespace peal {

struct AnyMember {
  template <class M>
  operator M() const;
};

template <class T, class... Members>
constexpr std::size_t member_count() {
  if constexpr (requires { T{Members{}..., AnyMember{}}; })
    return member_count<T, Members..., AnyMember>();
  else
    return sizeof...(Members);
}

}  // namespace peal
