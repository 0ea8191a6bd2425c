// Counts what real-time code must not call, on the thread that asked: memory (malloc and free, and
// with them new and delete), locks, and writes. The functions are replaced in the test program
// alone.
#pragma once

namespace peal {

struct WatchedCalls {
  long memory = 0, locks = 0, writes = 0;
  long all() const { return memory + locks + writes; }
};

/// Calls of this thread while a watch lives.
class CallWatch {
 public:
  CallWatch();
  ~CallWatch();
  WatchedCalls calls() const;
};

/// False under a sanitizer: it has its own malloc.
bool calls_can_be_watched();

}  // namespace peal
