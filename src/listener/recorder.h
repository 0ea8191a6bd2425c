// LISTENER: takes the finished part of every bus, brings it to the output rate and adds the rates
// up. Leaves: a spool of pressures [Pa] for each listener.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "listener/pressure_spool.h"
#include "listener/resampler.h"
#include "propagation/bus.h"

namespace peal {

/// Records the channels [first_channel, first_channel + channels) of the buses.
class Recorder {
 public:
  Recorder(const std::filesystem::path& folder, double output_rate, std::int64_t frames,
           int first_channel, int channels);

  /// One finished stretch of a bus, planar over all channels of the bus. Every bus is taken from at
  /// every turn, in the same order.
  void take(double bus_rate, const std::vector<std::vector<float>>& planar);
  /// After a turn: spools what all rates have.
  void spool_common();
  /// Ends the input and writes what is left.
  void finish();

  PressureSpool& spool() { return spool_; }
  int channels() const { return channels_; }

 private:
  struct Stream {
    Resampler resampler;
    std::vector<float> ready;  // interleaved, output rate, not yet spooled
  };

  double output_rate_;
  std::int64_t frames_;
  int first_channel_, channels_;
  PressureSpool spool_;
  std::map<double, Stream> streams_;
  std::vector<float> interleaved_;
};

}  // namespace peal
