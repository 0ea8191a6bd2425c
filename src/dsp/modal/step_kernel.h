// The inner loops of modes that many contacts share, stepped sample by sample: the cost is ports
// times modes, where responses of ports to each other (coupling.h) cost ports squared.
// A row is the shape of one port. Arrays over modes are padded with zeros to kLane and 32-byte
// aligned. Compiled for plain x86-64 and for AVX2+FMA; the processor chooses at run time.
#pragma once
#include "dsp/modal/bank_kernel.h"

namespace peal {

/// One sample's turn z of every mode; (e^{sh} - 1)/s; and the weights by which a mode's state gives
/// its mean velocity over the coming sample.
struct StepModes {
  const double *turn_re, *turn_im, *gain_re, *gain_im, *way_re, *way_im;
};

/// A blow within a hop (dsp/modal/modal_bank.h): turns over a part of a sample, what 1 N kg^-1/2
/// held over a part adds, and the turn over a sample.
struct StepStrike {
  const float *part_re, *part_im, *part_size, *gain_re, *gain_im, *turn_re, *turn_im;
  const double* shape;
  const float* force;  // count * parts values
  int count, parts;    // samples; 1 or 8 per sample
};

struct StepKernel {
  /// rows[n][i] += Im[start z^n] / omega, n = 0 .. count
  void (*ring)(int padded, const double* turn_re, const double* turn_im, const double* period,
               const double* start_re, const double* start_im, int count, double* rows) noexcept;
  /// rows[n][i] += where a blow that begins at row 0 has moved the mode, n = 1 .. count; re, im:
  /// the mode at the end of its last sample.
  void (*strike)(int padded, const StepStrike& strike, const double* period, double* rows,
                 double* re, double* im) noexcept;
  /// rows += changes (unless null), then out[p] = row_p . w
  void (*velocities)(int padded, int ports, double* rows, const double* changes, const double* w,
                     double* out) noexcept;
  /// sum[i] = sum_p force[p] rows[p][i]
  void (*push)(int padded, int ports, const double* rows, const double* force,
               double* sum) noexcept;
  /// a <- z a + gain q, then w = what a moves in the coming sample
  void (*advance)(int padded, const StepModes& modes, const double* q, double* re, double* im,
                  double* w) noexcept;
  /// to += scale row
  void (*add)(int padded, const double* row, double scale, double* to) noexcept;
  /// sum a b, count of any size
  double (*dot)(int count, const double* a, const double* b) noexcept;
};

extern const StepKernel kStepKernelPortable, kStepKernelAvx2;

/// The fastest kernel that this processor can run.
const StepKernel& best_step_kernel() noexcept;

}  // namespace peal
