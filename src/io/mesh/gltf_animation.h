// The animations of a glTF document: how nodes are shifted, turned and scaled over time.
// Enters: a GltfDocument. Leaves: at most three curves per node, all animations merged (exporters
// write one per object); times [s] that increase, values that are finite. Where two animations move
// the same node, the first counts and a note says so.
// Between keys as the specification says (glTF 2.0, appendix C): STEP, LINEAR (rotations along the
// shorter great circle), CUBICSPLINE (Hermite; rotations are normalised afterwards).
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/mesh/gltf_nodes.h"

namespace peal {

enum class GltfInterpolation { step, linear, cubic };

class GltfCurve {
 public:
  using Numbers = std::shared_ptr<const std::vector<double>>;
  GltfCurve() = default;
  /// `columns` numbers per value; three values per key when cubic: in-tangent, value, out-tangent.
  GltfCurve(Numbers times, Numbers values, std::size_t columns, GltfInterpolation interpolation)
      : times_(std::move(times)),
        values_(std::move(values)),
        columns_(columns),
        interpolation_(interpolation) {}

  bool empty() const { return !times_; }
  const std::vector<double>& times() const { return *times_; }
  /// Before the first key and after the last the value stays.
  Vec3 vector_at(double time) const;
  Quat rotation_at(double time) const;

 private:
  struct Place {
    std::size_t key = 0;
    double u = 0;     // 0..1 on the way to the next key
    double step = 0;  // [s] to the next key
  };
  Place find(double time) const;
  std::array<double, 4> at(std::size_t key, std::size_t part) const;
  std::array<double, 4> between(const Place& place) const;

  Numbers times_, values_;
  std::size_t columns_ = 3;
  GltfInterpolation interpolation_ = GltfInterpolation::linear;
};

struct GltfNodeMotion {
  GltfCurve translation, rotation, scale;

  /// The node's transform in its parent.
  GltfTransform at(double time, const GltfTransform& rest) const;
};

struct GltfAnimation {
  std::map<std::size_t, GltfNodeMotion> nodes;  // by index in the document
  std::vector<double> times;                    // [s] of all keys, increasing, each once
  nlohmann::json extras;                        // of the first animation
  std::vector<std::string> notes;               // what was left out, one sentence each
};

GltfAnimation gltf_animation(GltfDocument& document);

}  // namespace peal
