#include "fields/scalar_types.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "fields/suggest.h"

namespace peal {
namespace {

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}
std::string bracketed(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " [" + unit + "]";
}

class NumberType final : public Type {
 public:
  NumberType(Range range, std::string unit) : range_(range), unit_(std::move(unit)) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    read_number(in, at, range_, unit_, *static_cast<double*>(out));
  }
  OrderedJson write(const void* value) const override {
    return *static_cast<const double*>(value);
  }
  OrderedJson schema(const void*) const override {
    OrderedJson schema{{"type", "number"}};
    add_range(schema, range_);
    return schema;
  }
  std::string phrase() const override {
    const std::string range = phrase_of(range_);
    return range.empty() ? "number" : "number " + range;
  }
  std::string unit() const override { return unit_; }

 private:
  Range range_;
  std::string unit_;
};

/// I is int or std::uint64_t.
template <class I>
class IntegerType final : public Type {
 public:
  IntegerType(I min, I max, std::string unit) : min_(min), max_(max), unit_(std::move(unit)) {}

  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_number())
      return at.error("expected an integer, got {}", describe(in));
    std::int64_t whole = 0;
    if (in.is_number_unsigned()) {
      const auto value = in.get<std::uint64_t>();
      if (std::cmp_greater(value, max_)) return too_large(in, at);
      if (std::cmp_less(value, min_)) return too_small(in, at);
      *static_cast<I*>(out) = static_cast<I>(value);
      return;
    }
    if (in.is_number_float()) {
      // 3.0 and 1e3 are integers too; beyond 2^53 a double does not tell integers apart.
      const double value = in.get<double>();
      if (value != std::floor(value)) return at.error("expected an integer, got {}", describe(in));
      if (value > static_cast<double>(max_)) return too_large(in, at);
      if (value < static_cast<double>(min_)) return too_small(in, at);
      if (std::abs(value) > 0x1p53)
        return at.error("write the integer {} with all its digits", describe(in));
      whole = static_cast<std::int64_t>(value);
    } else {
      whole = in.get<std::int64_t>();
    }
    if (std::cmp_greater(whole, max_)) return too_large(in, at);
    if (std::cmp_less(whole, min_)) return too_small(in, at);
    *static_cast<I*>(out) = static_cast<I>(whole);
  }
  OrderedJson write(const void* value) const override { return *static_cast<const I*>(value); }
  OrderedJson schema(const void*) const override {
    OrderedJson schema{{"type", "integer"}, {"minimum", min_}};
    if (max_ != std::numeric_limits<I>::max()) schema["maximum"] = max_;
    return schema;
  }
  std::string phrase() const override {
    return max_ == std::numeric_limits<I>::max() ? fmt::format("integer >= {}", min_)
                                                 : fmt::format("integer from {} to {}", min_, max_);
  }
  std::string unit() const override { return unit_; }

 private:
  void too_small(const Json& in, const Cursor& at) const {
    at.error("expected >= {}, got {}", with_unit(std::to_string(min_), unit_), describe(in));
  }
  void too_large(const Json& in, const Cursor& at) const {
    at.error("expected <= {}, got {}", with_unit(std::to_string(max_), unit_), describe(in));
  }
  I min_, max_;
  std::string unit_;
};

class VersionType final : public Type {
 public:
  explicit VersionType(int version) : version_(version) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_number_integer() || in != version_)
      return at.error("this program reads version {}, got {}", version_, describe(in));
    *static_cast<int*>(out) = version_;
  }
  OrderedJson write(const void* value) const override { return *static_cast<const int*>(value); }
  OrderedJson schema(const void*) const override { return {{"const", version_}}; }
  std::string phrase() const override { return fmt::format("the number {}", version_); }

 private:
  int version_;
};

class BooleanType final : public Type {
 public:
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_boolean()) return at.error("expected true or false, got {}", describe(in));
    *static_cast<bool*>(out) = in.get<bool>();
  }
  OrderedJson write(const void* value) const override { return *static_cast<const bool*>(value); }
  OrderedJson schema(const void*) const override { return {{"type", "boolean"}}; }
  std::string phrase() const override { return "true or false"; }
};

/// Text; what else it means is up to the derived type.
class TextType : public Type {
 public:
  explicit TextType(std::size_t longest) : longest_(longest) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_string()) return at.error("expected a string, got {}", describe(in));
    const auto& text = in.get_ref<const std::string&>();
    if (text.size() > longest_)
      return at.error("expected at most {} bytes of text, got {}", longest_, text.size());
    *static_cast<std::string*>(out) = text;
    accept(text, at);
  }
  OrderedJson write(const void* value) const override {
    return *static_cast<const std::string*>(value);
  }
  OrderedJson schema(const void*) const override {
    return {{"type", "string"}, {"maxLength", longest_}};
  }
  std::string phrase() const override { return "text"; }

 protected:
  virtual void accept(const std::string&, const Cursor&) const {}

 private:
  std::size_t longest_;
};

class NameType final : public TextType {
 public:
  explicit NameType(std::string space) : TextType(64), space_(std::move(space)) {}
  OrderedJson schema(const void*) const override {
    return {{"type", "string"}, {"pattern", kNamePattern}};
  }
  std::string phrase() const override { return "name: letters, digits, `_`, `-`"; }

 protected:
  void accept(const std::string& text, const Cursor& at) const override {
    check_name(text, at);
    at.report().names().declare(space_, text, at);
  }

 private:
  std::string space_;
};

class ReferenceType final : public TextType {
 public:
  explicit ReferenceType(std::string space) : TextType(64), space_(std::move(space)) {}
  OrderedJson schema(const void*) const override {
    return {{"type", "string"}, {"pattern", kNamePattern}};
  }
  std::string phrase() const override { return "name of a declared " + space_; }

