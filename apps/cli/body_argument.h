// The body that `peal modes` and `peal inspect` are about: a mesh file, the name of a shape, or a
// shape with some fields, and the options that belong to it.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "models/bodies/import_mesh.h"
#include "physics/elastic/materials/material.h"
#include "physics/geometry/shape.h"
#include "scene/scene.h"

namespace peal {

struct BodyArgument {
  std::string body;
  double scale = 1;
  std::string up = "y";
  double shell_thickness = 0;
  std::string quality = "normal";

  void add_to(CLI::App& command);

  /// Stops, with the way out, when there is no such file or shape. Mesh files are read and checked
  /// for `use`; without a use, a sheet when shell_thickness is given and a solid otherwise.
  Shape shape(std::optional<SurfaceUse> use = {}) const;
  MeshLevel level() const;
  /// For titles and file names: "mug" of "models/mug.obj", "wineglass".
  std::string name() const;
  /// The shape as a scene writes it.
  std::string shape_json() const;
};

/// What was done to a mesh and what is odd about its size, to standard error; nothing for shapes.
void print_body_notes(const Shape& shape);

/// "draft", "normal" or "fine"; the option has checked it.
MeshLevel level_argument(const std::string& word);
/// The same for all objects, whatever the scene says.
void choose_quality(Scene& scene, const std::string& word);

/// A material of the library, or {"young": ...} as a scene writes it.
Material material_argument(const std::string& text);

/// "0.1,0,-0.02"; stops naming the option otherwise.
std::vector<double> numbers_argument(const std::string& option, const std::string& text,
                                     std::size_t count);

}  // namespace peal
