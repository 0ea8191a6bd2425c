// Bodies that strike each other, solved together: at each place of touch a Hertz spring with
// internal loss (physics/contact/rolling_kernel.h), on each side a rigid mobility and modes.
//
//   d' = u - sum_j chi_j q_j' - x',   u' = -sum W F,   a_j' = s_j a_j + chi_j F,   F = K d^1.5 (1 +
//   L d')
//
// d > 0 is compression, u [m/s] the approach of the rigid bodies, W [1/kg] their mobilities, chi_j
// [kg^-1/2] the mode shapes along the normal, signed so that a mode with chi_j q_j' > 0 moves out
// of the way. The force is held over a sub-step h; modes and rigid bodies answer exactly, and the
// energy of the spring goes by its chord slope: rigid bodies, modes, springs and heat together keep
// their energy at any h. docs/theory/impacts.md.
// After construction nothing but reserve() allocates, locks or throws.
#pragma once
#include <vector>

#include "dsp/impact/impact_ladder.h"
#include "dsp/impact/modal_tail.h"
#include "physics/contact/rolling_kernel.h"

namespace peal {

/// A body that takes part: its modes, and their state at the start of the next sub-step.
struct StruckBody {
  const ImpactLadder* ladder = nullptr;
  double *re = nullptr, *im = nullptr;  // padded like the ladder's tables
};

/// One side of a place of touch.
struct StruckSide {
  int body = -1;                // number in the group; -1: it has no modes
  const double* chi = nullptr;  // [kg^-1/2] padded
};

struct StruckPlace {
  HertzSpring spring;
  double compression = 0;  // [m] negative: a gap
  double approach = 0;     // [m/s] u of the rigid bodies
  double yield = 0;        // [m/s/N] of what flows away and does not come back: 1/Z of a plate
  StruckSide side[2];
  double tail = 0;       // [m] by which modes that are not here give way (dsp/impact/modal_tail.h)
  double tail_work = 0;  // [J] that went into them
};

class ImpactGroup {
 public:
  static constexpr int kMostPlaces = 48, kMostBodies = 2 * kMostPlaces;  // unless made for more

  explicit ImpactGroup(int most_places = kMostPlaces)
      : kernel_(&best_impact_kernel()), runs_(&best_blow_kernel()) {
    reserve(most_places);
  }
  /// Room for so many places; those that are there go. Allocates.
  void reserve(int places);

  void clear() noexcept { places_count_ = bodies_count_ = springs_solved_ = 0; }
  /// Its number; -1 when there is no room.
  int add(const StruckBody& body) noexcept;
  int add(const StruckPlace& place) noexcept;
  /// W [1/kg]: how u of place c changes by a force at place d; symmetric, 0 unless set.
  void set_rigid(int c, int d, double mobility) noexcept {
    rigid_[at(c, d)] = rigid_[at(d, c)] = mobility;
  }
  /// Sub-steps of 2^-level samples from now on. @param rate [Hz] that of all bodies.
  void begin(int level, double rate) noexcept;

  /// One sub-step; the forces held over it are force(place).
  void step() noexcept;
  /// kRun sub-steps at once, five times as fast as so many single ones and to 1e-6 the same.
  /// @param force per place: those of the sub-steps. At most kRunPlaces places. @param motion per
  /// place, or none: how it is at the end of each sub-step.
  struct RunMotion {
    double compression[kRun], approach[kRun];  // [m], [m/s]
  };
  void run(double (*force)[kRun], RunMotion* motion = nullptr) noexcept;
  static constexpr int kRunPlaces = 16;
  bool may_run() const noexcept { return places_count_ <= kRunPlaces; }

  struct Bound {
    double way = 0, speed = 0;  // [m], [m/s] the most that all modes together can do at a place
  };
  /// Holds until forces act again: modes that ring freely only decay.
  Bound bound(int c) const noexcept;

  /// True when no place can touch within the next sample: gaps are wider than bodies and modes
  /// move. @param bounds of all places, or none: looked at now.
  bool idle(const Bound* bounds = nullptr) const noexcept;
  /// One whole sample without forces.
  void drift() noexcept;

  int places() const noexcept { return places_count_; }
  StruckPlace& place(int c) noexcept { return places_[c]; }
  double force(int c) const noexcept { return force_[c]; }  // [N]
  double substep() const noexcept { return h_; }            // [s]
  /// How often the spring of a place was solved since clear(): what places together cost.
  int springs_solved() const noexcept { return springs_solved_; }
  /// True when the two sides have parted for good, unless something else moves them: the rigid
  /// bodies separate faster than vibrations can follow, or the gap is wider than they can close.
  bool over(int c) const noexcept;
  bool over(int c, const Bound& modes) const noexcept;

 private:
  static constexpr int kMaxSweeps = 32;
  double free_approach(int c) const noexcept;
  template <class Act>
  void move_bodies(int substeps, const Act& act) noexcept;
  void find_answers() noexcept;
  void move_tails() noexcept;
  void solve(const double* free, double accuracy) noexcept;
  void solve_together(const double* free, double accuracy) noexcept;
  void solve_alone(double free, double accuracy) noexcept;
  std::size_t at(int c, int d) const noexcept {
    return static_cast<std::size_t>(c) * static_cast<std::size_t>(most_) +
           static_cast<std::size_t>(d);
  }

  const ImpactKernel* kernel_;
  const BlowKernel* runs_;
  int most_ = 0;
  std::vector<StruckBody> bodies_;
  std::vector<ModalTurn> turns_;
  std::vector<StruckPlace> places_;
  int bodies_count_ = 0, places_count_ = 0, springs_solved_ = 0;
  std::vector<double> rigid_;
  std::vector<double> mobility_;  // [m/s/N] of the mean velocity over h
  std::vector<double> force_;
  std::vector<double> free_, pushed_;  // workspace
  std::vector<ModalTail> tails_;
  std::vector<TailStep> tail_step_;
  double before_ = 0;       // [N] the force before that of the first place,
  double long_before_ = 0;  // and the one before
  double answer_[kRunPlaces][kRunPlaces][kRun] = {};  // [m/N] see find_answers(); symmetric
  bool answers_known_ = false;
  int level_ = 0;
  double h_ = 0, sample_ = 0;  // [s]
};

}  // namespace peal
