// The inner loops of every modal bank: sums of decaying complex exponentials over one hop of
// samples, for one or two ears at once.
//
//   out[ear][j] += sum_modes Re[ w(mode, ear) a(mode) e^{s h j} ],  j = 0 .. kHop-1
//
// e^{shj} is split as e^{s h 8 m} e^{s h l}, j = 8m + l: the row over l is stored per mode, the
// factor over m is multiplied into w a beforehand (1/8 of the work). What remains are two
// multiply-adds per ear, mode and vector of eight samples, with the output held in registers.
// The state a is double and is carried from hop to hop in double; float lives for one hop.
// The same code is compiled for plain x86-64 and for AVX2+FMA; the processor chooses at run time.
#pragma once

namespace peal {

inline constexpr int kHop = 64;  // [samples] a bank works in hops of this length
inline constexpr int kLane = 8;  // samples in a row; arrays over modes are padded to this too
inline constexpr int kGroups = kHop / kLane;
/// Of one bank: 1, 2, or 4 (two ears and their images in a floor).
inline constexpr int kMaxEars = 4;

/// What never changes: arrays over `padded` modes, 32-byte aligned, zero beyond the last mode.
struct BankModes {
  int padded = 0;
  const float* row = nullptr;                           // per mode 8 re, 8 im of e^{shl}
  const float *turn_re = nullptr, *turn_im = nullptr;   // e^{8sh}
  const double *step_re = nullptr, *step_im = nullptr;  // e^{s h kHop}
};

/// Amplitudes at the start of a hop and how each ear hears them.
struct BankSignal {
  const double *re = nullptr, *im = nullptr;  // a
  const float* weight_re[kMaxEars] = {};
  const float* weight_im[kMaxEars] = {};
  int ears = 1;
};

struct BankKernel {
  void (*sum)(const BankModes&, const BankSignal&, float (*out)[kHop]) noexcept;
  void (*advance)(const BankModes&, double* re, double* im) noexcept;  // a <- a e^{s h kHop}
  const char* name;
};

extern const BankKernel kBankKernelPortable, kBankKernelAvx2;

/// The fastest kernel that this processor can run.
const BankKernel& best_bank_kernel() noexcept;

}  // namespace peal
