#include "base/late_progress.h"

#include <chrono>

#include "base/steady_seconds.h"

namespace peal {
namespace {

constexpr double kTicks = 1000;

}  // namespace

LateProgress::LateProgress(std::string label, double patience, ProgressOptions options)
    : label_(std::move(label)), patience_(patience), options_(std::move(options)) {
  if (!options_.clock) options_.clock = steady_seconds;
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
