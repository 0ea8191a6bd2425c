// How a source kind tells the scene about its settings. src/sources makes one declaration per kind:
//   source_kind("strike", Record<StrikeSettings>("strike", "A blow.").number(...))
// and reads them back with settings_of<StrikeSettings>(spec).
#pragma once
#include <any>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "io/schema/record.h"
#include "scene/scene.h"

namespace peal {

struct SourceKindDeclaration {
  std::string name;
  std::string sentence;
  std::shared_ptr<const RecordType> settings;
  std::function<std::any()> make;          // default settings
  std::function<void*(std::any&)> inside;  // the settings as the record sees them
};

template <class T>
SourceKindDeclaration source_kind(std::string name, const Record<T>& settings) {
  static_assert(std::is_copy_constructible_v<T>, "settings travel inside std::any");
  return {std::move(name), settings.record()->sentence(), settings.record(),
          [] { return std::any(T{}); },
          [](std::any& any) -> void* { return std::any_cast<T>(&any); }};
}

/// The settings of a source of the kind that declared T.
template <class T>
const T& settings_of(const SourceSpec& source) {
  const T* settings = std::any_cast<T>(&source.settings);
  if (!settings)
    fail("{}: the settings of kind '{}' are of another type", source.path, source.kind);
  return *settings;
}

}  // namespace peal
