// Bodies as their contacts with rods feel them: rigid where they can move, and giving way through
// their modes. A step's mean velocity at a place is that of the modes' exact motion under a force
// held over the step; its product with the impulse is the work that the modes get, so that what
// they gain is what the rod loses.
//   a <- e^{s h} a + phi f (e^{s h} - 1)/s,  q = Im a / w,
//   mean velocity = R(body) sum phi [(q(h) - q(0)) / h + Q y],  Q = phi . p of all places,
//   y = [1 - e^{-sigma h} (cos w h + sigma/w sin w h)] / (w0 h)^2
// Enter: shapes and frequencies (motion/rigid/impact_law.h), rigid mobilities, impulses. SI.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/complex_kernel.h"
#include "motion/rigid/impact_law.h"
#include "motion/rigid/rigid_world.h"
#include "physics/coulomb/coulomb_bodies.h"

namespace peal {

class TouchedBodies {
 public:
  /// @param law none: nothing gives way; @param step [s]
  TouchedBodies(std::shared_ptr<ImpactLaw> law, double step) : law_(std::move(law)), step_(step) {}

  /// Has modes, so that its places answer here and not as those of a rigid body.
  bool yields(int body);

  /// A new round of places, at the beginning of a step.
  void begin(std::int64_t step);
  /// [m] by which modes can have moved a place at the end of the step at most, if nothing pushes.
  double most_offset(int body, const RigidState& state, const Vec3& point);
  /// @return its number in this round. @param side of the body, without mobility when it is held;
  /// @param point [m] world
  int add(int body, const RigidState& state, const SolverBody& side, const Vec3& point);
  /// A place of a floor or wall that is a resistance [kg/s] along the normal.
  int add_resistance(const Vec3& normal, double resistance);
  std::size_t places() const { return places_.size(); }
  /// If nothing pushes: mean over the step [m/s], and where the place is at its end beyond the
  /// rigid body's [m].
  Vec3 free_velocity(int place) const { return places_[place].free; }
  Vec3 free_offset(int place) const { return places_[place].offset; }
  SymMat3 mobility(int place) const { return places_[place].mobility; }
  /// The place takes part: others get no impulse and no answer.
  void use(int place) { places_[place].used = true; }
  /// Mean velocities with these impulses [N s], one for each place.
  void respond(std::span<const Vec3> impulses, std::span<Vec3> velocities);
  /// The step is done: modes go on with what they got.
  void finish(std::span<const Vec3> impulses);

  /// [J] in the modes of a body after the steps up to `step`; all of them: kFloor.
  double energy(int body, std::int64_t step) const;

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.states_);
  }

 private:
  struct Shape {  // at one place of a body's surface
    std::vector<Vec3> phi;
    SymMat3 mobility;  // of the modes, body frame
    double size = 0;   // root of the sum of squares of phi
  };
  struct Modes {
    std::vector<double> decay, turn;          // [1/s], [rad/s]
    std::vector<Complex<double>> next, gain;  // over a step: e^{s h}, (e^{s h} - 1) / (s h)
    std::vector<double> yield;                // y [1/s s]
    std::map<std::array<int, 3>, Shape> shapes;
  };
  struct State {
    std::int64_t step = 0;  // at whose beginning
    std::vector<double> re, im;
    double size = 0;  // root of the sum of squares of |a| / w
  };
  struct Place {
    int body = kFloor;
    bool used = false;
    const Shape* shape = nullptr;
    Quat rotation;
    SolverBody rigid;
    Vec3 arm;
    Vec3 free, offset;
    SymMat3 mobility;
  };
  Modes& modes(int body);
  const Shape& shape(int body, Modes& modes, const Vec3& own);
  State& bring(int body, std::int64_t step);
  static Complex<double> power(const Modes& modes, std::size_t mode, double time);

  std::shared_ptr<ImpactLaw> law_;
  double step_;
  std::int64_t now_ = 0;
  std::map<int, Modes> modes_;
  std::map<int, State> states_;
  std::vector<Place> places_;
  std::map<int, std::vector<double>> given_;  // Q of each mode, by body
};

}  // namespace peal
