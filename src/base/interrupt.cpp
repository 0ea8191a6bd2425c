#include "base/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>

#include "base/error.h"
#include "base/held_interrupts.h"
#include "base/work_context.h"

namespace peal {
namespace {

std::atomic<int> raised{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not take a lock");

void on_signal(int number) {
  raised.store(number, std::memory_order_relaxed);
  ::alarm(kInterruptGrace);
}

std::atomic<bool> replaced{false};
constexpr char kUntouched[] = "peal: interrupted; nothing was overwritten\n";
constexpr char kComplete[] = "peal: interrupted; the new files are complete\n";
constexpr std::size_t kProgram = sizeof "peal: " - 1;

const char* farewell() { return replaced.load(std::memory_order_relaxed) ? kComplete : kUntouched; }

void on_alarm(int) {
  const char* const text = farewell();
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::strlen(text));
  ::_exit(128 + raised.load(std::memory_order_relaxed));
}

std::mutex hold_turn;
std::atomic<bool> came[NSIG];  // while held
void on_held(int number) { came[number].store(true, std::memory_order_relaxed); }

}  // namespace

std::string interrupt_message() {
  const std::string line = farewell();
  return line.substr(kProgram, line.size() - kProgram - 1);
}

void note_files_replaced() noexcept { replaced.store(true, std::memory_order_relaxed); }

HeldInterrupts::HeldInterrupts() {
  hold_turn.lock();
  struct sigaction action {};
  action.sa_handler = on_held;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(kHeld); ++i) {
    came[kHeld[i]].store(false, std::memory_order_relaxed);
    ::sigaction(kHeld[i], &action, &before_[i]);
  }
}

HeldInterrupts::~HeldInterrupts() {
  for (std::size_t i = 0; i < std::size(kHeld); ++i) ::sigaction(kHeld[i], &before_[i], nullptr);
  hold_turn.unlock();
  for (const int number : kHeld)
    if (came[number].load(std::memory_order_relaxed)) ::raise(number);
}

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

bool interrupted() noexcept {
  if (interrupt_signal() != 0) return true;
  WorkContext* const context = WorkContext::current();
  return context && context->cancelled();
}

int interrupt_signal() noexcept { return raised.load(std::memory_order_relaxed); }

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

void rearm_interrupt_handlers() {
  raised.store(0, std::memory_order_relaxed);
  replaced.store(false, std::memory_order_relaxed);
  ::alarm(0);
  install_interrupt_handlers();
}

}  // namespace peal
