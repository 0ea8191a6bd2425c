// What a JSON value may be. One declaration serves five readers: the parser and checker (read), the
// JSON Schema (schema), the defaults (write), the reference page (phrase, unit, sections) and the
// keys of what is kept (add_to_key).
// Values are passed as void*: the typed handle Of<V> keeps declaration and C++ member together.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/schema/field_key.h"
#include "io/schema/json_text.h"
#include "io/schema/report.h"

namespace peal {

class RecordType;

/// A table of the reference page.
struct ReferenceSection {
  std::string path;          // "objects[].shape"
  std::string kind;          // "sphere" for one alternative of a tagged value, otherwise empty
  const RecordType* record;  // its fields
  const void* defaults;      // a record with the default of every field
};

class Type {
 public:
  virtual ~Type() = default;
  /// (value in the file) => *out. What is wrong goes to the report behind `at`; *out is then
  /// unspecified.
  virtual void read(const Json& in, const Cursor& at, void* out) const = 0;
  /// *value => the JSON value that reads as it.
  virtual OrderedJson write(const void* value) const = 0;
  /// Adds *value to the key, of records those fields that decide what the key is of.
  virtual void add_to_key(const void* value, FieldKey& key) const = 0;
  /// What the fields within decide; none: the type holds no fields.
  virtual std::optional<Decides> decides() const { return std::nullopt; }
  /// JSON Schema, draft 2020-12. `defaults`: the value used when the field is left out, or null.
  virtual OrderedJson schema(const void* defaults) const = 0;
  /// "number > 0", "array of objects": for the reference page.
  virtual std::string phrase() const = 0;
  virtual std::string unit() const { return {}; }
  /// Further words about the values, appended to the sentence of a field.
  virtual std::string remark() const { return {}; }
  /// False when a missing value cannot be written down (an absent optional part).
  virtual bool has_value(const void*) const { return true; }
  /// Records within, in order.
  virtual void sections(const std::string& path, const void* defaults,
                        std::vector<ReferenceSection>& out) const {
    (void)path, (void)defaults, (void)out;
  }
  /// A fresh value of the type for documentation, or null when it does not contain fields.
  virtual const void* prototype() const { return nullptr; }
};

/// A type whose C++ values are V.
template <class V>
struct Of {
  std::shared_ptr<const Type> type;
};

}  // namespace peal
