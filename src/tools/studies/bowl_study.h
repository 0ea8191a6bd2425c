// The bowl of Chadwick, Zheng & James 2012, Figs. 4, 5, 8 and 9, at the paper's resolution (25
// cells per radius; half of it in `quick`), and what those figures share: each is computed when
// first asked for. Body frame, SI units. R: radius of the body around its centre of mass.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "models/bodies/body_frame.h"
#include "physics/wave/pulses/pulse_field_2012.h"
#include "physics/wave/pulses/rigid_pulse.h"
#include "tools/studies/grid_responses.h"

namespace peal {

class BowlStudy {
 public:
  BowlStudy(bool quick, bool quiet);

  const TriangleMesh& surface() const { return surface_; }
  /// Around the centre of mass as well, but with its opening towards y.
  TriangleMesh upright_surface() const;
  double radius() const { return radius_; }  // [m] R
  double cell() const { return cell_; }      // [m]
  double step() const { return step_; }      // [s] of the solver: h/2 is a multiple of it
  double pulse() const { return pulse_; }    // [s] h of section 4.3
  const Air& air() const { return air_; }
  int axis() const { return axis_; }  // body axis that is the axis of revolution
  /// Translation across the axis of revolution, and rotation about the same direction.
  std::vector<int> dofs() const { return {(axis_ + 1) % 3, 3 + (axis_ + 1) % 3}; }
  /// [m] two points at 8 R: above the rim's plane, and below it beside the bowl.
  const std::vector<Vec3>& ears() const { return ears_; }

  // S(t; tau/4, tau) of the captions.
  static constexpr double kTau = 1e-4;  // [s]
  static double half_sine(double t);
  /// [s] of sound that is shown after 8 R / c.
  static constexpr double kShown = 2.5e-3;
  /// Samples of `step()` from time 0 to the end of what is shown.
  std::size_t samples() const;

  /// Our field: cells and pulse as in the paper.
  const PulseRecord& record();
  /// The half-sine on a grid that reaches the ears; field i belongs to DOF i, place j to ear j.
  const GridResponses& direct();
  /// As published: M = 5 radii, N = 2 terms. @param DOF index into DOFs(), @param widening
  /// pulse over h.
  PulseField2012 field_2012(std::size_t dof, const AngleGrid& angles, int widening);

 private:
  const GridResponses& impulses();
  WaveGrid grid(const Vec3& low, const Vec3& high) const;
  PulsePlan plan() const;
  std::vector<double> radii() const;

  bool quiet_;
  Air air_;
  TriangleMesh surface_;
  BodyFrame frame_;
  double radius_ = 0, cell_ = 0, step_ = 0, pulse_ = 0;
  int axis_ = 0, steps_per_sample_ = 1;  // of h/2
  std::vector<Vec3> ears_;
  std::optional<PulseRecord> record_;
  std::optional<GridResponses> direct_, impulses_;
};

}  // namespace peal
