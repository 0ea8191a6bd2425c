// A sampled signal at any time: the band-limited function through its samples (sinc under a Kaiser
// window, 32 zero crossings to each side), so that two results with different rates, beginnings and
// delays can be laid over each other. Zero outside its samples. Flat within 1e-4 up to 0.9 of its
// Nyquist frequency. Towards a lower rate: within 1e-4 up to 0.85 of the lower Nyquist frequency,
// half at 0.95, 4 % at 1, 1e-5 from 1.05 on.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

struct SampledSignal {
  double begin = 0, step = 1;  // [s]
  std::span<const double> values;
  double end() const { return begin + static_cast<double>(values.size()) * step; }
};

/// Samples at begin + n step, n < count. A coarser step than the signal's own is low-passed first.
std::vector<double> resampled(const SampledSignal& signal, double begin, double step,
                              std::size_t count);

}  // namespace peal
