// Clouds on their way to the ears: each element of a block spreads its strength into the future, at
// its own instants of arrival. Travel times and weights are exact at knots, cubics and straight
// lines between them; the inner loops are in cloud_kernel.h.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emission/emitter.h"
#include "propagation/bus.h"
#include "propagation/retarded_time.h"

namespace peal {

class CloudPaths {
 public:
  explicit CloudPaths(double rate);

  /// Arrivals of what is emitted at sample n touch a bus from n - lead() on.
  static int lead();

  /// Adds a block that begins at emission sample `first` to the channels of a bus of the same rate,
  /// one for each ear. Samples before the bus' begin are lost. Chunks of elements run in parallel;
  /// the sums have one order, whatever the number of threads.
  void scatter(const CloudBlock& block, std::int64_t first, std::span<const TrackedEar* const> ears,
               Bus& bus);

 private:
  struct Chunk {
    std::vector<std::int64_t> begin;       // per ear: the sample that sums[ear][0] belongs to
    std::vector<std::vector<float>> sums;  // per ear
  };
  void run_chunk(const CloudBlock& block, std::size_t index, std::int64_t first,
                 std::span<const TrackedEar* const> ears);

  double rate_;
  int taps_;
  std::vector<float> table_;  // [phase][derivative][tap]
  std::vector<Chunk> chunks_;
};

}  // namespace peal