 protected:
  void accept(const std::string& text, const Cursor& at) const override {
    at.report().names().refer(space_, text, at);
  }

 private:
  std::string space_;
};

class FileType final : public Type {
 public:
  explicit FileType(std::string what) : what_(std::move(what)) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_string())
      return at.error("expected the path of {}, got {}", what_, describe(in));
    const auto& text = in.get_ref<const std::string&>();
    if (text.empty() || text.find('\0') != std::string::npos || text.size() > 4096)
      return at.error("expected the path of {}, got {}", what_, describe(in));
    const std::filesystem::path path = at.report().folder() / std::filesystem::path(text);
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status))
      return at.error("there is no file '{}'; paths are relative to the folder of this file",
                      shown(text));
    if (!std::filesystem::is_regular_file(status))
      return at.error("'{}' is not a file; expected {}", shown(text), what_);
    *static_cast<std::filesystem::path*>(out) = path;
  }
  OrderedJson write(const void* value) const override {
    return static_cast<const std::filesystem::path*>(value)->generic_string();
  }
  OrderedJson schema(const void*) const override {
    return {{"type", "string"}, {"minLength", 1}, {"maxLength", 4096}};
  }
  std::string phrase() const override { return "path of " + what_; }
  bool has_value(const void* value) const override {
    return !static_cast<const std::filesystem::path*>(value)->empty();
  }

 private:
  std::string what_;
};

}  // namespace

std::string phrase_of(const Range& range) {
  std::string out;
  if (std::isfinite(range.min)) out = fmt::format("{} {}", range.open_min ? ">" : ">=", range.min);
  if (std::isfinite(range.max))
    out += fmt::format("{}{} {}", out.empty() ? "" : " and ", range.open_max ? "<" : "<=", range.max);
  return out;
}

void add_range(OrderedJson& schema, const Range& range) {
  if (std::isfinite(range.min)) schema[range.open_min ? "exclusiveMinimum" : "minimum"] = range.min;
  if (std::isfinite(range.max)) schema[range.open_max ? "exclusiveMaximum" : "maximum"] = range.max;
}

bool read_number(const Json& in, const Cursor& at, const Range& range, const std::string& unit,
                 double& out) {
  if (!in.is_number()) {
    at.error("expected {}, got {}", bracketed("a number", unit), describe(in));
    return false;
  }
  const double value = in.get<double>();
  const bool low = range.open_min ? !(value > range.min) : !(value >= range.min);
  const bool high = range.open_max ? !(value < range.max) : !(value <= range.max);
  if (low || high || !std::isfinite(value)) {
    // Only the violated side is named.
    Range side = range;
    if (low) side.max = Range::any().max;
    if (!low) side.min = Range::any().min;
    at.error("expected {}, got {}", with_unit(phrase_of(side), unit), describe(in));
    return false;
  }
  out = value;
  return true;
}

void check_name(const std::string& name, const Cursor& at) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  bool good = !name.empty() && name.size() <= 64 && plain(name[0]);
  for (const char c : name) good = good && (plain(c) || c == '_' || c == '-');
  if (!good)
    at.error("the name '{}' cannot be used in file names; use 1 to 64 letters, digits, '_' or '-', "
             "beginning with a letter or digit",
             shown(name));
}

Of<double> number(Range range, std::string unit) {
  return {std::make_shared<NumberType>(range, std::move(unit))};
}
Of<int> integer(int min, int max, std::string unit) {
  return {std::make_shared<IntegerType<int>>(min, max, std::move(unit))};
}
Of<std::uint64_t> natural() {
  return {std::make_shared<IntegerType<std::uint64_t>>(
      0, std::numeric_limits<std::uint64_t>::max(), "")};
}
Of<int> version_number(int version) { return {std::make_shared<VersionType>(version)}; }
Of<bool> boolean() { return {std::make_shared<BooleanType>()}; }
Of<std::string> text(std::size_t longest) { return {std::make_shared<TextType>(longest)}; }
Of<std::string> name_in(std::string space) { return {std::make_shared<NameType>(std::move(space))}; }
Of<std::string> reference_to(std::string space) {
  return {std::make_shared<ReferenceType>(std::move(space))};
}
Of<std::filesystem::path> file(std::string what) {
  return {std::make_shared<FileType>(std::move(what))};
}

void ChoiceType::read(const Json& in, const Cursor& at, void* out) const {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (in.is_string() && in.get_ref<const std::string&>() == words_[i].word) return set(out, i);
    words.push_back(words_[i].word);
  }
  std::string list;
  for (const std::string& word : words) list += fmt::format("{}'{}'", list.empty() ? "" : ", ", word);
  const std::string near = in.is_string() ? nearest(in.get_ref<const std::string&>(), words) : "";
  at.error("expected one of {}, got {}{}", list, describe(in),
           near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

OrderedJson ChoiceType::write(const void* value) const { return words_[index_of(value)].word; }

OrderedJson ChoiceType::schema(const void*) const {
  OrderedJson schema{{"type", "string"}, {"enum", OrderedJson::array()}};
  for (const Word& word : words_) schema["enum"].push_back(word.word);
  return schema;
}

std::string ChoiceType::phrase() const {
  std::string list;
  for (const Word& word : words_) list += fmt::format("{}`{}`", list.empty() ? "" : ", ", word.word);
  return "one of " + list;
}

std::string ChoiceType::remark() const {
  std::string list;
  for (const Word& word : words_)
    if (!word.sentence.empty())
      list += fmt::format("{}{}: {}", list.empty() ? "" : "; ", word.word, word.sentence);
  return list.empty() ? list : list + ".";
}

}  // namespace peal
