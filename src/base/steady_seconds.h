// A clock that never goes back, for durations: seconds since a moment that means nothing.
#pragma once
#include <chrono>

namespace peal {

inline double steady_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace peal
