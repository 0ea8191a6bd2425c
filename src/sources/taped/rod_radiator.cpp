#include <deque>

#include "base/state_bytes.h"
#include "sources/taped/radiators.h"
#include "sources/taped/rod_strengths.h"

namespace peal {
namespace {

constexpr int kRadiatorVersion = 2;

class RodRadiator final : public TapeWriter {
 public:
  explicit RodRadiator(const Scene& scene) {
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
      if (scene.objects[i].body == BodyKind::rod) rods_.emplace_back(scene, i);
  }
  void record(const MotionBlock& block, ChunkFile& tape) override {
    for (const ShapeSamples& shape : block.shapes)
      for (RodStrengths& rod : rods_)
        if (rod.object() == shape.object && shape.count > 0) rod.add(shape, tape);
  }
  void finish(ChunkFile& tape) override {
    for (RodStrengths& rod : rods_) rod.finish(tape);
  }
  void save(StateWriter& out) const override {
    out.section("strengths of rods", kRadiatorVersion);
    for (const RodStrengths& rod : rods_) out(rod);
  }
  void load(StateReader& in) override {
    in.section("strengths of rods", kRadiatorVersion);
    for (RodStrengths& rod : rods_) in(rod);
  }

 private:
  std::deque<RodStrengths> rods_;
};

}  // namespace

std::unique_ptr<TapeWriter> rod_radiator(const Scene& scene) {
  return std::make_unique<RodRadiator>(scene);
}

}  // namespace peal
