// A long render makes many parallel loops: they must not keep memory.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "base/parallel.h"

namespace peal {
namespace {

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

TEST(Parallel, ManyLoopsKeepNoMemory) {
  const int before = thread_limit();
  set_thread_limit(2);
  std::atomic<int> done = 0;
  const auto loops = [&](int count) {
    for (int k = 0; k < count; ++k) parallel_for(3, [&](std::size_t) { ++done; });
  };
  loops(200);
  const double start = resident_megabytes();
  loops(4000);  // as in seven minutes of sound
  EXPECT_LT(resident_megabytes() - start, 4);
  EXPECT_EQ(done, 3 * 4200);
  set_thread_limit(before);
}

TEST(Parallel, LoopsWithinLoopsAndAfterAChangeOfTheLimit) {
  const int before = thread_limit();
  for (int threads : {1, 2, 1, 2}) {
    set_thread_limit(threads);
    std::atomic<int> done = 0;
    parallel_for(4, [&](std::size_t) { parallel_for(5, [&](std::size_t) { ++done; }); });
    EXPECT_EQ(done, 20);
  }
  set_thread_limit(before);
}

}  // namespace
}  // namespace peal
