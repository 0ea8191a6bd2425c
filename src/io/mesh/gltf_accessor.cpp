// Buffers, buffer views and accessors of a glTF document => numbers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "io/mesh/base64.h"
#include "io/mesh/byte_reader.h"
#include "io/mesh/gltf_document.h"
#include "io/mesh/limits.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

enum Component { kI8 = 5120, kU8 = 5121, kI16 = 5122, kU16 = 5123, kU32 = 5125, kF32 = 5126 };

std::size_t component_size(int component) {
  switch (component) {
    case kI8:
    case kU8:
      return 1;
    case kI16:
    case kU16:
      return 2;
    case kU32:
    case kF32:
      return 4;
    default:
      return 0;
  }
}

// Without a buffer view the length of the file does not bound the count.
constexpr std::size_t kMaxWithoutView = 1'000'000;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::optional<std::string> relative_path(std::string_view uri) {
  std::string path;
  for (std::size_t k = 0; k < uri.size(); ++k) {
    char c = uri[k];
    if (c == '%') {
      const int high = k + 2 < uri.size() ? hex_digit(uri[k + 1]) : -1;
      const int low = high >= 0 ? hex_digit(uri[k + 2]) : -1;
      if (low < 0) return {};
      c = static_cast<char>(high * 16 + low);
      k += 2;
    }
    // A colon would be a scheme or a drive, a backslash a separator elsewhere.
    if (c == '\\' || c == ':' || c == '\0') return {};
    path += c;
  }
  if (path.empty() || path[0] == '/' || path.size() > 1000) return {};
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin) == "..") return {};
    begin = end + 1;
  }
  return path;
}

std::string GltfDocument::load_buffer(std::size_t index, const std::string& user) {
  const Json& json = item("buffers", index, user);
  const std::string place = fmt::format("/buffers/{}", index);
  const auto length = this->index(json, "byteLength", place);
  if (!length) fail_at(place, "has no byteLength");
  std::string bytes;
  const auto uri = json.find("uri");
  if (uri == json.end()) {
    if (index != 0 || !chunk_) fail_at(place, "has no data: no uri and no binary chunk");
    bytes = *chunk_;
  } else {
    if (!uri->is_string()) fail_at(place + "/uri", "should be a text");
    const std::string& text = uri->get_ref<const std::string&>();
    if (text.starts_with("data:")) {
      const std::size_t comma = text.find(',');
      if (comma == std::string::npos || text.find(";base64") > comma)
        fail_at(place + "/uri", "a data uri should be base64");
      const std::string_view digits = std::string_view(text).substr(comma + 1);
      bytes.reserve(digits.size() / 4 * 3 + 3);
      if (const std::size_t read = decode_base64(digits, bytes); read < digits.size())
        fail_at(place + "/uri", "character {} is not base64", comma + 1 + read);
    } else {
      const auto path = relative_path(text);
      if (!path)
        fail_at(place + "/uri", "'{}' is not a path below the file's folder", shown_bytes(text));
      try {
        bytes = load_(*path);
      } catch (const Error& error) {
        fail_at(place + "/uri", "{}", error.what());
      }
    }
  }
  if (bytes.size() < *length)
    fail_at(place, "cut off: {} bytes are declared, {} are missing", *length,
            *length - bytes.size());
  bytes.resize(*length);
  return bytes;
}

const std::string& GltfDocument::buffer(std::size_t index, const std::string& user) {
  if (index >= buffers_.size()) item("buffers", index, user);  // stops
  if (!buffers_[index]) buffers_[index] = load_buffer(index, user);
  return *buffers_[index];
}

