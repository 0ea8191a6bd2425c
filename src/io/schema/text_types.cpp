// Text, names, references, files and choices.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/schema/scalar_types.h"
#include "io/schema/suggest.h"

namespace peal {
namespace {

/// Text; what else it means is up to the derived type.
class TextType : public Type {
 public:
  explicit TextType(std::size_t longest) : longest_(longest) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_string()) return at.error("expected a string, got {}", describe(in));
    const auto& text = in.get_ref<const std::string&>();
    // Characters as JSON Schema counts them: bytes that do not continue a character of UTF-8.
    const auto length =
        static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
          return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        }));
    if (length > longest_)
      return at.error("expected at most {} characters, got {}", longest_, length);
    *static_cast<std::string*>(out) = text;
    accept(text, at);
  }
  OrderedJson write(const void* value) const override {
    return *static_cast<const std::string*>(value);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(*static_cast<const std::string*>(value));
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
  void add_to_key(const void* value, FieldKey& key) const override {
    key.refer(space_, *static_cast<const std::string*>(value));
  }
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
    if (!in.is_string()) return at.error("expected the path of {}, got {}", what_, describe(in));
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
  // Its content: a file that moves stays what it is.
  void add_to_key(const void* value, FieldKey& key) const override {
    const auto& path = *static_cast<const std::filesystem::path*>(value);
    key.hasher().add(!path.empty());
    if (!path.empty()) key.hasher().add(hash_file(path));
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

void check_name(const std::string& name, const Cursor& at) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  bool good = !name.empty() && name.size() <= 64 && plain(name[0]);
  for (const char c : name) good = good && (plain(c) || c == '_' || c == '-' || c == '.');
  good = good && name.back() != '.';
  if (!good)
    at.error(
        "the name '{}' cannot be used in file names; use 1 to 64 letters, digits, '_', '-' or '.', "
        "beginning with a letter or digit",
        shown(name));
}

Of<std::string> text(std::size_t longest) { return {std::make_shared<TextType>(longest)}; }
Of<std::string> name_in(std::string space) {
  return {std::make_shared<NameType>(std::move(space))};
}
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
  for (const std::string& word : words)
    list += fmt::format("{}'{}'", list.empty() ? "" : ", ", word);
  const std::string near = in.is_string() ? nearest(in.get_ref<const std::string&>(), words) : "";
  at.error("expected one of {}, got {}{}", list, describe(in),
           near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

OrderedJson ChoiceType::write(const void* value) const { return words_[index_of(value)].word; }

void ChoiceType::add_to_key(const void* value, FieldKey& key) const {
  key.hasher().add(words_[index_of(value)].word);
}

OrderedJson ChoiceType::schema(const void*) const {
  OrderedJson schema{{"type", "string"}, {"enum", OrderedJson::array()}};
  for (const Word& word : words_) schema["enum"].push_back(word.word);
  return schema;
}

std::string ChoiceType::phrase() const {
  std::string list;
  for (const Word& word : words_)
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", word.word);
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
