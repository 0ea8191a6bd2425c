// From a surface to sound as O'Brien, Cook and Essl (2001) do it, with what the paper leaves open
// as recalled or inferred (../../../../docs/theory/moving-surfaces.md): per triangle p = Z v.n, a
// windowed sinc of three wavelengths at 22,050 Hz over the steps of the simulation, filtered
// centres and normals, a DC blocker, then
//   s += p a visible cos(theta) / r   at t + r/c, splatted with a Gaussian two samples wide.
// Enters: places and velocities of points at any time. Leaves: 44.1 kHz, [Pa m]: the paper's sum is
// no pressure.
#pragma once
#include <functional>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal::obrien2001 {

inline constexpr double kPaperRate = 44100;       // [Hz]
inline constexpr double kPaperImpedance = 415;    // [Pa s/m] 1.21 kg/m^3 times 343 m/s
inline constexpr double kPaperSpeed = 343;        // [m/s]
inline constexpr double kPaperHighest = 22050;    // [Hz]
inline constexpr double kPaperBlocker = 0.1;      // alpha
inline constexpr double kPaperVisibility = 1000;  // [Hz] of rays

/// Weights for steps -w .. w, their sum 1; w = ceil(3 / (f_max dt)).
std::vector<double> paper_low_pass(double step);
/// Gain of filters of audio samples at a frequency.
double paper_blocker_gain(double frequency, double alpha = kPaperBlocker);
double paper_low_pass_gain(double frequency, double step);

enum class Splat { nearest, gaussian };
/// Adds a strength at a place between samples.
void splat(std::vector<double>& buffer, double at, double strength, Splat how);

struct MovingSurface {
  TriangleMesh mesh;  // its triangles; vertices at rest
  /// [s] => places [m] and velocities [m/s].
  std::function<void(double, std::vector<Vec3>&, std::vector<Vec3>&)> state;
};

struct PaperSettings {
  double step = 1e-6;  // [s] of the simulation
  double seconds = 0.02;
  bool blocker = true;
  Splat splat = Splat::gaussian;
};

/// Samples at one receiver from time 0 on.
std::vector<double> paper_sound(const MovingSurface& surface, const Vec3& receiver,
                                const PaperSettings& settings);

}  // namespace peal::obrien2001
