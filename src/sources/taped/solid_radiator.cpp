#include <deque>

#include "base/state_bytes.h"
#include "motion/solids/scene_solid.h"
#include "sources/taped/radiators.h"
#include "sources/taped/surface_strengths.h"

namespace peal {
namespace {

constexpr int kSolidStrengthVersion = 2;

TriangleMesh sounding_surface(const Scene& scene, int object) {
  const SolidSurface surface = scene_solid_surface(scene, scene.objects[object]);
  return {surface.rest, surface.triangles};
}

class SolidRadiator final : public TapeWriter {
 public:
  explicit SolidRadiator(const Scene& scene) {
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
      if (scene.objects[i].body == BodyKind::solid)
        surfaces_.emplace_back(i, sounding_surface(scene, i), scene.air, scene.motion.rod_rate,
                               -scene.motion.preroll);
  }
  void record(const MotionBlock& block, ChunkFile& tape) override {
    for (const ShapeSamples& shape : block.shapes)
      for (SurfaceStrengths& surface : surfaces_)
        if (surface.object() == shape.object && shape.count > 0) surface.add(shape, tape);
  }
  void finish(ChunkFile& tape) override {
    for (SurfaceStrengths& surface : surfaces_) surface.finish(tape);
  }
  void save(StateWriter& out) const override {
    out.section("strengths of solids", kSolidStrengthVersion);
    for (const SurfaceStrengths& surface : surfaces_) surface.save(out);
  }
  void load(StateReader& in) override {
    in.section("strengths of solids", kSolidStrengthVersion);
    for (SurfaceStrengths& surface : surfaces_) surface.load(in);
  }

 private:
  std::deque<SurfaceStrengths> surfaces_;
};

}  // namespace

std::unique_ptr<TapeWriter> solid_radiator(const Scene& scene) {
  return std::make_unique<SolidRadiator>(scene);
}

}  // namespace peal
