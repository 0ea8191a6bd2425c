// An object with named fields, bound to the members of T. Every field is declared once:
//   Record<Damping>("damping", Decides::sound, "How vibrations die away.")
//       .number("alpha", &Damping::alpha, Range{0, 1e5}, "1/s", "Equal for all modes.").required()
// The default of a field is what its member holds in T{}. The record says what each of its fields
// decides; a field that decides something else says so: .decides(Decides::motion).
#pragma once
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/schema/scalar_types.h"
#include "io/schema/type.h"

namespace peal {

class RecordType final : public Type {
 public:
  struct Field {
    std::string name, sentence;
    std::shared_ptr<const Type> type;
    std::function<void*(void*)> member;
    Decides decides = Decides::nothing;
    bool required = false;
    std::function<void(const void* record, FieldKey& key)> key;  // instead of the value, if any

    const void* of(const void* record) const { return member(const_cast<void*>(record)); }
  };

  RecordType(std::string name, Decides each, std::string sentence,
             std::shared_ptr<const void> fresh)
      : name_(std::move(name)),
        sentence_(std::move(sentence)),
        each_(each),
        fresh_(std::move(fresh)) {}

  /// A field that holds records decides what these say; others what the record says.
  void add(Field field);
  Field& last() { return fields_.back(); }
  void decide_last(Decides what);
  void add_check(std::function<void(const void*, const Cursor&)> check) {
    checks_.push_back(std::move(check));
  }

  void read(const Json& in, const Cursor& at, void* out) const override { read(in, at, out, {}); }
  /// As read, but the key `tag` belongs to someone else (the tagged value around the record).
  void read(const Json& in, const Cursor& at, void* out, const std::string& tag) const;
  OrderedJson write(const void* value) const override;
  void add_to_key(const void* value, FieldKey& key) const override;
  std::optional<Decides> decides() const override;
  OrderedJson schema(const void* defaults) const override;
  std::string phrase() const override { return "object"; }
  void sections(const std::string& path, const void* defaults,
                std::vector<ReferenceSection>& out) const override;
  /// The fields of the record without the record itself.
  void inner_sections(const std::string& path, const void* defaults,
                      std::vector<ReferenceSection>& out) const;
  const void* prototype() const override { return fresh_.get(); }

  const std::string& name() const { return name_; }
  const std::string& sentence() const { return sentence_; }
  const std::vector<Field>& fields() const { return fields_; }

 private:
  void report_unknown(const Json& in, const Cursor& at, const std::string& tag) const;
  std::string name_, sentence_;
  Decides each_;
  std::shared_ptr<const void> fresh_;
  std::vector<Field> fields_;
  std::vector<std::function<void(const void*, const Cursor&)>> checks_;
};

template <class T>
class Record : public Of<T> {
 public:
  Record(std::string name, Decides each, std::string sentence)
      : record_(std::make_shared<RecordType>(std::move(name), each, std::move(sentence),
                                             std::make_shared<T>())) {
    this->type = record_;
  }

  template <class M, class Owner>
  Record& field(std::string name, M Owner::*member, const Of<M>& of, std::string sentence) {
    static_assert(std::is_base_of_v<Owner, T>);
    record_->add({std::move(name), std::move(sentence), of.type,
                  [member](void* record) -> void* { return &(static_cast<T*>(record)->*member); },
                  Decides::nothing, false, nullptr});
    return *this;
  }
  template <class Owner>
  Record& number(std::string name, double Owner::*member, Range range, std::string unit,
                 std::string sentence) {
    return field(std::move(name), member, peal::number(range, std::move(unit)),
                 std::move(sentence));
  }
  template <class Owner>
  Record& integer(std::string name, int Owner::*member, int min, int max, std::string unit,
                  std::string sentence) {
    return field(std::move(name), member, peal::integer(min, max, std::move(unit)),
                 std::move(sentence));
  }
  template <class Owner>
  Record& boolean(std::string name, bool Owner::*member, std::string sentence) {
    return field(std::move(name), member, peal::boolean(), std::move(sentence));
  }
  template <class E, class Owner>
  Record& choice(std::string name, E Owner::*member, std::vector<ChoiceType::Word> words,
                 std::string sentence) {
    return field(std::move(name), member, peal::choice<E>(std::move(words)), std::move(sentence));
  }

  /// The field declared last has no default.
  Record& required() { return record_->last().required = true, *this; }
  /// The field declared last decides this, not what the record says.
  Record& decides(Decides what) { return record_->decide_last(what), *this; }
  /// What enters a key instead of the value of the field declared last.
  Record& keyed_by(std::function<void(const T&, FieldKey&)> add) {
    record_->last().key = [add = std::move(add)](const void* record, FieldKey& key) {
      add(*static_cast<const T*>(record), key);
    };
    return *this;
  }
  /// A rule between fields; called when each field by itself is right.
  Record& check(std::function<void(const T&, const Cursor&)> rule) {
    record_->add_check([rule = std::move(rule)](const void* value, const Cursor& at) {
      rule(*static_cast<const T*>(value), at);
    });
    return *this;
  }

  std::shared_ptr<const RecordType> record() const { return record_; }

 private:
  std::shared_ptr<RecordType> record_;
};

}  // namespace peal
