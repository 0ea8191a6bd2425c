// A value that is one of several records, told apart by its field "kind":
//   {"kind": "sphere", "radius": 0.1}
#pragma once
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "io/schema/record.h"

namespace peal {

class TaggedType final : public Type {
 public:
  struct Alternative {
    std::string kind;
    std::shared_ptr<const RecordType> record;
    /// Makes *out hold a fresh record of this kind and returns the record.
    std::function<void*(void* out, const Cursor& at)> select;
    /// The record inside *value, or null when it is of another kind.
    std::function<const void*(const void* value)> get;
  };

  void add(Alternative alternative);

  void read(const Json& in, const Cursor& at, void* out) const override;
  OrderedJson write(const void* value) const override;
  void add_to_key(const void* value, FieldKey& key) const override;
  std::optional<Decides> decides() const override;
  OrderedJson schema(const void* defaults) const override;
  std::string phrase() const override;
  void sections(const std::string& path, const void* defaults,
                std::vector<ReferenceSection>& out) const override;

 private:
  std::vector<std::string> kinds() const;
  std::vector<Alternative> alternatives_;
};

/// V is a std::variant of the records.
template <class V>
class Tagged : public Of<V> {
 public:
  Tagged() : tagged_(std::make_shared<TaggedType>()) { this->type = tagged_; }

  template <class A>
  Tagged& kind(std::string name, const Record<A>& record) {
    tagged_->add({std::move(name), record.record(),
                  [](void* out, const Cursor&) -> void* {
                    return &static_cast<V*>(out)->template emplace<A>();
                  },
                  [](const void* value) -> const void* {
                    return std::get_if<A>(static_cast<const V*>(value));
                  }});
    return *this;
  }

 private:
  std::shared_ptr<TaggedType> tagged_;
};

}  // namespace peal