double GltfDocument::Rows::at(std::size_t row, std::size_t column) const {
  const char* from = bytes.data() + row * stride + column * component_size(component);
  const auto scaled = [this](auto value) {
    using T = decltype(value);
    if (!normalised) return static_cast<double>(value);
    return std::max(value / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
  };
  switch (component) {
    case kI8:
      return scaled(load_number<std::int8_t>(from, false));
    case kU8:
      return scaled(load_number<std::uint8_t>(from, false));
    case kI16:
      return scaled(load_number<std::int16_t>(from, false));
    case kU16:
      return scaled(load_number<std::uint16_t>(from, false));
    case kU32:
      return load_number<std::uint32_t>(from, false);
    default:
      return load_number<float>(from, false);
  }
}

/// The part of a buffer that an accessor, or its list of sparse values, refers to.
GltfDocument::Rows GltfDocument::rows(const Json& view_user, int component, bool normalised,
                                      std::size_t columns, std::size_t count,
                                      const std::string& place) {
  const auto view_index = index(view_user, "bufferView", place);
  if (!view_index) fail_at(place, "has no bufferView");
  const Json& view = item("bufferViews", *view_index, place + "/bufferView");
  const std::string view_place = fmt::format("/bufferViews/{}", *view_index);
  const auto extensions = view.find("extensions");
  if (extensions != view.end() && extensions->is_object() &&
      extensions->contains("EXT_meshopt_compression"))
    fail_at(view_place, "EXT_meshopt_compression is not read: export without compression");
  const auto buffer_index = index(view, "buffer", view_place);
  if (!buffer_index) fail_at(view_place, "has no buffer");
  const std::string& data = buffer(*buffer_index, view_place + "/buffer");

  const std::size_t begin = index(view, "byteOffset", view_place).value_or(0);
  const auto length = index(view, "byteLength", view_place);
  if (!length) fail_at(view_place, "has no byteLength");
  if (begin > data.size() || *length > data.size() - begin)
    fail_at(view_place, "bytes {} to {} are not in buffer {}, which has {}", begin, begin + *length,
            *buffer_index, data.size());
  const std::size_t row_size = columns * component_size(component);
  const std::size_t stride = index(view, "byteStride", view_place).value_or(row_size);
  if (stride < row_size)
    fail_at(view_place + "/byteStride", "is {}, less than the {} bytes of an entry", stride,
            row_size);
  const std::size_t offset = index(view_user, "byteOffset", place).value_or(0);
  const bool fits = count == 0 || (offset <= *length && row_size <= *length - offset &&
                                   count - 1 <= (*length - offset - row_size) / stride);
  if (!fits)
    fail_at(place,
            "{} entries of {} bytes, {} apart, from byte {} on, do not fit into the {} bytes "
            "of bufferView {}",
            count, row_size, stride, offset, *length, *view_index);
  Rows out;
  out.bytes = std::string_view(data).substr(begin, *length);
  out.bytes.remove_prefix(std::min(offset, out.bytes.size()));
  out.stride = stride, out.component = component, out.normalised = normalised;
  return out;
}

/// Calls store.resize(count), then store.set(row, rows, its row) for every row given.
template <class Store>
void GltfDocument::read_accessor(std::size_t accessor, std::string_view type, Store&& store) {
  const Json& json = item("accessors", accessor, "a mesh or an animation");
  const std::string place = fmt::format("/accessors/{}", accessor);
  const auto given = json.find("type");
  if (given == json.end() || !given->is_string() || given->get_ref<const std::string&>() != type)
    fail_at(place + "/type", "should be {}", type);
  const std::size_t columns = type == "VEC4" ? 4 : type == "VEC3" ? 3 : 1;
  const auto count = index(json, "count", place);
  if (!count) fail_at(place, "has no count");
  const int component = static_cast<int>(
      std::min<std::size_t>(index(json, "componentType", place).value_or(0), 9999));
  if (component_size(component) == 0)
    fail_at(place + "/componentType", "{} is not known", component);
  const auto flag = json.find("normalized");
  const bool normalised = flag != json.end() && flag->is_boolean() && flag->get<bool>();
  const auto sparse = json.find("sparse");

  if (json.contains("bufferView")) {
    const Rows all = rows(json, component, normalised, columns, *count, place);
    check_vertex_count(*count, name_);
    store.resize(*count);
    for (std::size_t row = 0; row < *count; ++row) store.set(row, all, row);
  } else {
    if (sparse == json.end())
      fail_at(place, "has no bufferView: its data is missing or compressed");
    if (*count > kMaxWithoutView)
      fail_at(place, "{} entries without a bufferView, at most {} are read", *count,
              kMaxWithoutView);
    store.resize(*count);
  }
  if (sparse == json.end()) return;
  const std::string sparse_place = place + "/sparse";
  if (!sparse->is_object()) fail_at(sparse_place, "should be an object");
  const auto where = sparse->find("indices"), what = sparse->find("values");
  if (where == sparse->end() || !where->is_object() || what == sparse->end() || !what->is_object())
    fail_at(sparse_place, "should have indices and values");
  const std::size_t changed = index(*sparse, "count", sparse_place).value_or(0);
  const auto kind = index(*where, "componentType", sparse_place + "/indices").value_or(0);
  if (kind != kU8 && kind != kU16 && kind != kU32)
    fail_at(sparse_place + "/indices/componentType", "{} is not an unsigned integer", kind);
  const Rows targets =
      rows(*where, static_cast<int>(kind), false, 1, changed, sparse_place + "/indices");
  const Rows values =
      rows(*what, component, normalised, columns, changed, sparse_place + "/values");
  for (std::size_t row = 0; row < changed; ++row) {
    const auto target = static_cast<std::size_t>(targets.at(row, 0));
    if (target >= *count)
      fail_at(sparse_place, "changes entry {}, but there are {}", target, *count);
    store.set(target, values, row);
  }
}

std::vector<Vec3> GltfDocument::read_positions(std::size_t accessor) {
  struct {
    std::vector<Vec3> out;
    void resize(std::size_t count) { out.resize(count); }
    void set(std::size_t to, const Rows& rows, std::size_t row) {
      out[to] = {rows.at(row, 0), rows.at(row, 1), rows.at(row, 2)};
    }
  } store;
  read_accessor(accessor, "VEC3", store);
  for (std::size_t k = 0; k < store.out.size(); ++k)
    if (!is_position(store.out[k]))
      check_position(store.out[k], name_, fmt::format("/accessors/{}: position", accessor).c_str(),
                     k);
  return std::move(store.out);
}

std::vector<std::uint32_t> GltfDocument::read_indices(std::size_t accessor) {
  const Json& json = item("accessors", accessor, "a mesh");
  const std::string place = fmt::format("/accessors/{}", accessor);
  const auto kind = index(json, "componentType", place).value_or(0);
  if (kind != kU8 && kind != kU16 && kind != kU32)
    fail_at(place + "/componentType", "indices should be unsigned integers, got {}", kind);
  struct {
    std::vector<std::uint32_t> out;
    void resize(std::size_t count) { out.resize(count); }
    void set(std::size_t to, const Rows& rows, std::size_t row) {
      out[to] = static_cast<std::uint32_t>(rows.at(row, 0));
    }
  } store;
  read_accessor(accessor, "SCALAR", store);
  return std::move(store.out);
}

std::vector<double> GltfDocument::read_numbers(std::size_t accessor, std::string_view type) {
  struct {
    std::size_t columns;
    std::vector<double> out;
    void resize(std::size_t count) { out.resize(count * columns); }
    void set(std::size_t to, const Rows& rows, std::size_t row) {
      for (std::size_t c = 0; c < columns; ++c) out[to * columns + c] = rows.at(row, c);
    }
  } store{type == "VEC4" ? 4u : type == "VEC3" ? 3u : 1u, {}};
  read_accessor(accessor, type, store);
  for (std::size_t k = 0; k < store.out.size(); ++k)
    if (!std::isfinite(store.out[k]))
      fail_at(fmt::format("/accessors/{}", accessor), "entry {} is not a finite number",
              k / store.columns);
  return std::move(store.out);
}

}  // namespace peal
