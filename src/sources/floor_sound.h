// What a floor of kind `plate` does when something hits it: its part of the source kind `impact`
// (bodies ring when they collide; the floor is one that has no modes of its own, because it has no
// edges). Nothing for a half-space, which is silent.
#pragma once
#include "emission/floor/floor_plate.h"
#include "motion/motion.h"
#include "scene/scene.h"
#include "sources/contact_of_impact.h"

namespace peal {

class FloorSound {
 public:
  /// Both must outlive it. @param mechanism whose stem it is in.
  FloorSound(const Scene& scene, Ensemble& ensemble, int mechanism);
  bool sounds() const { return plate_ != nullptr; }
  /// @param part of the impact's impulse that a force carries; @param gain of the mix.
  void hear(const Impact& impact, double part, const ForceTimes& force, double gain);

 private:
  const Scene* scene_;
  const Ensemble* ensemble_;
  FloorPlate* plate_ = nullptr;  // of the ensemble
};

}  // namespace peal
