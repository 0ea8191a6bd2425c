// A pane or a plate in pieces, as meshes and a scene in which they fly apart. Writes NAME.json and
// NAME/piece_01.obj ...; the pieces are physics/geometry/convex/shatter.h's.
#pragma once
#include <filesystem>
#include <string>

#include "physics/elastic/materials/material.h"
#include "physics/geometry/convex/shatter.h"

namespace peal {

struct Sheet {
  SheetOutline outline;
  double thickness = 0;  // [m]
  double volume = 0;     // [m^3] unbroken
};

struct ShatterRequest {
  std::filesystem::path file;  // the scene; its stem is the name
  Sheet sheet;
  ShatterPattern pattern;
  ShatterMotion motion{0.3, 0};
  Material material;
  std::string own_material;       // its JSON; empty: the library's
  Vec3 position, axis, velocity;  // [m], of the rotation, [m/s]
  double degrees = 0;
  double duration = 4, release = 0;  // [s]
};

struct ShatteredSheet {
  std::size_t pieces = 0;
  double volume = 0, smallest = 0, largest = 0;  // [m^3] of all, of one
};

/// Meshes of an earlier run into the same folder that had more pieces are removed.
ShatteredSheet write_shattered_scene(const ShatterRequest& request);

}  // namespace peal
