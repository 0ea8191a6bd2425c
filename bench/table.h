// Benchmarks print one table: what, time per unit, and its ratio to a limit or rival measured in
// the same run on the same machine.
#pragma once
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace peal::bench {

/// Seconds of one call, the best of as many runs as fit into `budget` seconds.
template <class Work>
double best_seconds(const Work& work, double budget = 0.4) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300, spent = 0;
  do {
    const auto start = Clock::now();
    work();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::min(best, seconds), spent += seconds;
  } while (spent < budget);
  return best;
}

/// [s] of the processor for this thread: others on the machine do not count.
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// The same of one call, the best of as many runs as fit into `budget` seconds.
template <class Work>
double best_thread_seconds(const Work& work, double budget = 0.4) {
  double best = 1e300, spent = 0;
  do {
    const double start = thread_seconds();
    work();
    const double seconds = thread_seconds() - start;
    best = std::min(best, seconds), spent += seconds;
  } while (spent < budget);
  return best;
}

inline void head(const std::string& title) { fmt::print("\n{}\n{:-<100}\n", title, ""); }

inline void row(const std::string& what, double value, const std::string& unit,
                const std::string& remark = "") {
  fmt::print("{:<52} {:>12.4g} {:<18} {}\n", what, value, unit, remark);
}

}  // namespace peal::bench
