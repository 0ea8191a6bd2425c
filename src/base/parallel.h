// Independent units of work on up to `thread_limit()` threads. Each unit writes only its own result
// and is itself sequential, so results do not depend on the number of threads.
#pragma once
#include <cstddef>
#include <functional>

namespace peal {

/// At least 1; the default is the number of cores. Call before any parallel work begins.
void set_thread_limit(int threads);
int thread_limit();  // of the work under way (base/work_context.h), or else the program's

/// Calls unit(i) for i in [0, count). The first exception thrown by a unit is rethrown here.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& unit);

}  // namespace peal
