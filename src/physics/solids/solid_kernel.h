// The inner loops of sheets and solids that deform: forces of elements, and explicit time steps of
// nodes. Plain arrays, no allocation. The same code is compiled for plain x86-64 and for AVX2+FMA;
// the processor chooses at run time.
//
// A node has one row of four doubles (x, y, z, 0), of sheets a second one (its director): what
// belongs to node n begins at n * stride, stride = 4 or 8. Elements go four at a time (groups).
// Each corner of an element writes its force into a slot of its own; the slots of a node lie
// beside each other in the order of elements, so that their sum does not depend on threads.
#pragma once
#include "physics/solids/solid_material.h"

namespace peal {

struct ElementCall {
  const double* state;  // rows: sheets x and d, solids the displacement u [m]
  const double* rate;   // rows of velocities, for viscosity; not read when viscous = 0
  double viscous;       // beta of Kelvin-Voigt [s]
  double* slots;        // out: rows of forces [N], of sheets also on directors [N m]
  double* energy;       // out, unless null: elastic energy per element [J]
};

/// Of each group `channels` times four numbers, and per corner four offsets into state and slots.
struct ElementRest {
  const double* rest;
  const int* corners;
  const int* slots;
  double a, b, c;  // sheets: Poisson's ratio. Solids: constants of the law
  double energy_at_rest;
  SolidLaw law;
};

inline constexpr int kSheetChannels =
    31;                                  // 1/l, s, 1/q, membrane stiffness, K6 (21), b at rest (6)
inline constexpr int kTetChannels = 10;  // gradients of L1 .. L3, volume / 4
inline constexpr int kBrickChannels = 100;  // G (9), volume, c (12), S (78)

/// Nodes first .. last of a body, multiples of 4 (there are idle rows at the end).
struct NodeCall {
  double* state;
  double* rate;
  const double* inverse;  // 1 / mass per component, 0 where held
  const double* load;     // forces from outside [N]
  const double* slots;
  const int* first_slot;  // per node, offsets into slots
  int stride;
  double step;  // [s]
  double drag;  // alpha [1/s]
};

struct SolidKernel {
  void (*sheet)(const ElementCall&, const ElementRest&, long first, long last) noexcept;
  void (*tet10)(const ElementCall&, const ElementRest&, long first, long last) noexcept;
  void (*brick)(const ElementCall&, const ElementRest&, long first, long last) noexcept;
  /// v += h (f / m - alpha v), alpha taken in the middle of the step.
  void (*kick)(const NodeCall&, long first, long last) noexcept;
  /// x += h v; directors go on and are brought back to length 1 along themselves (SHAKE).
  void (*drift)(const NodeCall&, long first, long last) noexcept;
  const char* name;
};

extern const SolidKernel kSolidKernelPortable, kSolidKernelAvx2;

/// The fastest kernel that this processor can run.
const SolidKernel& best_solid_kernel() noexcept;

}  // namespace peal
