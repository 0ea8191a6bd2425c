// Natural vibrations of a solid body: K phi = omega^2 M phi, phi^T M phi = 1.
// Enters: a quadratic tetrahedral mesh [m], a material, and how high to look.
// Leaves: angular frequencies [rad/s] and mass-normalised mode shapes [kg^-1/2] on the surface.
// A force f at a surface point pushes mode i with phi_i . f; the point then moves by sum q_i phi_i.
// Method, checks and measured errors: docs/theory/modes.md.
#pragma once
#include <functional>
#include <vector>

#include "physics/elastic/materials/material.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/solid_mesh.h"

namespace peal {

/// A node that cannot move along one axis (0 x, 1 y, 2 z): hinges, rollers, planes of symmetry.
struct HeldNode {
  int node = 0, axis = 0;
};

struct ModalOptions {
  double max_frequency = 20000;  // [Hz] undamped
  int max_modes = 1000;          // the lowest ones are kept
  std::vector<int> fixed_nodes;  // mesh nodes that cannot move, see nodes_in_box; none = free body
  std::vector<HeldNode> held_nodes;
  Vec3 grain = {};         // along it, of a material that has one; zero: as if it had none
  double shown_hertz = 1;  // frequencies in messages are multiplied by this
  std::function<void(double)> watch = {};  // told the part of the time that has passed
};

struct ModalModel {
  std::vector<double> omega;      // [rad/s] elastic modes only, ascending
  std::vector<double> residuals;  // |K phi - omega^2 M phi| / |omega^2 M phi|
  std::vector<Vec3> shapes;       // [kg^-1/2] mode after mode, one vector per surface node
  QuadraticSurface surface;       // linear_surface(surface) has the same nodes
  MassProperties mass;            // of the whole body

  double lowest_frequency = 0;  // [Hz] of the first elastic mode, even if above max_frequency
  int modes_below_limit = 0;    // elastic modes below max_frequency, kept or not

  /// Thickness of the walls [m], 2 V / S: exact for sheet without edges, one for the whole body.
  double wall() const;
  std::size_t mode_count() const { return omega.size(); }
  const Vec3* shape(std::size_t mode) const { return shapes.data() + mode * surface.nodes.size(); }
};

/// Every elastic mode below max_frequency (the lowest max_modes of them); an empty list when there
/// is none. The number of modes is counted independently by the inertia of K - omega_max^2 M.
/// Rigid motions that supports leave (all six of a free body) are no modes; a mesh of several parts
/// that are not all held stops.
ModalModel analyse(const SolidMesh& mesh, const Material& material,
                   const ModalOptions& options = {});

}  // namespace peal
