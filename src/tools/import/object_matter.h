// Surface and wishes of an imported body => what its object in a scene is made of.
// Enters: a surface [m], the library material, mass [kg] and so on as far as the other program
// gave them. Leaves: sheet or solid, whether it can sound, and the material with the density that
// the mass asks for. Everything that had to be guessed is a note without file and body.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "physics/elastic/materials/material.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// What a surface is good for.
struct SurfaceNature {
  bool closed = false;
  std::string fault;  // why it bounds no solid; empty: it does
  double volume = 0;  // [m^3] when closed
  double area = 0;    // [m^2]
  double size = 0;    // [m] longest side
};

SurfaceNature nature_of(const TriangleMesh& mesh);

struct MatterWishes {
  Material material;                            // of the library, or as the file gives it
  std::optional<double> mass;                   // [kg]
  std::optional<double> restitution, friction;  // instead of the material's
  double shell_thickness = 0;                   // [m] 0: not given
  bool is_static = false;
  bool is_silent = false;
};

struct ObjectMatter {
  Material material;
  double shell_thickness = 0;  // [m] 0: solid
  bool is_silent = false;
  std::vector<std::string> notes;
};

/// @param where names the place to write a thickness, for the note: "its extras"
ObjectMatter matter_of(const SurfaceNature& nature, const MatterWishes& wishes,
                       const std::string& where);

/// As scene files have them.
nlohmann::ordered_json position_json(const Vec3& position);
nlohmann::ordered_json rotation_json(const Quat& rotation);

}  // namespace peal
