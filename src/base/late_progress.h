// Progress of work that is mostly done at once: nothing is shown unless it takes longer than one
// likes to wait without a word.
#pragma once
#include <optional>
#include <string>

#include "base/progress.h"

namespace peal {

class LateProgress {
 public:
  /// @param patience [s] of silence from now on.
  LateProgress(std::string label, double patience, ProgressOptions options = {});

  /// @param part of the work that is done, 0 to 1. From one thread.
  void set(double part);
  /// Prints the duration, if anything was shown.
  void finish();

 private:
  const std::string label_;
  const double patience_;
  ProgressOptions options_;
  double start_ = 0;
  std::optional<Progress> shown_;
};

}  // namespace peal
