// Unit i of n, counted from 0: every n-th of a list that all processes see in the same order.
#pragma once
#include <cstddef>

namespace peal {

struct Share {
  std::size_t index = 0, count = 1;
  bool has(std::size_t unit) const { return unit % count == index; }
};

}  // namespace peal
