// One rod's motion => its part of an emission track: samples of accelerations are gathered until a
// block of cloud elements and the places at its end are known. [m/s^2], [rad/s^2] enter; [Pa m],
// [Pa m^2] leave, by physics/rods/rod_radiation.h. Elements are the points; while turning is loud
// enough to be heard beside the rod, a pair for each point follows.
#pragma once
#include <cstdint>
#include <vector>

#include "base/files/chunk_file.h"
#include "emission/cloud_block.h"
#include "motion/motion.h"
#include "physics/rods/rod_radiation.h"
#include "scene/scene.h"

namespace peal {

class RodStrengths {
 public:
  RodStrengths(const Scene& scene, int object);

  int object() const { return object_; }
  void add(const ShapeSamples& shape, ChunkFile& tape);
  /// The rest, with the last place for its end.
  void finish(ChunkFile& tape);

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.started_, self.first_, self.rate_, self.pending_, self.turning_, self.knots_);
  }

 private:
  struct Frame {
    Vec3 d1, d2;
  };
  Frame frame(std::size_t point, int knot) const;
  void fill_before(const ShapeSamples& shape);
  void write(ChunkFile& tape);
  void add_bending();
  void add_stretching();
  bool turning_is_heard() const;
  void add_turning();

  int object_;
  double begin_, speed_of_sound_;
  RodRadiation radiation_;
  bool turns_;                 // its section may be heard as it turns
  std::vector<double> share_;  // [m]
  bool closed_ = false;
  bool started_ = false;
  std::int64_t first_ = 0;  // sample of pending_'s begin, that of a block
  double rate_ = 0;
  std::vector<std::vector<float>> pending_;  // [point x axis] accelerations
  std::vector<std::vector<float>> turning_;  // [point] angular accelerations; none: silent
  std::vector<std::vector<ShapeSamples::Knot>> knots_;
  std::vector<float> fade_;
  CloudBlock block_;
};

}  // namespace peal
