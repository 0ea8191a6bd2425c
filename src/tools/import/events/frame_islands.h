// Which bodies may have touched each other between two frames. SI units, world frame.
#pragma once
#include <vector>

#include "tools/import/events/frame_view.h"

namespace peal {

class FrameIslands {
 public:
  /// Keeps references to all; `now` holds the states with which the bodies arrive at frame k.
  FrameIslands(const RigidSetup& setup, const FrameView& view, const std::vector<RigidState>& now,
               std::size_t k)
      : setup_(setup), view_(view), now_(now), k_(k) {}

  /// The two may have touched before frame k + 1.
  bool near(std::size_t a, std::size_t b) const;
  /// The bodies in groups that may have touched each other.
  std::vector<std::vector<std::size_t>> of(const std::vector<std::size_t>& bodies) const;

 private:
  double reach(std::size_t b) const;
  double turn(std::size_t b) const;  // [rad] at most, in the interval

  const RigidSetup& setup_;
  const FrameView& view_;
  const std::vector<RigidState>& now_;
  const std::size_t k_;
};

}  // namespace peal
