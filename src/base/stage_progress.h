// One bar of progress after the other, for work that tells its stages by name: a stage begins when
// it is first named, and ends the one before. May be called from any thread once a stage has begun.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/interrupt.h"
#include "base/progress.h"

namespace peal {

class StageProgress {
 public:
  explicit StageProgress(bool quiet) : quiet_(quiet) {}

  /// @param part of the stage that is done, 0 .. 1. Throws Interrupted after Ctrl-C.
  void operator()(const char* stage, double part) {
    if (begun_ != stage) {
      finish();
      bar_.emplace(stage, kTicks, ProgressOptions{quiet_});
      begun_ = stage;
    }
    bar_->set(static_cast<std::uint64_t>(part * kTicks));
    throw_if_interrupted();
  }
  void finish() {
    if (bar_) bar_->finish();
  }

 private:
  static constexpr std::uint64_t kTicks = 1000;
  bool quiet_;
  std::string begun_;
  std::optional<Progress> bar_;
};

}  // namespace peal
