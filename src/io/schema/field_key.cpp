#include "io/schema/field_key.h"

#include "base/error.h"
#include "io/schema/record.h"

namespace peal {

void FieldKey::declare(const std::string& space, Entry entry) {
  if (named_.contains(space))
    fail("names of the space '{}' are declared after fields that refer to them", space);
  if (!declared_.emplace(space, std::move(entry)).second)
    fail("names of the space '{}' are declared in two maps", space);
}

void FieldKey::refer(const std::string& space, const std::string& name) {
  const auto entries = declared_.find(space);
  if (entries == declared_.end()) {
    named_.insert(space);
    hasher_.add(name);
  } else if (!entries->second(name)) {
    fail("there is no {} '{}'", space, name);
  }
}

Hash128 field_key(const RecordType& record, const void* value, Decides what) {
  FieldKey key(what);
  record.add_to_key(value, key);
  return key.hasher().result();
}

}  // namespace peal
