#include "io/schema/json_text.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files/input_file.h"
#include "io/schema/suggest.h"

namespace peal {
namespace {

/// A sentence for a syntax error from nlohmann's text:
/// "[...] syntax error while parsing CONTEXT - DETAIL; last read: '...'; expected WHAT".
std::string plain_sentence(std::string text) {
  if (const auto begin = text.find("syntax error "); begin != std::string::npos)
    text = text.substr(begin + 13);
  if (const auto read = text.find("; last read: '"); read != std::string::npos) {
    const auto expected = text.rfind("'; expected ");
    text = text.substr(0, read) +
           (expected != std::string::npos && expected >= read ? text.substr(expected + 1) : "");
  }
  std::string context;
  if (const auto dash = text.find(" - ");
      dash != std::string::npos && text.starts_with("while parsing ")) {
    context = " in " + text.substr(14, dash - 14);
    text = text.substr(dash + 3);
  }
  return "syntax error" + context + ": " + shown(text.substr(0, 200));
}

/// Where the word, number or sign begins whose reading stopped just before `end`.
std::size_t token_start(std::string_view text, std::size_t end) {
  const auto in_word = [&](std::size_t i) {
    const char c = text[i];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.' || c == '_';
  };
  if (end == 0) return 0;
  std::size_t start = end - 1;
  // A broken word is noticed at the first character that does not belong to it.
  const std::string_view space = " \t\r\n";
  if (start > 0 && space.find(text[start]) != std::string_view::npos && in_word(start - 1)) --start;
  if (in_word(start))
    while (start > 0 && in_word(start - 1)) --start;
  else if (start > 0 && text[start] == '"')  // the end of a string that should not be here
    if (const auto quote = text.rfind('"', start - 1); quote != std::string_view::npos)
      start = quote;
  return start;
}

/// What people write although JSON does not know it, by the text where reading stopped.
std::string hint(std::string_view text, std::size_t start) {
  const std::string_view rest = text.substr(std::min(start, text.size()));
  const std::string word = lower_case(rest.substr(0, 9));
  if (word.starts_with("nan") || word.starts_with("inf") || word.starts_with("-inf") ||
      word.starts_with("+inf") || word.starts_with("-nan"))
    return "NaN and Infinity are not numbers of JSON; write a finite number";
  if (word.starts_with("//") || word.starts_with("/*") || word.starts_with("#"))
    return "comments are not allowed; notes go into the field \"comment\"";
  if (word.starts_with("'")) return "strings and field names stand in double quotes";
  const auto before = text.substr(0, start).find_last_not_of(" \t\r\n");
  if ((rest.starts_with("}") || rest.starts_with("]")) && before != std::string_view::npos &&
      text[before] == ',')
    return fmt::format("remove the comma before '{}'", rest[0]);
  if (rest.starts_with('"') && before != std::string_view::npos &&
      std::string_view(",:{[").find(text[before]) == std::string_view::npos)
    return "a comma is missing before this";
  return {};
}

class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(std::string_view text, Report& report, Json& root)
      : text_(text), report_(report), root_(root) {}

  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(std::int64_t value) override { return add(value) != nullptr; }
  bool number_unsigned(std::uint64_t value) override { return add(value) != nullptr; }
  bool number_float(double value, const std::string&) override { return add(value) != nullptr; }
  bool string(std::string& value) override { return add(std::move(value)) != nullptr; }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }

  bool key(std::string& name) override {
    Frame& frame = open_.back();
    frame.key = std::move(name);
    frame.duplicate = frame.node->contains(frame.key);
    if (frame.duplicate)
      report_.error(pointer(), fmt::format("the field '{}' is given twice", shown(frame.key)));
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& problem) override {
    const std::size_t start = token_start(text_, std::min(position, text_.size()));
    std::string sentence =
        problem.id == 406
            ? fmt::format("the number {} is too large; write a finite number", shown(token))
        : std::string_view(problem.what()).find("missing closing quote") != std::string_view::npos
            ? "the file ends inside a string; its closing quote is missing"
            : hint(text_, start);
    if (sentence.empty()) sentence = plain_sentence(problem.what());
    const std::string_view before = text_.substr(0, start);
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    report_.error_at(static_cast<std::size_t>(line), start - line_start + 1, sentence);
    return false;
  }

 private:
  struct Frame {
    Json* node;
    std::string key;
    bool duplicate = false;
  };

  Json* add(Json value) {
    if (++values_ > kMostValues) {
      report_.error("", fmt::format("the file holds more than {} values", kMostValues));
      return nullptr;
    }
    if (open_.empty()) return &(root_ = std::move(value));
    Frame& frame = open_.back();
    if (frame.node->is_array()) return &frame.node->emplace_back(std::move(value));
    // The second value of a duplicate key is read to its end, but belongs to no tree.
    if (frame.duplicate) return &dropped_.emplace_back(std::move(value));
    return &((*frame.node)[frame.key] = std::move(value));
  }

  bool open(Json container) {
    if (open_.size() >= kDeepestNesting) {
      report_.error("", fmt::format("values are nested deeper than {} levels", kDeepestNesting));
      return false;
    }
    Json* node = add(std::move(container));
    if (node) open_.push_back({node, {}, false});
    return node != nullptr;
  }

  std::string pointer() const {
    std::string path;
    for (const Frame& frame : open_)
      path += "/" + (frame.node->is_array() ? std::to_string(frame.node->size() - 1)
                                            : pointer_token(frame.key));
    return path;
  }

  std::string_view text_;
  Report& report_;
  Json& root_;
  std::vector<Frame> open_;
  std::deque<Json> dropped_;
  std::size_t values_ = 0;
};

}  // namespace

bool parse_json(std::string_view text, Report& report, Json& out) {
  if (text.size() > kLargestFile) {
    report.error("", fmt::format("the file is larger than {} MB", kLargestFile >> 20));
    return false;
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    report.error("", "the file is empty; it should hold one JSON object");
    return false;
  }
  if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
    report.error("", fmt::format("this is not a text file (byte {} is zero); "
                                 "a JSON file in UTF-8 is expected",
                                 zero));
    return false;
  }
  TreeBuilder builder(text, report, out);
  return Json::sax_parse(text, &builder);
}

std::string read_text_file(const std::filesystem::path& path) {
  input_file_size(path, "a JSON file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("{}: the file cannot be opened for reading", path.string());
  std::string text;
  std::vector<char> block(1 << 16);
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())), file.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > kLargestFile)
      fail("{}: the file is larger than {} MB", path.string(), kLargestFile >> 20);
  }
  if (file.bad()) fail("{}: the file cannot be read to its end", path.string());
  return text;
}

std::string describe(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case Json::value_t::string:
      return fmt::format("the string '{}'", shown(value.get_ref<const std::string&>()));
    case Json::value_t::array:
      return value.empty()       ? "an empty array"
             : value.size() == 1 ? "an array of 1 value"
                                 : fmt::format("an array of {} values", value.size());
    case Json::value_t::object:
      return "an object";
    case Json::value_t::number_float:
      return fmt::format("{}", value.get<double>());
    default:
      return value.dump();
  }
}

}  // namespace peal
