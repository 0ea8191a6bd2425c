#include "base/late_progress.h"

#include <chrono>

namespace peal {
namespace {

constexpr double kTicks = 1000;

double seconds_now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

LateProgress::LateProgress(std::string label, double patience, ProgressOptions options)
    : label_(std::move(label)), patience_(patience), options_(std::move(options)) {
  if (!options_.clock) options_.clock = seconds_now;
  start_ = options_.clock();
}

void LateProgress::set(double part) {
  if (options_.quiet) return;
  if (!shown_ && options_.clock() - start_ > patience_)
    shown_.emplace(label_, static_cast<std::uint64_t>(kTicks), options_);
  if (shown_) shown_->set(static_cast<std::uint64_t>(part * kTicks));
}

void LateProgress::finish() {
  if (shown_) shown_->finish();
}

}  // namespace peal
