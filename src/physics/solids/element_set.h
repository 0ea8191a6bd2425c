// Elements of one kind, four at a time: connectivity, rest quantities, forces. Enters: a mesh at
// rest. Leaves: the function of solid_kernel.h with all it needs, and how much mass each corner
// has.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/vec.h"
#include "physics/solids/solid_kernel.h"

namespace peal {

using SolidForces = void (*)(const ElementCall&, const ElementRest&, long, long) noexcept;

class ElementSet {
 public:
  virtual ~ElementSet() = default;

  int elements() const { return elements_; }
  int corners() const { return corners_; }  // per element
  int stride() const { return stride_; }    // 8 with directors, else 4
  long groups() const { return (elements_ + 3) / 4; }
  int node(int element, int corner) const { return nodes_[element * corners_ + corner]; }
  /// Of a corner [kg], and of a director there [kg m^2].
  double mass(int element, int corner) const { return mass_[element * corners_ + corner]; }
  virtual double director_inertia(int element, int corner) const;
  virtual SolidForces forces(const SolidKernel& kernel) const = 0;
  const ElementRest& rest() const { return view_; }

  /// Lays out slots node by node. Returns offsets of each node's first slot, count `nodes` + 1.
  std::vector<int> lay_out(int nodes);

 protected:
  /// @param kind for errors: "sheet".
  ElementSet(const char* kind, std::span<const int> nodes, int node_count, int corners, int stride,
             int channels);
  void set(int element, int channel, double value) {
    rest_[(element / 4 * channels_ + channel) * 4 + element % 4] = value;
  }
  double& mass_at(int element, int corner) { return mass_[element * corners_ + corner]; }

  ElementRest view_{};

 private:
  int elements_, corners_, stride_, channels_;
  std::vector<int> nodes_;
  std::vector<double> mass_;
  AlignedVector<double> rest_;
  std::vector<int> corner_offsets_, slot_offsets_;
};

/// Checks what all bodies need: error naming `kind` unless E, nu, rho make sense.
void check_solid_material(const char* kind, const SolidMaterial& material);

}  // namespace peal
