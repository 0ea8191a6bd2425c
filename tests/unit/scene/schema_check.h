// The part of JSON Schema that Peal's schemas use, checked structurally.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace peal {

using SchemaJson = nlohmann::json;

/// Many values meet few patterns, and a regular expression takes long to be made.
inline bool fits_pattern(const std::string& text, const std::string& pattern) {
  static std::map<std::string, std::regex> made;
  const auto known = made.find(pattern);
  return std::regex_search(
      text, known != made.end() ? known->second : made.emplace(pattern, pattern).first->second);
}

/// Problems of `value` under `schema`; an unknown keyword is a problem too.
inline std::vector<std::string> schema_problems(const SchemaJson& schema, const SchemaJson& value,
                                                const std::string& path = "") {
  std::vector<std::string> found;
  const auto add = [&](const std::string& what) { found.push_back(path + ": " + what); };
  const auto join = [&](const std::vector<std::string>& more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  const auto matches = [&](const SchemaJson& list) {
    int count = 0;
    for (const auto& choice : list) count += schema_problems(choice, value, path).empty();
    return count;
  };
  const auto fits = [&](const std::string& type) {
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "number"  ? value.is_number()
           : type == "boolean" ? value.is_boolean()
           : type == "integer" ? value.is_number_integer() ||
                                     (value.is_number_float() &&
                                      value.get<double>() == std::floor(value.get<double>()))
                               : false;
  };
  for (const auto& [key, rule] : schema.items()) {
    const bool number = value.is_number(), text = value.is_string(), array = value.is_array();
    const double x = number ? value.get<double>() : 0;
    const std::size_t size = text ? value.get<std::string>().size() : array ? value.size() : 0;
    if (key == "type" && !fits(rule))
      add("type");
    else if (key == "const" && value != rule)
      add("const");
    else if (key == "enum" && std::find(rule.begin(), rule.end(), value) == rule.end())
      add("enum");
    else if (key == "minimum" && number && x < rule.get<double>())
      add("minimum");
    else if (key == "maximum" && number && x > rule.get<double>())
      add("maximum");
    else if (key == "exclusiveMinimum" && number && x <= rule.get<double>())
      add("exclusiveMinimum");
    else if (key == "exclusiveMaximum" && number && x >= rule.get<double>())
      add("exclusiveMaximum");
    else if (key == "pattern" && text &&
             !fits_pattern(value.get<std::string>(), rule.get<std::string>()))
      add("pattern");
    else if (key == "minLength" && text && size < rule)
      add("minLength");
    else if (key == "maxLength" && text && size > rule)
      add("maxLength");
    else if (key == "minItems" && array && size < rule)
      add("minItems");
    else if (key == "maxItems" && array && size > rule)
      add("maxItems");
    else if (key == "oneOf" && matches(rule) != 1)
      add("oneOf");
    else if (key == "anyOf" && matches(rule) < 1)
      add("anyOf");
    else if (key == "not" && schema_problems(rule, value, path).empty())
      add("not");
    else if (key == "items" && array)
      for (std::size_t i = 0; i < size; ++i)
        join(schema_problems(rule, value[i], path + "/" + std::to_string(i)));
    else if (key == "prefixItems" && array)
      for (std::size_t i = 0; i < std::min(size, rule.size()); ++i)
        join(schema_problems(rule[i], value[i], path + "/" + std::to_string(i)));
    else if (key == "required" && value.is_object()) {
      for (const auto& name : rule)
        if (!value.contains(name.get<std::string>())) add("required " + name.get<std::string>());
    } else if (key == "properties" && value.is_object()) {
      for (const auto& [name, inner] : rule.items())
        if (value.contains(name)) join(schema_problems(inner, value[name], path + "/" + name));
    } else if (key == "additionalProperties" && value.is_object()) {
      for (const auto& [name, inner] : value.items()) {
        if (schema.contains("properties") && schema["properties"].contains(name)) continue;
        if (rule.is_boolean() && !rule.get<bool>()) add("additional " + name);
        if (rule.is_object()) join(schema_problems(rule, inner, path + "/" + name));
      }
    } else if (key == "propertyNames" && value.is_object()) {
      for (const auto& [name, inner] : value.items())
        join(schema_problems(rule, name, path + "/" + name));
    }
    static const std::set<std::string> known{"$schema",
                                             "title",
                                             "description",
                                             "default",
                                             "type",
                                             "const",
                                             "enum",
                                             "minimum",
                                             "maximum",
                                             "pattern",
                                             "minLength",
                                             "maxLength",
                                             "minItems",
                                             "exclusiveMinimum",
                                             "exclusiveMaximum",
                                             "maxItems",
                                             "oneOf",
                                             "anyOf",
                                             "not",
                                             "items",
                                             "prefixItems",
                                             "required",
                                             "properties",
                                             "additionalProperties",
                                             "propertyNames"};
    if (!known.contains(key)) add("unknown keyword " + key);
  }
  return found;
}

}  // namespace peal
