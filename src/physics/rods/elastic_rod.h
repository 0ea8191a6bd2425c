// A discrete elastic rod: points, twist angles of the edges between them, material frames carried
// through time, and the energies of stretching, anisotropic bending and twisting against a rest
// shape that may be curved and twisted (Bergou et al. 2008 and 2010; Schweickart, James and
// Marschner 2017, section 3). A RodDesign enters; state, energies, derivatives and diagonal masses
// leave, SI units. Knows no time: RodStepper moves it.
//
// Open rods of m points have m - 1 edges, rings m. Unknowns come in blocks of four: point i and the
// twist of edge i (of the last point of an open rod a fourth without meaning, always 0).
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/vec.h"
#include "physics/rods/rod_design.h"
#include "physics/rods/rod_kernel.h"
#include "physics/rods/thick_inertia.h"

namespace peal {

struct RodEnergy {
  double stretch = 0, bend = 0, twist = 0, kinetic = 0;  // [J]
  double elastic() const { return stretch + bend + twist; }
  double total() const { return elastic() + kinetic; }
};

/// Small motion about a shape: M q'' + K q = 0 in blocks of four.
struct RodLinear {
  int points = 0;
  bool closed = false;
  std::vector<double> mass;       // diagonal, 4 per block
  std::vector<double> thick;      // of thick rods what is beside it, row by row, (4 points)^2
  std::vector<double> stiffness;  // panels of 48: columns of (own, next, next but one) block rows
  /// Row by row, (4 points)^2.
  std::vector<double> dense() const;
};

class ElasticRod {
 public:
  /// Ends in an Error that names what is wrong with the design. The rod is at rest in its shape.
  explicit ElasticRod(const RodDesign& design);

  int points() const { return view_.points; }
  int edges() const { return view_.edges; }
  bool closed() const { return view_.points == view_.edges; }

  Vec3 point(int i) const { return three(kRodX, i); }
  Vec3 velocity(int i) const { return three(kRodV, i); }
  Vec3 acceleration(int i) const { return three(kRodA, i); }
  double twist(int edge) const { return *at(kRodX + 3, edge); }
  double twist_rate(int edge) const { return *at(kRodV + 3, edge); }
  Vec3 tangent(int edge) const { return three(kRodT, edge); }
  Vec3 d1(int edge) const { return three(kRodD1, edge); }
  Vec3 d2(int edge) const { return three(kRodD2, edge); }
  /// Columns d1, d2, tangent at a point: halfway between the frames of its edges.
  Mat3 frame(int point) const;

  double mass(int point) const { return *at(kRodMass, point); }            // [kg]
  double twist_inertia(int edge) const { return *at(kRodInertia, edge); }  // [kg m^2]
  double share(int point) const { return share_[point]; }  // of the rest length, half at ends [m]
  const RodSection& section(int edge) const { return sections_[sections_.size() > 1 ? edge : 0]; }

  /// New places with frames carried from where they are; twists are added to. No edge may turn
  /// round.
  void move(std::span<const Vec3> points, std::span<const double> more_twist = {});
  void set_velocity(int point, const Vec3& v) { set_three(kRodV, point, v); }
  void set_twist_rate(int edge, double rate) { *at(kRodV + 3, edge) = rate; }
  /// Curvatures towards d1 and d2 and twist between the edges at an inner point, each times the
  /// rest length there [rad]: kappa = 2 tan(angle / 2).
  void set_rest(int point, double bend1, double bend2, double twist);

  RodEnergy energy() const;
  Vec3 momentum() const;  // [kg m/s]
  /// dE/dq in blocks of four.
  void gradient(std::span<double> out) const;
  RodLinear linearise() const;

  /// Rotary inertia and shear; none() of thin rods.
  const ThickInertia& thick() const { return thick_; }
  ThickInertia::Frames thick_frames() const;

  /// For steppers: frames follow the points and twists; what they are becomes what the next are
  /// carried from.
  void refresh() { kernel_->frames(view_); }
  void accept();
  const RodView& view() const { return view_; }
  const RodKernel& kernel() const { return *kernel_; }
  /// The same rod with another kernel (for tests).
  void use(const RodKernel& kernel) { kernel_ = &kernel; }

  /// Everything that moves, bit by bit. load() takes its part from the front of `in`; bytes of
  /// another rod end in an Error.
  void save(std::vector<std::byte>& out) const;
  void load(std::span<const std::byte>& in);

  ElasticRod(const ElasticRod& other) { *this = other; }
  ElasticRod& operator=(const ElasticRod& other);

 private:
  struct Strains {
    double bend1, bend2, twist;  // less rest; the twist within half a turn of the stored one
  };
  Strains strains(int point) const;
  double* at(int channel, int i) { return view_.base + channel * view_.stride + kRodPad + i; }
  const double* at(int channel, int i) const {
    return view_.base + channel * view_.stride + kRodPad + i;
  }
  Vec3 three(int channel, int i) const {
    return {*at(channel, i), *at(channel + 1, i), *at(channel + 2, i)};
  }
  void set_three(int channel, int i, const Vec3& v) {
    *at(channel, i) = v.x, *at(channel + 1, i) = v.y, *at(channel + 2, i) = v.z;
  }
  int inner_begin() const { return closed() ? 0 : 1; }
  int inner_end() const { return closed() ? points() : points() - 1; }
  void build_frames(const RodDesign& design);
  void build_stiffness(const RodDesign& design);
  void wrap(int first_channel, int last_channel);

  AlignedVector<double> data_;
  RodView view_{};
  const RodKernel* kernel_ = nullptr;
  std::vector<RodSection> sections_;
  std::vector<double> share_, rest_twist_;
  ThickInertia thick_;
};

}  // namespace peal
