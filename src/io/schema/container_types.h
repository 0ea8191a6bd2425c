// Lists, name => value maps, parts that may be absent.
#pragma once
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/schema/type.h"

namespace peal {

struct ListAccess {
  void (*clear)(void*);
  void* (*append)(void*);
  std::size_t (*size)(const void*);
  const void* (*at)(const void*, std::size_t);
};
struct MapAccess {
  void (*clear)(void*);
  void* (*insert)(void*, const std::string&);
  const void* (*find)(const void*, const std::string&);  // null when absent
  void (*each)(const void*, const std::function<void(const std::string&, const void*)>&);
};
struct OptionalAccess {
  void* (*emplace)(void*);
  void (*reset)(void*);
  const void* (*get)(const void*);  // null when absent
};

/// What the keys of a map are: new names of a space, or names declared elsewhere.
enum class MapKeys { declare, refer };

std::shared_ptr<const Type> make_list(std::shared_ptr<const Type> element, ListAccess access,
                                      std::size_t fewest, std::size_t most);
std::shared_ptr<const Type> make_map(std::shared_ptr<const Type> element, MapAccess access,
                                     MapKeys keys, std::string space);
std::shared_ptr<const Type> make_optional(std::shared_ptr<const Type> part, OptionalAccess access,
                                          bool or_false);

template <class V>
Of<std::vector<V>> array_of(const Of<V>& element, std::size_t fewest = 0,
                            std::size_t most = 1'000'000) {
  using List = std::vector<V>;
  return {make_list(element.type,
                    {[](void* p) { static_cast<List*>(p)->clear(); },
                     [](void* p) -> void* { return &static_cast<List*>(p)->emplace_back(); },
                     [](const void* p) { return static_cast<const List*>(p)->size(); },
                     [](const void* p, std::size_t i) -> const void* {
                       return &(*static_cast<const List*>(p))[i];
                     }},
                    fewest, most)};
}

/// {"steel": {...}, "oak": {...}}
template <class V>
Of<std::map<std::string, V>> map_of(const Of<V>& element, MapKeys keys, std::string space) {
  using Map = std::map<std::string, V>;
  return {make_map(
      element.type,
      {[](void* p) { static_cast<Map*>(p)->clear(); },
       [](void* p, const std::string& key) -> void* { return &(*static_cast<Map*>(p))[key]; },
       [](const void* p, const std::string& key) -> const void* {
         const auto& map = *static_cast<const Map*>(p);
         const auto found = map.find(key);
         return found == map.end() ? nullptr : &found->second;
       },
       [](const void* p, const std::function<void(const std::string&, const void*)>& use) {
         for (const auto& [key, value] : *static_cast<const Map*>(p)) use(key, &value);
       }},
      keys, std::move(space))};
}

/// Absent when the field is left out or, if `or_false`, when it is false.
template <class V>
Of<std::optional<V>> optional_of(const Of<V>& part, bool or_false = false) {
  using Optional = std::optional<V>;
  return {make_optional(part.type,
                        {[](void* p) -> void* { return &static_cast<Optional*>(p)->emplace(); },
                         [](void* p) { static_cast<Optional*>(p)->reset(); },
                         [](const void* p) -> const void* {
                           const auto& value = *static_cast<const Optional*>(p);
                           return value ? &*value : nullptr;
                         }},
                        or_false)};
}

}  // namespace peal
