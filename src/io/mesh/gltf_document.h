// A glTF 2.0 document: its JSON, its buffers, and the numbers behind its accessors.
// Enters: the JSON text, the binary chunk of a .glb, and a way to load files that lie beside it.
// Leaves: checked members of the JSON; positions, indices, keys of animations. Errors name file and
// JSON path.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "io/mesh/parsers.h"

namespace peal {

class GltfDocument {
 public:
  using Json = nlohmann::json;

  GltfDocument(std::string_view json, std::optional<std::string_view> chunk,
               const std::string& name, const LoadBeside& load);

  const Json& root() const { return root_; }
  const std::string& name() const { return name_; }
  /// Entry `index` of the list `list` ("nodes", "meshes" ...); `user` says who asks for it.
  const Json& item(const char* list, std::size_t index, const std::string& user) const;
  std::size_t list_size(const char* list) const;
  /// A member that is a number 0, 1, 2 ...; nothing when it is absent.
  std::optional<std::size_t> index(const Json& object, const char* key,
                                   const std::string& place) const;
  /// A member that is a list of numbers 0, 1, 2 ...; empty when it is absent.
  std::vector<std::size_t> indices(const Json& object, const char* key,
                                   const std::string& place) const;
  /// A member that is a list of N finite numbers; false when it is absent.
  template <std::size_t N>
  bool numbers(const Json& object, const char* key, const std::string& place,
               std::array<double, N>& out) const {
    return numbers(object, key, place, out.data(), N);
  }

  std::vector<Vec3> read_positions(std::size_t accessor);
  std::vector<std::uint32_t> read_indices(std::size_t accessor);
  /// Finite numbers, row after row; type is "SCALAR", "VEC3" or "VEC4".
  std::vector<double> read_numbers(std::size_t accessor, std::string_view type);

  template <class... Args>
  [[noreturn]] void fail_at(const std::string& place, fmt::format_string<Args...> text,
                            Args&&... args) const {
    fail("{}: {}: {}", name_, place, fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  /// `count` rows of numbers of one kind, `stride` bytes apart.
  struct Rows {
    std::string_view bytes;
    std::size_t stride = 0;
    int component = 0;
    bool normalised = false;
    double at(std::size_t row, std::size_t column) const;
  };
  bool numbers(const Json& object, const char* key, const std::string& place, double* out,
               std::size_t count) const;
  void check_extensions() const;
  const std::string& buffer(std::size_t index, const std::string& user);
  std::string load_buffer(std::size_t index, const std::string& user);
  Rows rows(const Json& view_user, int component, bool normalised, std::size_t columns,
            std::size_t count, const std::string& place);
  template <class Store>
  void read_accessor(std::size_t accessor, std::string_view type, Store&& store);

  const std::string& name_;
  const LoadBeside& load_;
  Json root_;
  std::optional<std::string_view> chunk_;
  std::vector<std::optional<std::string>> buffers_;
};

/// The two parts of a .glb file.
struct GlbChunks {
  std::string_view json;
  std::optional<std::string_view> binary;
};
GlbChunks split_glb(std::string_view bytes, const std::string& name);

/// Path of a file beside the glTF file: percent signs decoded; nothing when it leaves the folder.
std::optional<std::string> relative_path(std::string_view uri);

}  // namespace peal
