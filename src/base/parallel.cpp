#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "base/work_context.h"

namespace peal {
namespace {

int limit = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));

// One arena per number of threads for all loops: each new one keeps some kilobytes for ever.
std::shared_ptr<tbb::task_arena> shared_arena(int threads) {
  static std::mutex turn;
  static std::map<int, std::shared_ptr<tbb::task_arena>> arenas;
  const std::lock_guard lock(turn);
  std::shared_ptr<tbb::task_arena>& arena = arenas[threads];
  if (!arena) arena = std::make_shared<tbb::task_arena>(threads);
  return arena;
}

}  // namespace

void set_thread_limit(int threads) { limit = std::max(1, threads); }
int thread_limit() {
  const WorkContext* const context = WorkContext::current();
  return context && context->threads() > 0 ? context->threads() : limit;
}

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& unit) {
  const int threads = thread_limit();
  if (threads == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) unit(i);
    return;
  }
  const auto arena = shared_arena(threads);
  WorkContext* const context = WorkContext::current();
  arena->execute([&] {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
      const WorkScope scope(context);  // a thread that waits may take units of other loops
      unit(i);
    });
  });
}

}  // namespace peal
