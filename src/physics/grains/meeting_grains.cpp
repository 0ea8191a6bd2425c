#include "base/processor.h"
#include "physics/grains/grain_flight.h"

namespace peal {

int meeting_grains(const GrainFlight* flights, const GrainView& view, std::int32_t* near, int count,
                   bool equal) noexcept {
#if defined(__x86_64__)
  static const bool wide = has_avx2();
  if (wide) return meeting_grains_avx2(flights, view, near, count, equal);
#endif
  (void)flights, (void)view, (void)near, (void)equal;
  return count;
}

}  // namespace peal
