// How fast each mode of a body dies away without the air: the loss factor of its material and, for
// sheet metal, heat that flows through its walls. Enters: a ModalModel [m, kg^-1/2] and its
// material. Leaves: sigma [1/s].
//
// Heat flow takes G times what it takes from a beam (physics/elastic/materials/damping.h), where
//   G = (1 + nu)/(1 - nu) <t^2> / <t^2 - 2 (1 - nu) d>
// over the surface, t trace and d determinant of the strain in it: only what changes the area of
// the bent surface warms it. 1 for a beam, (1 + nu)/(1 - nu) for waves in a plate, a third for the
// saddle (2, 0) of a disc. Surfaces are free of stress, hence the strain in them says it all.
#pragma once
#include <array>
#include <vector>

#include "physics/elastic/modal_analysis.h"

namespace peal {

class ModeDecay {
 public:
  /// The model must outlive it.
  ModeDecay(const ModalModel& model, const Material& material);
  double rate(std::size_t mode) const;  // [1/s]
  /// G of a mode.
  double bending_factor(std::size_t mode) const;

 private:
  /// A point of a triangle of six nodes.
  struct Point {
    std::array<int, 6> nodes;
    int place = 0;           // in the triangle
    Vec3 along[2];           // d x / d xi
    double inverse[3] = {};  // metric 11, 12, 22
    double determinant = 0;  // of the metric
  };
  const ModalModel& model_;
  Material material_;
  double wall_ = 0;
  std::vector<Point> points_;  // none when no heat flows
};

}  // namespace peal
