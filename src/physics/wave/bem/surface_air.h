// The air at a surface that moves, in the time domain: normal accelerations in, surface pressures
// out, sample by sample. Second doubly asymptotic approximation (Geers 1978, with curvature) in the
// modes of the added mass: A^1/2 L A^-1/2 = U diag(l) U', L from Laplace boundary elements
// (laplace_bem.h; of open sheets sheet_bem.h), and each
//   l p'' + c p' + c W p = rho c l (a' + W a),   W = c (1/l - H),  H the mean curvature it sees
// which is rho l a at low and rho c v at high frequency, each pattern at its own k l, and exact for
// l = 0 and 1 on a sphere. No cavities, no air between facing walls, no shadow. SI units.
// docs/theory/solids.md has errors.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/bem/surface_radiation.h"

namespace peal {

/// Integral of the mean curvature over each triangle [m]: half the angle of its edges times half
/// their lengths. Edges sharper than 50 degrees are edges and not curved.
std::vector<double> integrated_curvatures(const TriangleMesh& closed);

class SurfaceAir {
 public:
  static constexpr int kRank = 160;

  /// @param surface closed or an open sheet, as `kind` says; what it does to air changes little as
  /// it bends (a sheet 0.1 dB at 1 rad).
  /// @param rate of samples [Hz]; @param rank at most so many patterns, those of most added mass.
  SurfaceAir(const TriangleMesh& surface, SurfaceKind kind, const Air& air, double rate,
             int rank = kRank);

  std::size_t triangles() const { return triangles_; }
  /// Added-mass lengths [m], largest first.
  const std::vector<double>& lengths() const { return lengths_; }

  /// `count` samples that follow those given before. Row after row of triangles: mean acceleration
  /// in each sample along the triangle's normal [m/s^2] => pressure in its middle on the side that
  /// the normal looks to; on the other side of a sheet it is the opposite [Pa].
  void pressures(std::span<const float> accelerations, int count, std::vector<float>& out);

  /// What has been heard so far, for base/state_bytes.h.
  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.memory_);
  }

 private:
  struct Memory {
    double velocity = 0;           // of a pattern
    std::array<double, 3> past{};  // of its filter
    std::array<double, 3> late{};  // half a sample after the last ones
  };
  struct Filter {
    std::array<double, 4> above, below;
    bool of_velocity;
  };
  void add_filter(double length, double curvature, const Air& air);

  std::size_t triangles_;
  double scale_, rate_;  // rho c
  std::vector<double> lengths_;
  std::vector<float> gather_, scatter_;  // triangles x patterns, column-major
  std::vector<Filter> filters_;
  std::vector<Memory> memory_;
  std::vector<float> modal_;  // patterns x samples
};

}  // namespace peal
