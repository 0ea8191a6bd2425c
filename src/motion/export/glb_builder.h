// Collects what a GLB 2.0 file holds: the JSON tree and one binary buffer behind its accessors.
// Enters: arrays of floats and indices. Leaves: the bytes of the file; accessors carry minimum and
// maximum where the specification demands them.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peal {

class GlbBuilder {
 public:
  using Json = nlohmann::ordered_json;
  enum class Use { vertices, indices, keys };

  /// `columns` 1, 3, 4 or 16; `limits`: with minimum and maximum. Gives the number of the accessor;
  /// equal arrays of keys share one.
  std::size_t add_floats(std::span<const float> values, std::size_t columns, Use use, bool limits);
  /// 16 bits when they suffice.
  std::size_t add_indices(std::span<const std::uint32_t> values);
  /// Whatever else: the bytes, and their accessor without its view. `stride` 0: no gaps.
  std::size_t add_data(std::string_view data, Json accessor, Use use, std::size_t stride = 0);
  /// The first `count` values of an accessor as another one, on the same bytes.
  std::size_t add_part(std::size_t accessor, std::size_t count);

  /// The document without accessors, buffer views and buffers, which bytes() adds.
  Json& root() { return root_; }
  /// Appends to a list of the document; gives the number of the entry.
  std::size_t add(const char* list, Json entry);
  std::size_t size() const { return binary_.size(); }

  /// Stops when the file would be longer than a GLB can be; `file` names it.
  std::string bytes(const std::string& file);

 private:
  std::size_t add_view(std::string_view data, Use use, std::size_t stride = 0);

  Json root_ = Json::object();
  Json accessors_ = Json::array(), views_ = Json::array();
  std::string binary_;
  std::map<std::string, std::size_t> keys_;  // bytes and columns => accessor
};

}  // namespace peal
