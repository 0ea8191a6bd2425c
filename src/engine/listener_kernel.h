// The inner loops of a listener's paths: one hop of emission interpolated between its samples
// with the taps of dsp/radiation/sinc_kernel.h, at a constant or at a changing delay.
//   still:  out[n] = sum_k taps[k] window[n + k]
//   moving: out[n] = sum_k tap_k(frac x) window[floor x + k],   x = begin + n stride
// The same code is compiled for plain x86-64 and for AVX2+FMA; the processor chooses at run time.
#pragma once

namespace peal {

inline constexpr int kListenerTaps = 32;      // SincTable::kTaps
inline constexpr int kListenerPhases = 1024;  // SincTable::kPhases

struct ListenerKernel {
  void (*still)(const float* window, const float* taps, float* out) noexcept;
  /// @param table [kListenerPhases + 1][kListenerTaps], 16-byte aligned; begin >= 0, stride > 0.
  void (*moving)(const float* window, const float* table, double begin, double stride,
                 float* out) noexcept;
};

extern const ListenerKernel kListenerKernelPortable, kListenerKernelAvx2;

/// The fastest kernel that this processor can run.
const ListenerKernel& best_listener_kernel() noexcept;

}  // namespace peal
