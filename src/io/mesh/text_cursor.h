// Walks through the words and numbers of a text file, line by line.
// Enters: the text. Leaves: words, numbers, the current line; errors that name file and line.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace peal {

/// Decimal number that fills `word`, with an optional '+'; too small becomes 0, too large infinity.
/// False when it is something else.
bool parse_number(std::string_view word, double& value);
bool parse_integer(std::string_view word, std::int64_t& value);

/// White space at the front taken away; a byte order mark too.
std::string_view skip_white_space(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);
/// At most 40 printable characters of `text`, for error texts.
std::string shown_bytes(std::string_view text);

class TextCursor {
 public:
  TextCursor(std::string_view text, const std::string& name, std::size_t first_line = 1)
      : text_(text), name_(name), line_(first_line) {}

  std::size_t line() const { return line_; }
  std::size_t offset() const { return at_; }
  std::size_t remaining() const { return text_.size() - at_; }
  std::string_view rest() const { return text_.substr(at_); }
  /// Moves over `bytes` that hold no line to count: binary data.
  void skip_bytes(std::size_t bytes) { at_ += bytes; }

  bool at_end() const { return at_ >= text_.size(); }
  /// After blanks, the line or the text ends. A backslash at the end of a line is a blank.
  bool at_line_end() {
    skip_blanks();
    return at_end() || text_[at_] == '\n';
  }
  /// To the beginning of the next line.
  void next_line() {
    const void* end = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
    if (!end) {
      at_ = text_.size();
      return;
    }
    at_ = static_cast<const char*>(end) - text_.data() + 1;
    ++line_;
  }
  /// Next line, and those that a backslash joins to this one.
  void next_statement();
  void skip_empty_lines() {
    while (!at_end() && at_line_end()) next_line();
  }
  /// The rest of this line without blanks at its ends; moves to the next line.
  std::string_view rest_of_line();

  /// Up to the next white space; empty at the end of the line.
  std::string_view word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// These stop when the line has no further word or the word is no such number.
  double number(const char* what);
  double coordinate(const char* what);  // and within kMaxCoordinate
  std::int64_t integer(const char* what);
  std::uint64_t count(const char* what);  // not negative
  void expect_line_end(const char* after);

  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    fail("{}: line {}: {}", name_, line_, fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        if (!skip_join()) return;
      } else if (c == '\n' || !is_space(c)) {
        return;
      } else {
        ++at_;
      }
    }
  }
  bool skip_join();

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0, line_;
};

}  // namespace peal
