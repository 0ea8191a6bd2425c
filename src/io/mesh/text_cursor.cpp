#include "io/mesh/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "io/mesh/limits.h"

namespace peal {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Of a decimal number that no double can hold: whether it is too small rather than too large.
bool is_tiny(std::string_view word) {
  std::int64_t power = 0;  // of ten, of the first digit that is not zero
  bool point = false, started = false;
  std::size_t k = 0;
  for (; k < word.size() && lower(word[k]) != 'e'; ++k) {
    if (word[k] == '.') point = true;
    if (word[k] >= '1' && word[k] <= '9') started = true;
    if (word[k] >= '0' && word[k] <= '9') power += started ? !point : -(point ? 1 : 0);
  }
  if (k == word.size()) return power < 0;
  std::string_view exponent = word.substr(k + 1);
  const bool negative = !exponent.empty() && exponent[0] == '-';
  std::int64_t value = 0;
  if (!parse_integer(exponent, value)) return negative;
  return value < -power;
}

}  // namespace

bool parse_number(std::string_view word, double& value) {
  if (!word.empty() && word[0] == '+' && word.size() > 1 && word[1] != '-') word.remove_prefix(1);
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || word.empty()) return false;
  if (error == std::errc::result_out_of_range) {
    value = is_tiny(word) ? 0 : std::numeric_limits<double>::infinity();
    return true;
  }
  return error == std::errc{};
}

bool parse_integer(std::string_view word, std::int64_t& value) {
  if (!word.empty() && word[0] == '+' && word.size() > 1 && word[1] != '-') word.remove_prefix(1);
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc{} && stop == end && !word.empty();
}

std::string_view skip_white_space(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(" \t\r\n\v\f");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string shown_bytes(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > 40) out += "...";
  return out;
}

bool TextCursor::skip_join() {
  std::size_t k = at_ + 1;
  while (k < text_.size() && (text_[k] == '\r' || text_[k] == ' ' || text_[k] == '\t')) ++k;
  if (k < text_.size() && text_[k] != '\n') return false;
  at_ = std::min(k + 1, text_.size());
  ++line_;
  return true;
}

void TextCursor::next_statement() {
  for (bool joined = true; joined && !at_end();) {
    next_line();
    if (at_ < 2 || text_[at_ - 1] != '\n') return;
    std::size_t last = at_ - 2;
    if (text_[last] == '\r' && last > 0) --last;
    joined = text_[last] == '\\';
  }
}

std::string_view TextCursor::rest_of_line() {
  const std::size_t begin = at_;
  next_line();
  std::string_view line = text_.substr(begin, at_ - begin);
  const std::size_t first = line.find_first_not_of(" \t\r\n\v\f");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r\n\v\f") - first + 1);
}

double TextCursor::number(const char* what) {
  const std::string_view text = word();
  double value = 0;
  if (text.empty()) {
    if (at_end()) fail_here("the file ends where {} should stand: it is cut off", what);
    fail_here("{} is missing", what);
  }
  if (!parse_number(text, value))
    fail_here("{} should be a number, got '{}'", what, shown_bytes(text));
  return value;
}

double TextCursor::coordinate(const char* what) {
  const double value = number(what);
  if (!is_coordinate(value))
    fail_here("{} is {}; coordinates must be finite and at most 1e9 in size", what, value);
  return value;
}

std::int64_t TextCursor::integer(const char* what) {
  const std::string_view text = word();
  std::int64_t value = 0;
  if (text.empty()) {
    if (at_end()) fail_here("the file ends where {} should stand: it is cut off", what);
    fail_here("{} is missing", what);
  }
  if (!parse_integer(text, value))
    fail_here("{} should be a whole number, got '{}'", what, shown_bytes(text));
  return value;
}

std::uint64_t TextCursor::count(const char* what) {
  const std::int64_t value = integer(what);
  if (value < 0) fail_here("{} should not be negative, got {}", what, value);
  return static_cast<std::uint64_t>(value);
}

void TextCursor::expect_line_end(const char* after) {
  if (!at_line_end())
    fail_here("expected the line to end after {}, got '{}'", after, shown_bytes(word()));
}

}  // namespace peal
