// Sound leaving a box of cells, as multipoles around a centre. Green's second identity with the
// regular waves psi_lm = j_l(kr) Y_lm, taken between the cells on both sides of the box's faces
// (a inside, b outside):
//   p = sum c_lm h_l(kr) Y_lm,   c_lm = ik dx sum_faces (p_a psi_lm(b) - p_b psi_lm(a))
// It holds for the sums of a grid as it does for integrals: what no wall sends out (the net flow of
// a bending plate) does not appear, however strong the pressure around it.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/vec.h"
#include "physics/wave/fdtd/wave_grid.h"

namespace peal {

class BoxListener {
 public:
  /// The box leaves `margin` cells of the grid outside on every side.
  BoxListener(const WaveGrid& grid, int margin, const Vec3& centre);

  /// Cells whose pressure is needed, places in the grid.
  std::span<const std::size_t> cells() const { return cells_; }

  struct Tone {
    double k = 0;                    // [1/m]
    int order = 0;                   // largest l
    std::span<const double> re, im;  // pressure in cells()
  };
  /// Coefficients on a sphere of the given radius around the centre, c_lm h_l(k radius):
  /// harmonic_count(order) per tone.
  std::vector<std::vector<std::complex<double>>> on_sphere(std::span<const Tone> tones,
                                                           double radius) const;

 private:
  struct Face {
    int inside, outside;  // places in cells_
  };
  double cell_;
  std::vector<std::size_t> cells_;
  std::vector<Vec3> places_;  // from the centre [m]
  std::vector<Face> faces_;
};

}  // namespace peal
