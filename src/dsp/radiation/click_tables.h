// How a body that is made to jump is heard: tables of the pressure that a sudden change of its
// velocity or spin sends out, at one rate; the form that is read while sound plays. The sound at an
// ear is a weighted sum of the tables, delayed by a little, convolved with the force
// (dsp/modal/force_samples.h):
//   p(n) = sum_j s_j q(n - j),    q(n) = sum_rows w_row table_row(n)      [Pa], s sums to 1
// Sample n of a table belongs to n / rate seconds after the change, one travel time |ear - centre
// of mass| / c taken out. The tables are band-limited like the force (dsp/radiation/band_limit.h).
// Two kinds: a dipole (emission/fields/dipole_field.h) and pulses (emission/fields/pulse_field.h).
// Plain arrays that somebody else owns; no allocation.
#pragma once
#include <cstdint>
#include <span>

#include "base/vec.h"
#include "dsp/radiation/click_kernel.h"

namespace peal {

/// A sudden change of a body's motion, body frame.
struct VelocityJump {
  Vec3 velocity;  // [m/s]
  Vec3 spin;      // [rad/s]
};

/// Where in the tables an ear finds its sound.
struct ClickView {
  int first_row = 0, rows = 0;
  const int* active = nullptr;  // per block of samples: how many of the rows are not over yet
  double delay = 0;             // [s] added to the time of the change; may be negative
};

/// Ladder of radii, smallest * ratio^rung: two rows for each rung.
struct DipoleTables {
  Vec3 axes;      // [m] half axes of the ellipsoid, body frame
  Vec3 strength;  // [kg] force on the air per acceleration
  double smallest = 0, ratio = 1;
  int rungs = 1;
};

enum class ClickZone { all, far };
inline constexpr double kFarZone = 1.0 / 8;  // largest u = r1 / r of the far zone
inline constexpr int kClickMaxDegree = 24;   // click_degree(kMaxHarmonicOrder)

/// Rows of one coefficient: its DOF (0 .. 2 velocity, 3 .. 5 spin) and harmonic.
struct ClickCoefficient {
  std::int32_t dof, l, m;
};

/// Rows of one zone: basis functions of the late part (kLateBasis for each group), then for each
/// coefficient click_degree(l) + 1 rows. The weight of a basis function is a mixture of the weights
/// of its group's rows.
struct PulseZone {
  int rows = 0;                 // basis functions and rows of coefficients
  std::span<const int> active;  // per block
  std::span<const int> ends;    // of each group in members; as many groups as basis functions / 128
  std::span<const int> members;  // rows of coefficients, from 0
  std::span<const float> mix;    // [member][kLateBasis], 32-byte aligned
  int basis_size() const noexcept { return static_cast<int>(ends.size()) * kLateBasis; }
};

struct PulseTables {
  Vec3 centre;                                     // [m] of the sphere, body frame
  double radius = 0;                               // [m] of the sphere
  int polar_axis = 2;                              // body axis that is the z axis of the harmonics
  int order = 0;                                   // largest l
  std::span<const ClickCoefficient> coefficients;  // those that sound longest first
  PulseZone zone[2];  // by ClickZone; rows of `far` follow those of `all`
};

struct PlayClick {
  double rate = 0;            // [Hz]
  double lead = 0;            // [s] how long before the change something can be heard
  double speed_of_sound = 0;  // [m/s]
  int first = 0;              // sample number of the tables' first sample
  int most_rows = 0;          // that click_weights fills
  ClickTables tables;
  bool is_dipole = true;
  DipoleTables dipole;
  PulseTables pulse;

  int samples() const noexcept { return tables.blocks * kClickBlock; }
};

/// Fills weights[0 .. view.rows), at most most_rows, for an ear [m] in the body frame. Ears inside
/// the smallest sphere around the body are moved out to it. Ear and velocity jump are finite.
ClickView click_weights(const PlayClick& click, const Vec3& ear, const VelocityJump& velocity_jump,
                        float* weights) noexcept;

/// Weights of a zone's basis functions from those of its coefficients' rows.
void basis_weights(const PulseZone& zone, const float* rows, float* basis) noexcept;

/// Degree of the polynomial in u that stands for a coefficient of order l. Its own bends with
/// a phase l (l + 1) u / (2 k r1) and dies out like u^l: both need degrees that grow like sqrt(l).
int click_degree(int l, ClickZone zone) noexcept;
/// Chebyshev point j of degree + 1 in the zone, both ends included; 0 for degree 0.
double click_node(int degree, int j, ClickZone zone) noexcept;

}  // namespace peal
