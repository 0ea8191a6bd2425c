#include "base/work_context.h"

namespace peal {
namespace {

constexpr std::chrono::milliseconds kPause{10};  // between two questions, or two words

thread_local WorkContext* here = nullptr;

}  // namespace

WorkContext* WorkContext::current() noexcept { return here; }

bool WorkContext::cancelled() noexcept {
  if (cancelled_.load(std::memory_order_relaxed)) return true;
  if (!wishes_.cancel) return false;
  const std::unique_lock lock(asking_, std::try_to_lock);
  if (!lock) return false;  // another thread asks
  const auto now = Clock::now();
  if (now - asked_ < kPause) return false;
  asked_ = now;
  try {
    if (wishes_.cancel()) cancelled_.store(true, std::memory_order_relaxed);
  } catch (...) {
    cancelled_.store(true, std::memory_order_relaxed);
  }
  return cancelled_.load(std::memory_order_relaxed);
}

void WorkContext::tell(const std::string& stage, double part) {
  if (!wishes_.progress) return;
  const std::lock_guard lock(telling_);
  const auto now = Clock::now();
  const bool goes_on = stage == stage_ && part > 0;
  if (goes_on && (part < part_ || (part < 1 && now - told_ < kPause))) return;
  told_ = now, stage_ = stage, part_ = part;
  wishes_.progress(stage, part);
}

WorkScope::WorkScope(WorkContext* context) noexcept : before_(here) { here = context; }
WorkScope::~WorkScope() { here = before_; }

}  // namespace peal
