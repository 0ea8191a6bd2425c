// The modes of a body that many contacts share, through one hop, sample by sample
// (dsp/stepped_coupling.h): what the bank does by itself is known beforehand, what the
// contacts do to it is a state beside the bank's, handed over at the end. Forces are also summed
// per mode and part, for who hears them. SI units. Allocates when a hop has more ports than any
// before; nothing throws.
#pragma once
#include <span>
#include <vector>

#include "base/aligned.h"
#include "dsp/modal/modal_bank.h"
#include "dsp/modal/step_kernel.h"

namespace peal {

/// A port in the coming hop.
struct SteppedPort {
  const double *from = nullptr, *to = nullptr;  // shape at start and end, modes() values
  int part = 0;                                 // who hears its force, counted from 0
};

class SteppedModes {
 public:
  explicit SteppedModes(ModalBank& bank);

  /// The bank has other poles.
  void retune() noexcept;
  /// The coming hop: after pushes and strikes were given to the bank. Ports of a part lie together,
  /// parts in order.
  void begin(std::span<const SteppedPort> ports);
  /// [m/s/N] mean velocity of one port over a sample in which 1 N is held at the other, both where
  /// they are in the middle of the hop.
  double instant(int to, int from) const noexcept;
  /// [m/s] mean over sample n of each port, without the forces in it.
  void velocities(int n, double* out) noexcept;
  /// [N] on the body at each port over sample n.
  void step(int n, const double* force) noexcept;
  /// The bank gets what the forces did.
  void end() noexcept;

  int padded() const noexcept { return padded_; }
  /// [N kg^-1/2] of the last hop: kHop rows of padded().
  const float* heard(int part) const noexcept { return parts_[part].heard.data(); }

 private:
  struct Part {
    int first = 0, count = 0;  // ports
    AlignedVector<float> heard;
  };

  ModalBank* bank_;
  const StepKernel* kernel_;
  int modes_, padded_, ports_ = 0, parts_used_ = 0;
  AlignedVector<double> turn_re_, turn_im_, gain_re_, gain_im_, way_re_, way_im_, period_;
  AlignedVector<double> re_, im_, w_, force_, sum_;
  AlignedVector<double> rows_, changes_, middle_, weighed_;
  AlignedVector<double> ways_;  // [kHop + 1][padded] of the bank by itself
  bool moving_ = false, rings_ = false;
  std::vector<Part> parts_;
};

}  // namespace peal
