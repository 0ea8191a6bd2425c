// What long work asks of whoever started it: whether to stop, on how many threads, and who is told
// how far it is. It belongs to the thread that set it and to all units of its parallel loops, so
// that two renders of one program do not meet. Without one, the program's own settings hold:
// signals (base/interrupt.h), set_thread_limit() and bars on standard error.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>

namespace peal {

class WorkContext {
 public:
  struct Wishes {
    std::function<bool()> cancel = {};  // asked now and then, by one thread at a time
    /// Stage and part done, 0 .. 1; by one thread at a time. What it throws ends the work.
    std::function<void(const std::string& stage, double part)> progress = {};
    bool bars = false;  // also draws on standard error
    int threads = 0;    // 0: as many as the program allows
  };
  explicit WorkContext(Wishes wishes) : wishes_(std::move(wishes)) {}
  WorkContext(const WorkContext&) = delete;
  WorkContext& operator=(const WorkContext&) = delete;

  /// Once true, always true. A question that throws is an answer: stop.
  bool cancelled() noexcept;
  /// Begin and end of a stage are always told, what lies between now and then, never less than
  /// before.
  void tell(const std::string& stage, double part);
  bool draws() const { return wishes_.bars; }
  int threads() const { return wishes_.threads; }

  /// Of this thread; none when nobody set one.
  static WorkContext* current() noexcept;

 private:
  using Clock = std::chrono::steady_clock;
  Wishes wishes_;
  std::atomic<bool> cancelled_{false};
  std::mutex asking_, telling_;
  Clock::time_point asked_{}, told_{};
  std::string stage_;  // told last
  double part_ = 0;    // of it
};

/// While it lives, the context is that of this thread.
class WorkScope {
 public:
  explicit WorkScope(WorkContext* context) noexcept;
  ~WorkScope();
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  WorkContext* before_;
};

}  // namespace peal
