// How sound comes back from the ground: reflection factors of a locally reacting surface.
// Convention e^{-i omega t}. b = rho c / Z_s is the surface's admittance over that of the air,
// cosine that of the angle of incidence from the normal.
//   plane wave:      R = (cos - b) / (cos + b)
//   point source:    Q = R + (1 - R) F(W),  W = sqrt(i k r / 2) (cos + b),
//                    F = 1 + i sqrt(pi) W w(W),  w(z) = e^{-z^2} erfc(-i z)
// r [m] is the way by the image. Near grazing Q, not R, is right: R says -1 there, but sound that
// runs along a hard carpet is not cancelled.
// Porous layer on a hard ground: Miki 1990, X = f / flow resistivity,
//   Z_c = rho c (1 + 0.070 X^-0.632 + 0.107 i X^-0.632),
//   k_c = k (1 + 0.109 X^-0.618 + 0.160 i X^-0.618),   Z_s = i Z_c cot(k_c d)
#pragma once
#include <complex>

namespace peal {

/// Carpet, felt, lawn: full of fine ways for the air, on something hard.
struct PorousLayer {
  double thickness = 0.006;       // [m]; carpet
  double flow_resistivity = 1e5;  // [Pa s/m^2]
};

/// b of the layer. @param frequency [Hz] > 0; @param speed_of_sound [m/s]
std::complex<double> admittance(const PorousLayer& layer, double frequency, double speed_of_sound);

std::complex<double> plane_reflection(std::complex<double> admittance, double cosine);

/// @param kr wavenumber times the way by the image.
std::complex<double> point_reflection(std::complex<double> admittance, double cosine, double kr);

/// Faddeeva's w(z) = e^{-z^2} erfc(-i z); relative error below 1e-10 for Im z >= 0.
std::complex<double> faddeeva(std::complex<double> z);

}  // namespace peal
