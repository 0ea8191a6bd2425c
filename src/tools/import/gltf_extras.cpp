#include "tools/import/gltf_extras.h"

#include <nlohmann/json.hpp>

#include "io/mesh/text_cursor.h"
#include "physics/elastic/materials/material_library.h"

namespace peal {

using Json = nlohmann::json;

GltfExtras::GltfExtras(const GltfDocument& document, const Json& json, std::string place)
    : doc_(document), json_(&json), place_(std::move(place)) {}

GltfExtras GltfExtras::of(const GltfDocument& document, const GltfNode& node) {
  static const Json none;
  const auto found = node.json->find("extras");
  return {document, found == node.json->end() ? none : *found, node.place() + "/extras"};
}

const Json* GltfExtras::find(const char* key) const {
  if (!json_->is_object()) return nullptr;
  const auto found = json_->find(key);
  return found == json_->end() || found->is_null() ? nullptr : &*found;
}

std::optional<double> GltfExtras::number(const char* key, double min, double max) const {
  const Json* value = find(key);
  if (!value) return {};
  if (!value->is_number() || !(value->get<double>() >= min && value->get<double>() <= max))
    doc_.fail_at(place_ + "/" + key, "expected a number from {:g} to {:g}, got {}", min, max,
                 shown_bytes(value->dump(-1, ' ', true, Json::error_handler_t::replace)));
  return value->get<double>();
}

std::optional<bool> GltfExtras::flag(const char* key) const {
  const Json* value = find(key);
  if (!value) return {};
  if (value->is_boolean()) return value->get<bool>();
  if (value->is_number() && (*value == 0 || *value == 1)) return *value == 1;
  doc_.fail_at(place_ + "/" + key, "expected true or false");
}

std::optional<std::string> GltfExtras::text(const char* key) const {
  const Json* value = find(key);
  if (!value) return {};
  if (!value->is_string()) doc_.fail_at(place_ + "/" + key, "expected a text");
  return value->get<std::string>();
}

std::optional<std::string> GltfExtras::choice(const char* key,
                                              std::initializer_list<const char*> words) const {
  const auto value = text(key);
  if (!value) return {};
  std::string list;
  for (const char* word : words) {
    if (*value == word) return value;
    list += fmt::format("{}'{}'", list.empty() ? "" : " or ", word);
  }
  doc_.fail_at(place_ + "/" + key, "expected {}, got '{}'", list, shown_bytes(*value));
}

std::optional<Material> material_constants(const GltfDocument& document, const Json& json,
                                           const std::string& place) {
  const auto extras = json.find("extras"), name = json.find("name");
  if (extras == json.end() || name == json.end() || !name->is_string()) return {};
  const GltfExtras read(document, *extras, place + "/extras");
  const auto young = read.number("young", 1e3, 2e12), poisson = read.number("poisson", -1, 0.5),
             density = read.number("density", 1e-6, 30000);
  if (!young || !poisson || !density) return {};
  Material out;
  out.name = name->get<std::string>();
  out.young = *young, out.poisson = *poisson, out.density = *density;
  const auto alpha = read.number("alpha", 0, 1e5), beta = read.number("beta", 0, 1e-2),
             gamma = read.number("gamma", 0, 1e12);
  const RayleighDamping usual;
  if (alpha || beta || gamma)
    out.damping.rayleigh = {alpha.value_or(usual.alpha), beta.value_or(usual.beta),
                            gamma.value_or(usual.gamma)};
  out.damping.loss_factor = read.number("loss_factor", 0, 1).value_or(out.damping.loss_factor);
  out.damping.exponent = read.number("loss_exponent", -1, 1).value_or(0);
  out.young_across = read.number("young_across", 1e3, 2e12).value_or(0);
  out.thermal = {read.number("expansion", -1e-3, 1e-3).value_or(0),
                 read.number("heat_capacity", 0, 1e5).value_or(0),
                 read.number("conductivity", 0, 1e4).value_or(0)};
  out.restitution = read.number("restitution", 0, 1).value_or(out.restitution);
  out.friction = read.number("friction", 0, 10).value_or(out.friction);
  return out;
}

}  // namespace peal
