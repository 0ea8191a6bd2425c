#include "motion/export/glb_builder.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace peal {
namespace {

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void add_number(std::string& out, std::uint64_t value) {
  for (int k = 0; k < 4; ++k) out += static_cast<char>(value >> (8 * k) & 0xFF);
}

}  // namespace

std::size_t GlbBuilder::add(const char* list, Json entry) {
  Json& entries = root_[list];
  entries.push_back(std::move(entry));
  return entries.size() - 1;
}

std::size_t GlbBuilder::add_view(std::string_view data, Use use, std::size_t stride) {
  binary_.resize((binary_.size() + 3) / 4 * 4, '\0');  // the specification aligns to 4
  Json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", data.size()}};
  if (stride > 0) view["byteStride"] = stride;
  if (use == Use::vertices) view["target"] = 34962;
  if (use == Use::indices) view["target"] = 34963;
  binary_ += data;
  views_.push_back(std::move(view));
  return views_.size() - 1;
}

std::size_t GlbBuilder::add_floats(std::span<const float> values, std::size_t columns, Use use,
                                   bool limits) {
  std::string key;
  if (use == Use::keys) {
    key = std::string(bytes_of(values)) + static_cast<char>(columns) + (limits ? 'l' : '-');
    if (const auto known = keys_.find(key); known != keys_.end()) return known->second;
  }
  Json accessor{{"bufferView", add_view(bytes_of(values), use)},
                {"componentType", 5126},
                {"count", values.size() / columns},
                {"type", columns == 1   ? "SCALAR"
                         : columns == 3 ? "VEC3"
                         : columns == 4 ? "VEC4"
                                        : "MAT4"}};
  if (limits) {
    std::vector<float> low(values.begin(), values.begin() + columns), high = low;
    for (std::size_t k = columns; k < values.size(); ++k) {
      low[k % columns] = std::min(low[k % columns], values[k]);
      high[k % columns] = std::max(high[k % columns], values[k]);
    }
    accessor["min"] = low;
    accessor["max"] = high;
  }
  accessors_.push_back(std::move(accessor));
  if (use == Use::keys) keys_[std::move(key)] = accessors_.size() - 1;
  return accessors_.size() - 1;
}

std::size_t GlbBuilder::add_indices(std::span<const std::uint32_t> values) {
  // 65535 itself would restart a strip.
  const bool is_short = values.empty() || *std::max_element(values.begin(), values.end()) < 65535;
  std::size_t view = 0;
  if (is_short) {
    const std::vector<std::uint16_t> narrow(values.begin(), values.end());
    view = add_view(bytes_of(std::span(narrow)), Use::indices);
  } else {
    view = add_view(bytes_of(values), Use::indices);
  }
  accessors_.push_back({{"bufferView", view},
                        {"componentType", is_short ? 5123 : 5125},
                        {"count", values.size()},
                        {"type", "SCALAR"}});
  return accessors_.size() - 1;
}

std::size_t GlbBuilder::add_data(std::string_view data, Json accessor, Use use,
                                 std::size_t stride) {
  accessor["bufferView"] = add_view(data, use, stride);
  accessors_.push_back(std::move(accessor));
  return accessors_.size() - 1;
}

std::size_t GlbBuilder::add_part(std::size_t accessor, std::size_t count) {
  Json part = accessors_.at(accessor);
  part["count"] = count;
  accessors_.push_back(std::move(part));
  return accessors_.size() - 1;
}

std::string GlbBuilder::bytes(const std::string& file) {
  binary_.resize((binary_.size() + 3) / 4 * 4, '\0');
  if (!binary_.empty()) {
    root_["accessors"] = accessors_;
    root_["bufferViews"] = views_;
    root_["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
  }
  std::string json = root_.dump();
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::uint64_t length = 12 + 8 + json.size() + (binary_.empty() ? 0 : 8 + binary_.size());
  if (length > 0xFFFFFFFF)
    fail("{}: would have {} bytes, more than a GLB file can: use a lower frame rate", file, length);
  std::string out = "glTF";
  out.reserve(length);
  add_number(out, 2);
  add_number(out, length);
  add_number(out, json.size());
  out += "JSON";
  out += json;
  if (!binary_.empty()) {
    add_number(out, binary_.size());
    out += std::string_view("BIN\0", 4);
    out += binary_;
  }
  return out;
}

}  // namespace peal
