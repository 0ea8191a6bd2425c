// How much of a transfer is done while it is computed. Bursts have a known length, but how long a
// body rings on after them is only guessed by the plan: what the fields stepped so far took, and
// how fast the present ones die out, correct the guess. Unit: cell-steps.
#pragma once
#include <functional>
#include <vector>

namespace peal {

/// Fields that are stepped side by side on one grid.
struct WorkGroup {
  double cells = 0;  // of the grid
  double fields = 0;
  double burst = 0;    // [steps] of the tones
  double ring = 0;     // [steps] planned until silence after them
  double longest = 0;  // [steps] after the burst at which a run is cut off
  double besides = 0;  // [cell-steps] what cells and harmonics take, in steps of the same duration
};

/// [cell-steps]
double planned_work(const WorkGroup& group);
/// The same with what was measured on plates, a bowl, a mug and a wineglass: open bodies are silent
/// earlier than planned, deep hollows ring several times as long, harmonics cost half.
/// @param enclosed part of all directions that are closed, 0 .. 1; @param radius [steps] that sound
/// takes for the radius of the body.
WorkGroup expected_work(WorkGroup group, double enclosed, double radius);

class TransferWork {
 public:
  /// @param groups in the order in which they will be run; @param progress: part done, 0 .. 1. It
  /// goes back when there turns out to be more to do.
  TransferWork(std::vector<WorkGroup> groups, std::function<void(double)> progress);

  /// One field of the present group at a step.
  struct FieldState {
    double steps = 0;    // stepped
    bool active = true;  // not silent yet
    double tail = 1;     // power of the last moment over that of the loudest
  };
  /// @param silent the tail at which a field is stopped.
  void look(const std::vector<FieldState>& fields, double silent);
  /// The present group is done; each field took so many steps.
  void finish(const std::vector<FieldState>& fields);

  /// How much longer than planned bodies rang so far: 1 as long as nothing is known.
  double ring_factor() const;

 private:
  double expected_steps(const FieldState& field, std::size_t place, double silent);
  void tell(double done_here, double left_here);

  struct Look {
    double steps, log_tail;
  };
  std::vector<WorkGroup> groups_;
  std::function<void(double)> progress_;
  std::size_t present_ = 0;
  double done_ = 0;                             // by finished groups
  double rung_ = 0, planned_ring_ = 0;          // [cell-steps] of finished groups
  std::vector<std::vector<Look>> looks_;        // of the present group's fields, after the burst
  double foreseen_ = 0, foreseen_planned_ = 0;  // [cell-steps] ringing of those fields
};

}  // namespace peal
