#include "base/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace peal {
namespace {

std::atomic<int> raised{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not take a lock");

void on_signal(int number) {
  raised.store(number, std::memory_order_relaxed);
  ::alarm(kInterruptGrace);
}

void on_alarm(int) {
  constexpr char kText[] = "peal: interrupted; nothing was overwritten\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kText, sizeof kText - 1);
  ::_exit(128 + raised.load(std::memory_order_relaxed));
}

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // RESTART: writes under way finish. RESETHAND: the second signal takes the default action.
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int number : {SIGINT, SIGTERM, SIGALRM}) {
    if (number == SIGALRM) action.sa_handler = on_alarm;
    if (::sigaction(number, &action, nullptr) != 0)
      fail("cannot install the handler of signal {}: {}", number, std::strerror(errno));
  }
}

bool interrupted() noexcept { return interrupt_signal() != 0; }

int interrupt_signal() noexcept { return raised.load(std::memory_order_relaxed); }

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

void rearm_interrupt_handlers() {
  raised.store(0, std::memory_order_relaxed);
  ::alarm(0);
  install_interrupt_handlers();
}

}  // namespace peal
