// The `materials` of a scene that is being written: those the library does not have as they are.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "physics/elastic/materials/material.h"

namespace peal {

class SceneMaterials {
 public:
  /// The name under which the scene knows `wanted`, which differs from `base` at most in density,
  /// restitution and friction. `user` becomes part of a new name.
  std::string name_of(const Material& wanted, const Material& base, const std::string& user);
  const nlohmann::ordered_json& json() const { return json_; }

 private:
  nlohmann::ordered_json json_ = nlohmann::ordered_json::object();
  std::map<std::string, std::string> declared_;  // what is said of it => name
};

}  // namespace peal
