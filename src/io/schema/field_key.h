// Declared fields => the hash of those that decide one thing: the key of what is kept of it. Walks
// the declarations (Type::add_to_key), so that a field that was declared cannot be forgotten.
// Names count as what they refer to where that is declared in a map: a material that nobody uses,
// and what a material is called, change no key.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/hash.h"
#include "io/schema/decides.h"

namespace peal {

class RecordType;

class FieldKey {
 public:
  /// Adds the entry of a name to the key; false when there is none.
  using Entry = std::function<bool(const std::string& name)>;

  explicit FieldKey(Decides what) : what_(what) {}

  Decides what() const { return what_; }
  Hasher& hasher() { return hasher_; }

  /// The entries of a map that declares the names of a space; before anything refers to it.
  void declare(const std::string& space, Entry entry);
  /// Adds what the name stands for; the name itself in a space without entries.
  void refer(const std::string& space, const std::string& name);

 private:
  Decides what_;
  Hasher hasher_;
  std::map<std::string, Entry> declared_;
  std::set<std::string> named_;  // spaces whose names were added as they are
};

/// Of all fields of a record, and of the records inside it, that decide `what`.
Hash128 field_key(const RecordType& record, const void* value, Decides what);

}  // namespace peal
