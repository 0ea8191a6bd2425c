#include "io/mesh/gltf_document.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

constexpr int kMaxDepth = 100;

/// Stops before the parser builds a tower of lists.
void check_depth(std::string_view text, const std::string& name) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quoted) {
      if (c == '\\') ++k;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth)
        fail("{}: byte {}: JSON nested deeper than {} levels is not read", name, k, kMaxDepth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
}

/// Extensions that a file may require without a change of the geometry that is read here.
bool is_harmless(std::string_view extension) {
  for (const std::string_view start : {"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                       "KHR_lights_", "KHR_animation_", "KHR_xmp", "MSFT_texture_"})
    if (extension.starts_with(start)) return true;
  return extension == "KHR_mesh_quantization";
}

}  // namespace

GltfDocument::GltfDocument(std::string_view json, std::optional<std::string_view> chunk,
                           const std::string& name, const LoadBeside& load)
    : name_(name), load_(load), chunk_(chunk) {
  check_depth(json, name);
  try {
    root_ = Json::parse(json.begin(), json.end());
  } catch (const Json::exception& error) {
    std::string_view text = error.what();
    if (const std::size_t at = text.find("] "); at != std::string_view::npos)
      text.remove_prefix(at + 2);
    fail("{}: is not valid JSON: {}", name, text);
  }
  if (!root_.is_object()) fail("{}: a glTF file should be one JSON object", name);
  const auto asset = root_.find("asset");
  if (asset == root_.end() || !asset->is_object()) fail_at("/asset", "is missing: not a glTF file");
  const auto version = asset->find("version");
  if (version == asset->end() || !version->is_string() ||
      !version->get_ref<const std::string&>().starts_with("2."))
    fail_at("/asset/version", "should be \"2.0\"; convert other versions first");
  check_extensions();
  buffers_.resize(list_size("buffers"));
}

void GltfDocument::check_extensions() const {
  const auto required = root_.find("extensionsRequired");
  if (required == root_.end()) return;
  if (!required->is_array()) fail_at("/extensionsRequired", "should be a list");
  for (const Json& entry : *required) {
    if (!entry.is_string()) fail_at("/extensionsRequired", "should hold names");
    const std::string& extension = entry.get_ref<const std::string&>();
    if (extension == "KHR_draco_mesh_compression" || extension.find("meshopt") != std::string::npos)
      fail_at("/extensionsRequired", "{} is not read: export without compression",
              shown_bytes(extension));
    if (!is_harmless(extension))
      fail_at("/extensionsRequired", "{} is not known: export without it", shown_bytes(extension));
  }
}

std::size_t GltfDocument::list_size(const char* list) const {
  const auto found = root_.find(list);
  if (found == root_.end()) return 0;
  if (!found->is_array()) fail_at(fmt::format("/{}", list), "should be a list");
  return found->size();
}

const GltfDocument::Json& GltfDocument::item(const char* list, std::size_t index,
                                             const std::string& user) const {
  const std::size_t size = list_size(list);
  if (index >= size)
    fail_at(user, "refers to entry {} of \"{}\", which has {} entries", index, list, size);
  const Json& out = root_[list][index];
  if (!out.is_object()) fail_at(fmt::format("/{}/{}", list, index), "should be an object");
  return out;
}

namespace {

bool to_index(const nlohmann::json& value, std::size_t& out) {
  if (value.is_number_unsigned()) {
    out = value.get<std::uint64_t>();
    return out <= std::uint64_t{1} << 53;
  }
  if (!value.is_number_float()) return false;
  const double x = value.get<double>();
  if (!(x >= 0 && x <= 0x1p53) || x != std::floor(x)) return false;
  out = static_cast<std::size_t>(x);
  return true;
}

}  // namespace

std::optional<std::size_t> GltfDocument::index(const Json& object, const char* key,
                                               const std::string& place) const {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  std::size_t out = 0;
  if (!to_index(*found, out))
    fail_at(fmt::format("{}/{}", place, key), "should be a whole number, not negative");
  return out;
}

std::vector<std::size_t> GltfDocument::indices(const Json& object, const char* key,
                                               const std::string& place) const {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_array()) fail_at(fmt::format("{}/{}", place, key), "should be a list");
  std::vector<std::size_t> out(found->size());
  for (std::size_t k = 0; k < out.size(); ++k)
    if (!to_index((*found)[k], out[k]))
      fail_at(fmt::format("{}/{}/{}", place, key, k), "should be a whole number, not negative");
  return out;
}

bool GltfDocument::numbers(const Json& object, const char* key, const std::string& place,
                           double* out, std::size_t count) const {
  const auto found = object.find(key);
  if (found == object.end()) return false;
  if (!found->is_array() || found->size() != count)
    fail_at(fmt::format("{}/{}", place, key), "should be a list of {} numbers", count);
  for (std::size_t k = 0; k < count; ++k) {
    const Json& value = (*found)[k];
    out[k] = value.is_number() ? value.get<double>() : NAN;
    if (!std::isfinite(out[k]))
      fail_at(fmt::format("{}/{}/{}", place, key, k), "should be a finite number");
  }
  return true;
}

}  // namespace peal
