// Copies of the bank's bodies that differ as things do that are made one by one
// (dsp/modal/varied_poles.h): made at create(), so that a new voice takes no longer. Body b as copy
// k is number b * copies + k of the list; copy 0 is as computed. Everything but the poles is
// shared.
#pragma once
#include <span>
#include <vector>

#include "dsp/play_body.h"

namespace peal {

class EngineCopies {
 public:
  EngineCopies() = default;
  /// @param bodies must outlive it; @param copies of each, at least 1; @param rate [Hz].
  EngineCopies(std::span<const PlayBody> bodies, int copies, double rate);

  std::span<const PlayBody> bodies() const noexcept { return bodies_; }
  double bytes() const noexcept;

 private:
  std::vector<std::vector<Complex<double>>> poles_;
  std::vector<PlayBody> bodies_;
};

}  // namespace peal
