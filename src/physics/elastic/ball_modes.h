// Free vibrations of a solid elastic ball, exactly (Lamb 1882; Eringen & Suhubi 1975, 8.14).
// Enters: Poisson's ratio, or radius and material. Leaves: eta = omega a / c_t of the modes, [Hz].
//   torsional:  (l - 1) j_l(eta) - eta j_l+1(eta) = 0; the surface slides along itself: silent
//   spheroidal: the determinant of both stresses at the surface; l = 0 breathes, l = 2 is lowest
// with xi = omega a / c_l.
#pragma once
#include <vector>

namespace peal {

enum class BallFamily { torsional, spheroidal };

/// [1] omega a / c_t of the first `count` modes of a degree, in rising order; of the 2 l + 1
/// equal ones one. Rigid motions are none. Throws when degree, count or Poisson's ratio make no
/// sense.
std::vector<double> ball_roots(BallFamily family, int degree, int count, double poisson);

struct BallBody {
  double radius = 0.01;                                 // [m]
  double young = 7e10, poisson = 0.22, density = 2500;  // [Pa], [1], [kg/m^3]
};
/// [Hz] of the same.
std::vector<double> ball_frequencies(BallFamily family, int degree, int count,
                                     const BallBody& body);

/// A spheroidal mode as it answers a push on the surface along the radius, P_l about that place.
struct BallMode {
  int degree = 2;
  double frequency = 0;     // [Hz]
  double surface_mass = 0;  // [kg] of an oscillator there that would answer like it
};
/// Those below a frequency [Hz], by degree; none of the rigid motions.
std::vector<BallMode> ball_ringing_modes(const BallBody& body, double below);

}  // namespace peal
