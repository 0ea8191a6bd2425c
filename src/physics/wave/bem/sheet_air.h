// The air on both sides of an open sheet, in the time domain: normal accelerations in, surface
// pressures out, sample by sample. Second doubly asymptotic approximation (Geers 1978) in the modes
// of the added mass (Laplace boundary elements, sheet_bem.h): A^1/2 L A^-1/2 = U diag(l) U', and
// each
//   l p'' + c p' + c W p = rho c l (a' + W a),   W = c / l
// which is rho l a at low and rho c v at high frequency, each pattern at its own k l. No edges'
// diffraction beyond that, no air between facing walls. SI units.
// docs/theory/solids.md has errors.
#pragma once
#include <span>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

class SheetAir {
 public:
  /// @param sheet at rest; what it does to air changes little as it bends (0.1 dB at 1 rad).
  /// @param rate of samples [Hz]; @param rank at most so many patterns, those of most added mass.
  SheetAir(const TriangleMesh& sheet, const Air& air, double rate, int rank = 160);

  std::size_t triangles() const { return triangles_; }
  /// Added-mass lengths [m], largest first.
  const std::vector<double>& lengths() const { return lengths_; }

  /// `count` samples that follow those given before. Row after row of triangles: mean acceleration
  /// in each sample along the triangle's normal [m/s^2] => pressure on the side that the normal
  /// looks to; on the other it is the opposite [Pa]. Half a sample late.
  void pressures(std::span<const double> accelerations, int count, std::vector<double>& out);

  /// What has been heard so far, for base/state_bytes.h.
  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.memory_);
  }

 private:
  struct Memory {
    double velocity = 0, first = 0, second = 0;  // of a pattern; of its filter
  };
  struct Filter {
    double b0, b1, b2, a1, a2;
  };
  std::size_t triangles_;
  double scale_, rate_;  // rho c
  std::vector<double> lengths_;
  std::vector<double> gather_, scatter_;  // triangles x patterns, column-major
  std::vector<Filter> filters_;
  std::vector<Memory> memory_;
  std::vector<double> modal_;  // patterns x samples
};

}  // namespace peal
