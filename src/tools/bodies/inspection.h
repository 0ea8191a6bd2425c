// What a mesh or shape is like, before any long work: geometry, mass, walls, curvature, the quality
// of its volume mesh, and what every later step will cost.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "models/bodies/body_geometry.h"
#include "tools/bodies/body_text.h"

namespace peal {

struct Inspection {
  std::string text, json;  // the same facts for people and for programs
  std::shared_ptr<const BodyGeometry> geometry;
};

/// @param material as in material_of.
Inspection inspect(const BodyText& body, const std::string& material);

/// In the body's own frame [m].
TriangleMesh own_surface(const BodyGeometry& body);

/// PNG of the body and its curvature.
void write_inspection_picture(const std::filesystem::path& path, const std::string& name,
                              const BodyGeometry& body);

}  // namespace peal
