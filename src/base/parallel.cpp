#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace peal {
namespace {
int limit = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void set_thread_limit(int threads) { limit = std::max(1, threads); }
int thread_limit() { return limit; }

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& unit) {
  if (limit == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) unit(i);
    return;
  }
  tbb::task_arena arena(limit);
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { unit(i); });
  });
}

}  // namespace peal
