// What a cloud of small sources radiates in a stretch of emission time. Structure of arrays: each
// element has rows of strengths over time, and places at knots between which it moves smoothly.
//   p = m(t - r/c)/r + n.(d(t - r/c)/r^2 + d'(t - r/c)/(c r)),   n from the element to the ear
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/vec.h"

namespace peal {

class CloudBlock {
 public:
  static constexpr int kSamples = 512;  // in a block; blocks begin at multiples of it
  static constexpr int kKnot = 32;      // samples from one known place to the next
  static constexpr int kKnots = kSamples / kKnot + 1;  // the last is the first of the next block

  /// So many elements, all silent.
  void clear(std::size_t elements) {
    elements_ = elements;
    strength_.assign(elements * 4 * kSamples, 0.0f);
    place_.resize(elements * kKnots);
  }
  std::size_t elements() const { return elements_; }

  /// kSamples values: m [Pa m].
  float* monopole(std::size_t element) { return &strength_[element * 4 * kSamples]; }
  const float* monopole(std::size_t element) const { return &strength_[element * 4 * kSamples]; }
  /// kSamples values: d along a world axis [Pa m^2].
  float* dipole(std::size_t element, int axis) { return monopole(element) + (axis + 1) * kSamples; }
  const float* dipole(std::size_t element, int axis) const {
    return monopole(element) + (axis + 1) * kSamples;
  }

  struct Place {
    Vec3 position, velocity;  // [m], [m/s] world
  };
  /// At sample knot * kKnot of the block, knot = 0 .. kKnots - 1.
  Place& place(std::size_t element, int knot) { return place_[element * kKnots + knot]; }
  const Place& place(std::size_t element, int knot) const {
    return place_[element * kKnots + knot];
  }

 private:
  std::size_t elements_ = 0;
  std::vector<float> strength_;
  std::vector<Place> place_;
};

}  // namespace peal
