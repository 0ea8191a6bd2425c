// Scene file => Scene, JSON Schema, reference page: all from the one declaration.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "scene/scene.h"
#include "scene/source_kind.h"

namespace peal {

/// Everything wrong with a scene at once; what() holds the messages, one per line.
class SceneError : public Error {
 public:
  explicit SceneError(std::vector<std::string> messages);
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

using SourceKinds = std::span<const SourceKindDeclaration>;

Scene load_scene(const std::filesystem::path& path, SourceKinds kinds);
/// `file_name` begins every message; file paths in the scene are relative to `folder`.
Scene parse_scene(std::string_view text, const std::string& file_name, SourceKinds kinds,
                  const std::filesystem::path& folder = {});

/// JSON Schema, draft 2020-12.
nlohmann::ordered_json scene_schema(SourceKinds kinds);
/// The whole page docs/reference/scene.md.
std::string scene_reference_markdown(SourceKinds kinds);

}  // namespace peal
