// Scattering: each element of a source cloud spreads its strength into the future of an ear's bus,
// at the instant of arrival, with the interpolation kernel of sinc_kernel.h.
#pragma once
#include <cstdint>

#include "emission/emitter.h"
#include "propagation/bus.h"
#include "propagation/retarded_time.h"

namespace peal {

/// Adds one frame of a cloud, emitted at `sample` of the bus' rate, to one channel.
/// The density of arrivals changes with motion; the factor d(arrival)/d(emission) undoes it, so
/// that scattering and gathering give the same level.
void scatter(const CloudFrame& frame, std::int64_t sample, const TrackedEar& ear, Bus& bus,
             int channel);

/// Arrivals of what is emitted at sample n touch the bus from n - scatter_lead() on.
int scatter_lead();

}  // namespace peal
