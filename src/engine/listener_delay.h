// Travel time from a moving source to an ear: the source's places are kept, one per hop, and the
// delay solves  d = |ear - source(t - d)| / c.  Times in samples, places in metres.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "base/vec.h"
#include "dsp/modal/bank_kernel.h"

namespace peal {

class SourcePlaces {
 public:
  explicit SourcePlaces(int most_delay)
      : mask_(static_cast<int>(std::bit_ceil(static_cast<unsigned>(most_delay / kHop + 4))) - 1),
        place_(static_cast<std::size_t>(mask_) + 1) {}

  /// The source was here all the time before hop `first`.
  void start(std::int64_t first, const Vec3& place) noexcept {
    first_ = last_ = first, moved_ = -1;
    place_[first & mask_] = place;
  }
  /// Place at the start of the next hop.
  void append(const Vec3& place) noexcept {
    if (place_[last_ & mask_] != place) moved_ = last_;
    place_[++last_ & mask_] = place;
    if (last_ - first_ > mask_) first_ = last_ - mask_;
  }
  Vec3 at(double sample) const noexcept {
    const double hop = sample / kHop;
    if (!(hop > static_cast<double>(first_))) return place_[first_ & mask_];
    if (hop >= static_cast<double>(last_)) return place_[last_ & mask_];
    const auto below = static_cast<std::int64_t>(hop);
    const Vec3 &a = place_[below & mask_], &b = place_[(below + 1) & mask_];
    return a + (hop - static_cast<double>(below)) * (b - a);
  }
  /// @param samples_per_metre rate / c. Each step is closer by the source's Mach number.
  double delay(double arrival, const Vec3& ear, double samples_per_metre,
               double most) const noexcept {
    double delay = norm(ear - place_[last_ & mask_]) * samples_per_metre;
    if (moved_ >= first_)
      for (int k = 0; k < 4; ++k) delay = norm(ear - at(arrival - delay)) * samples_per_metre;
    return delay < most ? delay : most;
  }

 private:
  int mask_;
  std::vector<Vec3> place_;
  std::int64_t first_ = 0, last_ = 0;  // hops
  std::int64_t moved_ = -1;            // the last hop within which it moved
};

}  // namespace peal
