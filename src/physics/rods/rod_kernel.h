// The inner loops of elastic rods: frames, strains, forces, stiffness, and the elimination of the
// block pentadiagonal systems of implicit steps. Plain arrays, no allocation. The same code is
// compiled for plain x86-64 and for AVX2+FMA; the processor chooses at run time.
//
// A rod has points x_i and edges j from x_j to x_j+1 with a twist angle each; point i and edge i
// make up block i of four unknowns (x, y, z, twist). What is kept per point or edge lies in
// channels (structure of arrays): channel c of point or edge i is base[c stride + kRodPad + i].
// Before 0 and behind the end are ghosts: of a ring the other end, of an open rod edges without
// stiffness. Forces, increments and loads are arrays of blocks of four.
#pragma once

namespace peal {

inline constexpr int kRodPad = 4;      // ghosts in front
inline constexpr int kRodBehind = 12;  // and behind
inline constexpr int kRodPanel = 48;   // numbers per block of a system, see RodKernel::stiffness

enum RodChannel : int {
  kRodX,  // + 0, 1, 2: coordinates [m], + 3: twist of the edge [rad]
  kRodV = kRodX + 4,
  kRodA = kRodV + 4,
  kRodStartT = kRodA + 4,       // unit tangent when the step began, 3
  kRodStartD = kRodStartT + 3,  // material direction d1 when the step began, 3
  kRodStartTwist = kRodStartD + 3,
  kRodOff,             // twist between edges i - 1 and i beyond its rest value, continuous [rad]
  kRodT,               // unit tangent, 3
  kRodD1 = kRodT + 3,  // material frame, 3 each
  kRodD2 = kRodD1 + 3,
  kRodInverse = kRodD2 + 3,     // 1 / length of the edge [1/m]
  kRodState = kRodInverse + 1,  // so far what must be kept to go on with the same bits
  kRodAxial = kRodState,        // E A of the edge [N]
  kRodRest,                     // 1 / its rest length [1/m]
  kRodBend1,                    // bending stiffness over length at point i, towards d1 [N m]
  kRodBend2,
  kRodTorsion,    // torsional stiffness over length [N m]
  kRodRestBend1,  // integrated rest curvature at point i, towards d1
  kRodRestBend2,
  kRodRestCos,  // cosine and sine of the rest twist
  kRodRestSin,
  kRodMass,     // of point i [kg]
  kRodInertia,  // of the twist of edge i [kg m^2]
  kRodChannels
};

struct RodView {
  double* base;
  long stride;
  int points, edges;
};

/// How strains and rates become moments, and these a matrix
/// gain grad (B grad)^T + geometric moment Hessian(strain) + mass M.
struct RodRates {
  double viscous;  // beta: each strain gets beta times its rate added (Kelvin-Voigt) [s]
  double drag;     // alpha: damping in proportion to mass [1/s]
  double gain, geometric, mass;
};

struct RodKernel {
  /// Tangents, frames and lengths of all edges: carried from those of the step's beginning by the
  /// least rotation, then turned by the change of twist.
  void (*frames)(const RodView& rod) noexcept;
  /// r = load - dE/dq - M (a + alpha v), blocks `first` to `first + count` (up to 3 more are
  /// written).
  void (*forces)(const RodView& rod, const RodRates& rates, int first, int count,
                 const double* load, double* r) noexcept;
  /// The same, and panels of the matrix from block `first` on: 4 columns of 3 blocks of 4 rows
  /// each, the block's own and the two that follow (toward = 1) or go before it (toward = -1).
  void (*stiffness)(const RodView& rod, const RodRates& rates, int first, int count, int toward,
                    const double* load, double* r, double* panels) noexcept;
  /// Eliminates from both ends towards blocks `middle` and `middle + 1`. Panels below middle + 2
  /// look forward, the others back. They become (A^-1, B A^-1, C A^-1).
  void (*factor)(int count, int middle, double* panels) noexcept;
  /// r => solution, with a factor.
  void (*solve)(int count, int middle, const double* panels, double* r) noexcept;
  /// Of the inverse the blocks on the diagonal and those below them, 16 numbers in columns each.
  void (*inverse)(int count, int middle, const double* panels, double* own,
                  double* beside) noexcept;
  /// What a step begins with: by how much a will change is guessed from how it changed in the last
  /// three steps, `change` and the two `before` (constant, line, parabola: order 0 to 2), x and v
  /// follow by trapezoids. `change` becomes that of this step so far. `misses`: sums of squares by
  /// which each order would have missed the last change [m^2/s^4].
  void (*predict)(const RodView& rod, double h, int order, double* change, double* before,
                  double* long_before, double* misses) noexcept;
  /// x += to_x d, v += to_v d, a += to_a d.
  void (*advance)(const RodView& rod, const double* d, double to_x, double to_v,
                  double to_a) noexcept;
  /// sum += d, blocks of four.
  void (*add)(int points, const double* d, double* sum) noexcept;
  /// Sums of squares: of r, and of M a; twists count by their arm (1 / length) [N^2].
  void (*measure)(const RodView& rod, const double* r, double arm, double* sums) noexcept;
  const char* name;
};

extern const RodKernel kRodKernelPortable, kRodKernelAvx2;

/// The fastest kernel that this processor can run.
const RodKernel& best_rod_kernel() noexcept;

}  // namespace peal
