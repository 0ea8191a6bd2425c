// What sheets and solids that deform are made of. SI units.
#pragma once

namespace peal {

/// How stress follows from the deformation gradient F.
enum class SolidLaw {
  st_venant_kirchhoff,  // linear in Green's strain: metal, glass; softens below stretch 0.577
  stable_neo_hookean,   // Smith, de Goes and Kim 2018: rubber; survives inverted elements
};

struct SolidMaterial {
  double young = 200e9;   // [Pa]
  double poisson = 0.3;   // below 0.5
  double density = 7850;  // [kg/m^3]
  SolidLaw law = SolidLaw::st_venant_kirchhoff;

  double lame_lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  double lame_mu() const { return young / (2 * (1 + poisson)); }
};

}  // namespace peal
