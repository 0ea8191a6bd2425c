// The words for the fineness of meshes, and one of them for a whole scene.
#pragma once
#include <string>

#include "scene/scene.h"

namespace peal {

/// "draft", "normal" or "fine"; whoever asks has checked it.
inline MeshLevel level_of(const std::string& word) {
  return word == "draft" ? MeshLevel::draft : word == "fine" ? MeshLevel::fine : MeshLevel::normal;
}

/// The same for all objects, whatever the scene says.
inline void choose_quality(Scene& scene, MeshLevel level) {
  scene.quality = level;
  for (ObjectSpec& object : scene.objects) object.quality.reset();
}

}  // namespace peal
