// Poles of a copy that was made one by one: pitch, decay and the splitting of equal modes differ
// from those of the computed body. Keyed by (seed, object, copy, mode): the same numbers whoever
// asks, in any order. Neither allocates nor throws.
#pragma once
#include <span>

#include "base/complex_kernel.h"
#include "base/manufacture.h"

namespace peal {

/// Modes whose frequencies differ by less than this part of them are a pair that symmetry makes
/// equal, split by the mesh alone. A real splitting (a handle) is larger.
inline constexpr double kEqualModes = 1e-3;

/// @param nominal s = -sigma + i omega_d, ascending, @param own [1/s] the part of each sigma that
/// is the body's own loss: what is radiated does not depend on the piece.
/// @param most_omega [rad/s] no mode is raised beyond it.
/// @param out as many as nominal.
void vary_poles(std::span<const Complex<double>> nominal, std::span<const double> own,
                const ManufacturedCopy& copy, double most_omega,
                std::span<Complex<double>> out) noexcept;

}  // namespace peal
