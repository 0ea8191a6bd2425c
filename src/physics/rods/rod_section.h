// Sections of rods: what stretching, bending, twisting and radiating need to know of a shape.
// Dimensions [m] enter; area [m^2], moments [m^4] and the dipole matrix D per length [m^2] leave.
//
// Axes 1 and 2 are those of the material frame (d1, d2). Bending towards d1 has the stiffness
// E moment1, moment1 = Int x1^2 dA. D = Int (y - phi) n^T ds with the exterior potential
// dphi/dn = n: the displaced area plus the added mass over the density of air (Schweickart, James
// and Marschner 2017, equation 10). D11 answers motion along d1.
//
// A section that turns about its centroid at the rate 1 has the potential dphi/dn = x n_y - y n_x:
// a dipole - Int phi n ds, nothing for sections that half a turn leaves as they are, and a
// quadrupole q d/de1 d/de2 with e1 at an angle from d1, e2 across: nothing for round and square
// ones.
#pragma once
#include <span>

namespace peal {

/// Cowper's shear coefficient (1966), (1 + nu) p / (q + r nu); a rectangle's unless said otherwise.
struct ShearShape {
  double p = 10, q = 12, r = 11;
  double coefficient(double poisson) const { return (1 + poisson) * p / (q + r * poisson); }
};

struct RodSection {
  double area = 0;                    // [m^2]
  double moment1 = 0, moment2 = 0;    // Int x1^2 dA, Int x2^2 dA [m^4]
  double torsion = 0;                 // J of Saint-Venant: torque = G J twist [m^4]
  double polar = 0;                   // Int x1^2 + x2^2 dA: inertia of twist [m^4]
  double d11 = 0, d12 = 0, d22 = 0;   // dipole matrix per length [m^2]
  double turn_d1 = 0, turn_d2 = 0;    // dipole of turning per length and rate [m^3]
  double turn_q = 0;                  // its quadrupole, >= 0 [m^4]
  double turn_axis = 0;               // angle from d1 to e1 [rad]
  ShearShape shear1, shear2;          // of forces along d1, d2
  double reach = 0;                   // largest distance of the outline from the centroid [m]
  double axis = 0;                    // angle from the given x axis to d1 (polygons) [rad]
  double centre_x = 0, centre_y = 0;  // centroid in the given coordinates (polygons) [m]
};

/// Lengths must be > 0 (an inner radius >= 0), else an Error names the one that is not.
RodSection circle_section(double radius);
RodSection tube_section(double outer_radius, double inner_radius);
/// Semi-axes along d1 and d2.
RodSection ellipse_section(double a, double b);
/// Width along d1, height along d2.
RodSection rectangle_section(double width, double height);

struct SectionPoint {
  double x = 0, y = 0;  // [m]
};

/// A closed polygon, either sense of rotation, the first point not repeated. d1 and d2 become the
/// principal axes (d1 that of the larger moment; the given axes where the moments are equal).
/// D and J by boundary elements, `panels` in all, graded towards corners: 1280 take below 1 s.
/// An outline that crosses itself or encloses nothing ends in an Error.
RodSection polygon_section(std::span<const SectionPoint> outline, int panels = 1280);

}  // namespace peal
