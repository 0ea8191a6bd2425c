// Solids that another simulator moved (surface_file.h), played beside the rigid bodies as if they
// were simulated here: from velocities at the file's rate to mean accelerations over the samples of
// `motion.rod_rate`, by a windowed sinc of 32 samples of the slower of both. They touch nothing:
// what they touched, they did there. Outside the recording they stand still.
#pragma once
#include <memory>
#include <vector>

#include "motion/solids/surface_file.h"
#include "motion/worlds/world.h"
#include "scene/scene.h"

namespace peal {

class RecordedWorld final : public World {
 public:
  /// @param objects those with `solid.recording`
  RecordedWorld(const Scene& scene, const std::vector<int>& objects);

  void advance(double until, const Surroundings& around, MotionBlock& happened) override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

 private:
  struct Solid {
    int object = 0;
    std::unique_ptr<SurfaceFile> file;
    std::int64_t first_frame = 0;  // of window
    std::vector<float> window;     // frames
    std::int64_t first_key = 0;
    std::vector<double> keys;
  };
  /// Weights of frames from `first` on.
  struct Mixture {
    std::int64_t first = 0;
    std::vector<double> weights;
  };
  Mixture at_time(const SurfaceFile& file, double time) const;
  static std::int64_t end_of_window(const Solid& solid);
  const float* frame(Solid& solid, std::int64_t number) const;
  const double* key(Solid& solid, std::int64_t number) const;
  void mix(Solid& solid, const Mixture& mixture, std::vector<double>& out) const;
  std::vector<ShapeSamples::Knot> knots_at(Solid& solid, double time) const;
  ShapeSamples samples_of(Solid& solid, int count) const;

  const Scene& scene_;
  double rate_;
  std::int64_t next_;  // sample that comes next
  std::vector<Solid> solids_;
};

/// The surface at the start, where the object puts it.
SolidSurface recorded_surface(const ObjectSpec& object);

}  // namespace peal
