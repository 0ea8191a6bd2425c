// A sheet or solid that deforms, stepped explicitly (leapfrog). Enters: elements, places at rest,
// loads, supports, planes. Leaves: positions, velocities, directors, energies, impulses of contact.
// SI units.
//
//   v(n+1/2) = v(n-1/2) + h (f(x(n)) / m - alpha v(n)),  x(n+1) = x(n) + h v(n+1/2)
//
// stable for h < 2 / omega_max: critical_step() finds omega_max. Damping: in proportion to mass
// (alpha), and Kelvin-Voigt, forces from strains with beta times their rates added; of sheets on
// bending only. Planes hold back nodes by projecting velocities (no penalty, no effect on the
// step): nothing bounces by itself, what comes back is what the body's waves bring back.
//
// The same bytes for any number of threads. Stepping does not allocate or throw, but for the
// threads themselves that advance() starts when a body is large.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>

#include "physics/solids/brick_elements.h"
#include "physics/solids/sheet_elements.h"

namespace peal {

/// Nodes stay where normal.x >= offset; those of sheets half a thickness away.
struct SolidPlane {
  Vec3 normal{0, 1, 0};
  double offset = 0;                    // [m]
  double friction = 0;                  // Coulomb's coefficient
  std::vector<std::uint8_t> only = {};  // per node, whether it is held back; empty: all are
};

struct SolidEnergy {
  double kinetic = 0;  // 1/2 sum m v(n-1/2).v(n+1/2): with elastic energy what leapfrog keeps [J]
  double elastic = 0;  // W(x(n)) [J]
  double total() const { return kinetic + elastic; }
};

class ExplicitBody {
 public:
  /// @param points at rest [m].
  ExplicitBody(std::unique_ptr<ElementSet> elements, const std::vector<Vec3>& points);

  int nodes() const { return nodes_; }
  const ElementSet& elements() const { return *elements_; }
  Vec3 position(int node) const;
  Vec3 velocity(int node) const { return row(rate_, node, 0); }
  Vec3 director(int node) const { return row(state_, node, 4); }
  double mass(int node) const { return mass_[node]; }
  Vec3 inverse_mass(int node) const { return row(inverse_, node, 0); }  // [1/kg], 0 where held
  double half_thickness() const { return half_thickness_; }             // [m] of sheets, else 0
  Vec3 rest(int node) const { return rest_[node]; }

  // Set-up and control; also between steps.
  void place(int node, const Vec3& position);
  void set_velocity(int node, const Vec3& velocity);
  void turn(int node, const Vec3& director);  // a unit vector
  void set_spin(int node, const Vec3& rate);  // of the director [1/s], perpendicular to it
  void hold(int node, bool x = true, bool y = true, bool z = true);
  void hold_director(int node);
  void set_gravity(const Vec3& acceleration);
  void set_load(int node, const Vec3& force);          // beside gravity [N]; stays until set again
  void set_moment(int node, const Vec3& on_director);  // [N m]
  /// A force beside all others in the coming step alone [N].
  void push(int node, const Vec3& force);
  void set_damping(double alpha, double beta);  // [1/s], [s]
  void add_plane(const SolidPlane& plane);
  /// Called before each step with the state x(n): may push, set loads and places.
  void before_step(std::function<void(ExplicitBody&)> work) { before_ = std::move(work); }
  void use_kernel(const SolidKernel& kernel);
  const SolidKernel& kernel() const { return *kernel_; }

  /// Largest stable step with the damping that is set, from `iterations` of the power method about
  /// the present state. 50 are right within 0.1 %: take 0.9 of it.
  double critical_step(int iterations = 50);
  void set_step(double step);
  double step() const { return step_; }
  /// @param threads used when the body has at least 1500 elements per thread.
  void advance(std::int64_t steps, int threads = 1);
  /// A step in two halves, for contacts with others: forces and velocities; then planes and places.
  /// In between velocities may be set.
  void begin_step();
  void finish_step();
  std::int64_t steps_done() const { return done_; }

  /// Internal forces at the present state, without damping.
  std::vector<Vec3> forces();
  std::vector<Vec3> director_forces();
  SolidEnergy energy();
  /// Impulse of all planes on a node in the last step [N s].
  Vec3 plane_impulse(int node) const { return plane_impulse_[node]; }
  /// How often nodes came to touch planes or left them.
  std::int64_t contact_changes() const { return contact_changes_; }

  /// What it needs to go on with the same bits, for base/state_bytes.h.
  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.state_, self.rate_, self.load_, self.pushed_, self.touching_, self.done_,
            self.contact_changes_);
  }

 private:
  friend class StepEstimate;
  Vec3 row(const AlignedVector<double>& rows, int node, int at) const;
  void put(AlignedVector<double>& rows, int node, int at, const Vec3& v);
  void refresh_load(int node);
  ElementCall element_call(double beta, double* energy);
  NodeCall node_call();
  void element_forces(const ElementCall& call, long first, long last);
  void sum_slots(AlignedVector<double>& sums) const;
  std::vector<Vec3> gathered(int at);
  std::int64_t touch_planes(long first, long last);
  void forget_pushes();
  void run_alone(std::int64_t steps);
  void run_team(std::int64_t steps, int threads);

  std::unique_ptr<ElementSet> elements_;
  int nodes_, stride_;
  long padded_;  // nodes, a multiple of four
  bool sheet_;
  double half_thickness_ = 0;
  std::vector<Vec3> rest_, applied_, moments_, plane_impulse_;
  std::vector<double> mass_;
  std::vector<std::uint8_t> touching_;
  AlignedVector<double> state_, rate_, inverse_, load_, slots_;
  std::vector<int> first_slot_, pushed_;
  std::vector<SolidPlane> planes_;
  std::function<void(ExplicitBody&)> before_;
  Vec3 gravity_;
  double alpha_ = 0, beta_ = 0, step_ = 0;
  std::int64_t done_ = 0, contact_changes_ = 0;
  const SolidKernel* kernel_;
};

/// Bodies, unheld and at rest.
ExplicitBody make_sheet(const SheetDesign& design);
ExplicitBody make_tet10_solid(const std::vector<Vec3>& points,
                              const std::vector<std::array<int, 10>>& tets,
                              const SolidMaterial& material);
ExplicitBody make_brick_solid(const BrickDesign& design);

}  // namespace peal
