#include "io/schema/container_types.h"

#include <nlohmann/json.hpp>

#include "io/schema/scalar_types.h"

namespace peal {
namespace {

class ListType final : public Type {
 public:
  ListType(std::shared_ptr<const Type> element, ListAccess access, std::size_t fewest,
           std::size_t most)
      : element_(std::move(element)), access_(access), fewest_(fewest), most_(most) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_array()) return at.error("expected an array, got {}", describe(in));
    if (in.size() < fewest_)
      return at.error("expected at least {} value{}, got {}", fewest_, fewest_ == 1 ? "" : "s",
                      describe(in));
    if (in.size() > most_)
      return at.error("expected at most {} values, got {}", most_, describe(in));
    access_.clear(out);
    for (std::size_t i = 0; i < in.size(); ++i)
      element_->read(in[i], at.child(i), access_.append(out));
  }
  OrderedJson write(const void* value) const override {
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = 0; i < access_.size(value); ++i)
      list.push_back(element_->write(access_.at(value, i)));
    return list;
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(access_.size(value));
    for (std::size_t i = 0; i < access_.size(value); ++i)
      element_->add_to_key(access_.at(value, i), key);
  }
  std::optional<Decides> decides() const override { return element_->decides(); }
  OrderedJson schema(const void*) const override {
    OrderedJson schema{{"type", "array"}, {"items", element_->schema(nullptr)}};
    if (fewest_ > 0) schema["minItems"] = fewest_;
    schema["maxItems"] = most_;
    return schema;
  }
  std::string phrase() const override {
    return (fewest_ > 0 ? fmt::format("array, at least {}: ", fewest_) : "array: ") +
           element_->phrase();
  }
  std::string unit() const override { return element_->unit(); }
  void sections(const std::string& path, const void*,
                std::vector<ReferenceSection>& out) const override {
    element_->sections(path + "[]", element_->prototype(), out);
  }

 private:
  std::shared_ptr<const Type> element_;
  ListAccess access_;
  std::size_t fewest_, most_;
};

class MapType final : public Type {
 public:
  MapType(std::shared_ptr<const Type> element, MapAccess access, MapKeys keys, std::string space)
      : element_(std::move(element)), access_(access), keys_(keys), space_(std::move(space)) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_object())
      return at.error("expected an object of {} names, got {}", space_, describe(in));
    access_.clear(out);
    for (auto item = in.begin(); item != in.end(); ++item) {
      const Cursor here = at.child(item.key());
      if (keys_ == MapKeys::declare) {
        check_name(item.key(), here);
        here.report().names().declare(space_, item.key(), here);
      } else {
        here.report().names().refer(space_, item.key(), here);
      }
      element_->read(item.value(), here, access_.insert(out, item.key()));
    }
  }
  OrderedJson write(const void* value) const override {
    OrderedJson out = OrderedJson::object();
    access_.each(value, [&](const std::string& key, const void* entry) {
      out[key] = element_->write(entry);
    });
    return out;
  }
  // What is declared counts where it is referred to.
  void add_to_key(const void* value, FieldKey& key) const override {
    if (keys_ == MapKeys::declare)
      return key.declare(space_, [this, value, &key](const std::string& name) {
        const void* entry = access_.find(value, name);
        if (entry) element_->add_to_key(entry, key);
        return entry != nullptr;
      });
    access_.each(value, [&](const std::string& name, const void* entry) {
      key.refer(space_, name);
      element_->add_to_key(entry, key);
    });
  }
  std::optional<Decides> decides() const override { return element_->decides(); }
  OrderedJson schema(const void*) const override {
    return {{"type", "object"},
            {"propertyNames", {{"pattern", kNamePattern}}},
            {"additionalProperties", element_->schema(nullptr)}};
  }
  std::string phrase() const override {
    return fmt::format("object: {} name => {}", space_, element_->phrase());
  }
  void sections(const std::string& path, const void*,
                std::vector<ReferenceSection>& out) const override {
    element_->sections(path + "." + "<name>", element_->prototype(), out);
  }

 private:
  std::shared_ptr<const Type> element_;
  MapAccess access_;
  MapKeys keys_;
  std::string space_;
};

class OptionalType final : public Type {
 public:
  OptionalType(std::shared_ptr<const Type> part, OptionalAccess access, bool or_false)
      : part_(std::move(part)), access_(access), or_false_(or_false) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (or_false_ && in.is_boolean() && !in.get<bool>()) return access_.reset(out);
    if (or_false_ && !in.is_object())
      return at.error("expected an object or false, got {}", describe(in));
    part_->read(in, at, access_.emplace(out));
  }
  OrderedJson write(const void* value) const override {
    const void* part = access_.get(value);
    return part ? part_->write(part) : OrderedJson(false);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const void* part = access_.get(value);
    key.hasher().add(part != nullptr);
    if (part) part_->add_to_key(part, key);
  }
  std::optional<Decides> decides() const override { return part_->decides(); }
  OrderedJson schema(const void* defaults) const override {
    const void* part = defaults ? access_.get(defaults) : nullptr;
    OrderedJson schema = part_->schema(part);
    if (!or_false_) return schema;
    return {{"anyOf", OrderedJson::array({schema, OrderedJson{{"const", false}}})}};
  }
  std::string phrase() const override { return part_->phrase() + (or_false_ ? " or false" : ""); }
  std::string unit() const override { return part_->unit(); }
  std::string remark() const override { return part_->remark(); }
  bool has_value(const void* value) const override {
    return or_false_ || access_.get(value) != nullptr;
  }
  void sections(const std::string& path, const void* defaults,
                std::vector<ReferenceSection>& out) const override {
    const void* part = defaults ? access_.get(defaults) : nullptr;
    part_->sections(path, part ? part : part_->prototype(), out);
  }

 private:
  std::shared_ptr<const Type> part_;
  OptionalAccess access_;
  bool or_false_;
};

}  // namespace

std::shared_ptr<const Type> make_list(std::shared_ptr<const Type> element, ListAccess access,
                                      std::size_t fewest, std::size_t most) {
  return std::make_shared<ListType>(std::move(element), access, fewest, most);
}
std::shared_ptr<const Type> make_map(std::shared_ptr<const Type> element, MapAccess access,
                                     MapKeys keys, std::string space) {
  return std::make_shared<MapType>(std::move(element), access, keys, std::move(space));
}
std::shared_ptr<const Type> make_optional(std::shared_ptr<const Type> part, OptionalAccess access,
                                          bool or_false) {
  return std::make_shared<OptionalType>(std::move(part), access, or_false);
}

}  // namespace peal
