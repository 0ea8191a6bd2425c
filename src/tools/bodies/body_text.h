// A body as users write it: a mesh file, the name of a shape, or a shape with some fields, and what
// belongs to it. Messages name the options of the command line.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/bodies/import_mesh.h"
#include "physics/elastic/materials/material.h"
#include "physics/geometry/shape.h"

namespace peal {

struct BodyText {
  std::string body;
  double scale = 1;
  std::string up = "y";
  double shell_thickness = 0;
  std::string quality = "normal";

  /// Stops, with the way out, when there is no such file or shape. Mesh files are read and checked
  /// for `use`; without a use, a sheet when shell_thickness is given and a solid otherwise.
  Shape shape(std::optional<SurfaceUse> use = {}) const;
  MeshLevel level() const;
  /// For titles and file names: "mug" of "models/mug.obj", "wineglass".
  std::string name() const;
  /// The shape as a scene writes it.
  std::string shape_json() const;
};

/// What was done to a mesh and what is odd about its size, one line each; nothing for shapes.
std::vector<std::string> body_notes(const Shape& shape);

/// A material of the library, or {"young": ...} as a scene writes it.
Material material_of(const std::string& text);

/// "0.1,0,-0.02"; stops naming the option otherwise.
std::vector<double> numbers_of(const std::string& option, const std::string& text,
                               std::size_t count);

}  // namespace peal
