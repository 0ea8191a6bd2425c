#include "io/schema/tagged.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/schema/suggest.h"

namespace peal {
namespace {
const std::string kTag = "kind";
}

void TaggedType::add(Alternative alternative) {
  for (const Alternative& other : alternatives_)
    if (other.kind == alternative.kind) fail("the kind '{}' is declared twice", alternative.kind);
  for (const RecordType::Field& field : alternative.record->fields())
    if (field.name == kTag)
      fail("kind '{}': the field name '{}' is taken by the kind itself", alternative.kind, kTag);
  alternatives_.push_back(std::move(alternative));
}

std::vector<std::string> TaggedType::kinds() const {
  std::vector<std::string> names;
  for (const Alternative& alternative : alternatives_) names.push_back(alternative.kind);
  return names;
}

void TaggedType::read(const Json& in, const Cursor& at, void* out) const {
  if (!in.is_object()) return at.error("expected an object with a 'kind', got {}", describe(in));
  const auto tag = in.find(kTag);
  if (tag == in.end())
    return at.error("the required field 'kind' is missing{}", suggestion("", kinds()));
  const Cursor tag_at = at.child(kTag);
  if (!tag->is_string()) return tag_at.error("expected a string, got {}", describe(*tag));
  const auto& kind = tag->get_ref<const std::string&>();
  for (const Alternative& alternative : alternatives_)
    if (alternative.kind == kind)
      return alternative.record->read(in, at, alternative.select(out, at), kTag);
  tag_at.error("unknown kind '{}'{}", shown(kind), suggestion(kind, kinds()));
}

OrderedJson TaggedType::write(const void* value) const {
  OrderedJson out = OrderedJson::object();
  for (const Alternative& alternative : alternatives_) {
    const void* record = alternative.get(value);
    if (!record) continue;
    out[kTag] = alternative.kind;
    out.update(alternative.record->write(record));
  }
  return out;
}

void TaggedType::add_to_key(const void* value, FieldKey& key) const {
  for (const Alternative& alternative : alternatives_)
    if (const void* record = alternative.get(value)) {
      key.hasher().add(alternative.kind);
      alternative.record->add_to_key(record, key);
    }
}

std::optional<Decides> TaggedType::decides() const {
  Decides all = Decides::nothing;
  for (const Alternative& alternative : alternatives_) all = all | *alternative.record->decides();
  return all;
}

OrderedJson TaggedType::schema(const void*) const {
  OrderedJson choices = OrderedJson::array();
  for (const Alternative& alternative : alternatives_) {
    OrderedJson record = alternative.record->schema(nullptr);
    OrderedJson properties{
        {kTag, {{"const", alternative.kind}, {"description", alternative.record->sentence()}}}};
    properties.update(record["properties"]);
    record["properties"] = properties;
    OrderedJson required = OrderedJson::array({kTag});
    if (record.contains("required"))
      for (const auto& name : record["required"]) required.push_back(name);
    record["required"] = required;
    choices.push_back(record);
  }
  // An empty oneOf is not a schema; without kinds no value fits.
  if (choices.empty()) return {{"not", OrderedJson::object()}};
  return {{"oneOf", choices}};
}

std::string TaggedType::phrase() const {
  std::string list;
  for (const std::string& kind : kinds()) list += (list.empty() ? "`" : ", `") + kind + "`";
  return "object with `kind` " + list;
}

void TaggedType::sections(const std::string& path, const void*,
                          std::vector<ReferenceSection>& out) const {
  for (const Alternative& alternative : alternatives_) {
    const void* fresh = alternative.record->prototype();
    out.push_back({path, alternative.kind, alternative.record.get(), fresh});
    alternative.record->inner_sections(path, fresh, out);
  }
}

}  // namespace peal
