#include "io/schema/record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/schema/suggest.h"

namespace peal {

void RecordType::add(Field field) {
  for (const Field& other : fields_)
    if (other.name == field.name) fail("record '{}' declares '{}' twice", name_, field.name);
  field.decides = field.type->decides().value_or(each_);
  fields_.push_back(std::move(field));
}

void RecordType::decide_last(Decides what) {
  Field& field = last();
  if (field.type->decides())
    fail("record '{}': the records in '{}' say what it decides", name_, field.name);
  field.decides = what;
}

void RecordType::read(const Json& in, const Cursor& at, void* out, const std::string& tag) const {
  if (!in.is_object()) return at.error("expected an object, got {}", describe(in));
  const std::size_t errors_before = at.report().error_count();
  for (const Field& field : fields_) {
    const auto found = in.find(field.name);
    if (found != in.end())
      field.type->read(*found, at.child(field.name), field.member(out));
    else if (field.required)
      at.error("the required field '{}' is missing", field.name);
  }
  report_unknown(in, at, tag);
  if (at.report().error_count() == errors_before)
    for (const auto& check : checks_) check(out, at);
}

void RecordType::report_unknown(const Json& in, const Cursor& at, const std::string& tag) const {
  std::vector<std::string> names;
  if (!tag.empty()) names.push_back(tag);
  for (const Field& field : fields_) names.push_back(field.name);
  for (auto item = in.begin(); item != in.end(); ++item) {
    if (std::find(names.begin(), names.end(), item.key()) != names.end()) continue;
    at.child(item.key()).error("unknown field{}", suggestion(item.key(), names));
  }
}

OrderedJson RecordType::write(const void* value) const {
  OrderedJson out = OrderedJson::object();
  for (const Field& field : fields_)
    if (field.type->has_value(field.of(value)))
      out[field.name] = field.type->write(field.of(value));
  return out;
}

void RecordType::add_to_key(const void* value, FieldKey& key) const {
  for (const Field& field : fields_) {
    if (!has(field.decides, key.what())) continue;
    key.hasher().add(field.name);
    if (field.key)
      field.key(value, key);
    else
      field.type->add_to_key(field.of(value), key);
  }
}

std::optional<Decides> RecordType::decides() const {
  Decides all = Decides::nothing;
  for (const Field& field : fields_) all = all | field.decides;
  return all;
}

OrderedJson RecordType::schema(const void* defaults) const {
  if (!defaults) defaults = fresh_.get();
  OrderedJson properties = OrderedJson::object(), required = OrderedJson::array();
  for (const Field& field : fields_) {
    const void* value = field.of(defaults);
    OrderedJson schema = field.type->schema(value);
    const std::string unit = field.type->unit(), remark = field.type->remark();
    schema["description"] = (unit.empty() ? "" : "[" + unit + "] ") + field.sentence +
                            (remark.empty() ? "" : " " + remark);
    if (field.required)
      required.push_back(field.name);
    else if (field.type->has_value(value))
      schema["default"] = field.type->write(value);
    properties[field.name] = std::move(schema);
  }
  OrderedJson out{{"type", "object"}, {"description", sentence_}, {"properties", properties}};
  if (!required.empty()) out["required"] = required;
  out["additionalProperties"] = false;
  return out;
}

void RecordType::sections(const std::string& path, const void* defaults,
                          std::vector<ReferenceSection>& out) const {
  if (!defaults) defaults = fresh_.get();
  out.push_back({path, "", this, defaults});
  inner_sections(path, defaults, out);
}

void RecordType::inner_sections(const std::string& path, const void* defaults,
                                std::vector<ReferenceSection>& out) const {
  if (!defaults) defaults = fresh_.get();
  for (const Field& field : fields_)
    field.type->sections(path.empty() ? field.name : path + "." + field.name, field.of(defaults),
                         out);
}

}  // namespace peal
