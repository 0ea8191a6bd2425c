#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>

namespace peal {
namespace {

int limit = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));

// One arena for all loops: each new one keeps some kilobytes for ever.
std::shared_ptr<tbb::task_arena> shared_arena() {
  static std::mutex turn;
  static std::shared_ptr<tbb::task_arena> arena;
  static int threads = 0;
  const std::lock_guard lock(turn);
  if (threads != limit) arena = std::make_shared<tbb::task_arena>(threads = limit);
  return arena;
}

}  // namespace

void set_thread_limit(int threads) { limit = std::max(1, threads); }
int thread_limit() { return limit; }

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& unit) {
  if (limit == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) unit(i);
    return;
  }
  const auto arena = shared_arena();
  arena->execute(
      [&] { tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { unit(i); }); });
}

}  // namespace peal
