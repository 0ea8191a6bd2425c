#include "io/data/csv_table.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/files/input_file.h"

namespace peal {
namespace {

constexpr std::size_t kChunk = 1 << 18;        // [bytes] per read
constexpr std::size_t kLongestLine = 1 << 20;  // [bytes]
constexpr std::size_t kMostColumns = 1000;
constexpr std::size_t kLongestShown = 40;  // [bytes] of a value in a message

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kLongestShown))
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text.size() > kLongestShown ? out + "..." : out;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

char separator_of(std::string_view header) {
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char c : {',', ';', '\t'})
    if (const auto count = std::count(header.begin(), header.end(), c); count > most)
      best = c, most = count;
  return best;
}

}  // namespace

CsvReader::CsvReader(const std::filesystem::path& path) : name_(path.string()) {
  input_file_size(path, "a table (CSV)");
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) fail("{}: the file cannot be opened for reading: {}", name_, std::strerror(errno));
  read_header();
}

CsvReader::CsvReader(std::string text, std::string name)
    : name_(std::move(name)), buffer_(std::move(text)), end_(buffer_.size()), ended_(true) {
  read_header();
}

// The next line without its end; false when there is none.
bool CsvReader::next_line(std::string_view& line) {
  for (std::size_t searched = at_;;) {
    const void* found =
        end_ > searched ? std::memchr(buffer_.data() + searched, '\n', end_ - searched) : nullptr;
    if (found || ended_) {
      if (!found && at_ == end_) return false;
      const std::size_t stop =
          found ? static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) : end_;
      line = std::string_view(buffer_).substr(at_, stop - at_);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      at_ = found ? stop + 1 : end_;
      ++line_;
      return true;
    }
    if (end_ - at_ > kLongestLine)
      fail("{}:{}: the line is longer than {} bytes; is this a table with one row per line?", name_,
           line_ + 1, kLongestLine);
    buffer_.erase(0, at_);
    end_ -= at_, at_ = 0;
    searched = end_;
    buffer_.resize(end_ + kChunk);
    const std::size_t got = std::fread(buffer_.data() + end_, 1, kChunk, file_.get());
    if (got < kChunk) {
      if (std::ferror(file_.get())) fail("{}: cannot be read: {}", name_, std::strerror(errno));
      ended_ = true;
    }
    end_ += got;
    buffer_.resize(end_);
  }
}

void CsvReader::split(std::string_view line) {
  fields_.clear();
  unquoted_.clear();
  unquoted_.reserve(line.size());  // views into it must stay
  for (std::size_t at = 0;;) {
    while (at < line.size() && (line[at] == ' ' || (line[at] == '\t' && separator_ != '\t'))) ++at;
    if (at < line.size() && line[at] == '"') {
      const std::size_t begin = unquoted_.size();
      for (++at;; ++at) {
        if (at >= line.size()) fail_here("a quote is opened and not closed on the same line");
        if (line[at] != '"')
          unquoted_ += line[at];
        else if (at + 1 < line.size() && line[at + 1] == '"')
          unquoted_ += line[at++];
        else
          break;
      }
      ++at;
      fields_.push_back(std::string_view(unquoted_).substr(begin));
      while (at < line.size() && line[at] != separator_)
        if (line[at++] != ' ')
          fail_here("text after the closing quote of value {}", fields_.size());
    } else {
      const void* found =
          at < line.size() ? std::memchr(line.data() + at, separator_, line.size() - at) : nullptr;
      const std::size_t stop =
          found ? static_cast<std::size_t>(static_cast<const char*>(found) - line.data())
                : line.size();
      fields_.push_back(trimmed(line.substr(at, stop - at)));
      at = stop;
    }
    if (at >= line.size()) return;
    ++at;  // over the separator; at the end of the line an empty value follows it
    if (fields_.size() > kMostColumns) fail_here("more than {} values", kMostColumns);
  }
}

void CsvReader::read_header() {
  std::string_view line;
  bool first = true;
  do {
    if (!next_line(line)) fail("{}: it is empty; expected a header row with names", name_);
    if (first && (line.starts_with("\xff\xfe") || line.starts_with("\xfe\xff")))
      fail("{}: it is UTF-16 text; save it as UTF-8", name_);
    if (first && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    first = false;
  } while (trimmed(line).empty() || trimmed(line).front() == '#');
  for (const char c : line)
    if (c == '\0')
      fail("{}: this is not a text file", name_);
    else if (c == '\r')
      fail("{}: its lines end with CR alone; save it with LF or CRLF", name_);
  separator_ = separator_of(line);
  split(line);
  double value = 0;
  const std::string one = lower_case(fields_.front());
  const auto [stop, code] = std::from_chars(one.data(), one.data() + one.size(), value);
  if (code == std::errc() && stop == one.data() + one.size())
    fail_here("expected a header row with the names of the columns, got '{}'", shown(line));
  for (const std::string_view field : fields_) {
    const std::string column = lower_case(field);
    if (column.empty()) fail_here("column {} has no name in the header", columns_.size() + 1);
    if (find(column) >= 0) fail_here("the column '{}' is there twice", shown(column));
    columns_.push_back(column);
  }
}

int CsvReader::find(std::string_view column) const {
  const auto found = std::find(columns_.begin(), columns_.end(), column);
  return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
}

int CsvReader::require(std::string_view column) const {
  if (const int found = find(column); found >= 0) return found;
  std::string header;
  for (const std::string& name : columns_) header += (header.empty() ? "" : ",") + shown(name);
  fail("{}: there is no column '{}'; its header is {}", name_, column, header.substr(0, 400));
}

void CsvReader::allow_only(std::initializer_list<std::string_view> known) const {
  for (const std::string& column : columns_)
    if (std::find(known.begin(), known.end(), column) == known.end()) {
      std::string all;
      for (const std::string_view k : known) all += (all.empty() ? "" : ", ") + std::string(k);
      fail("{}: the column '{}' is not known; known: {}", name_, shown(column), all);
    }
}

bool CsvReader::next() {
  std::string_view line;
  do {
    if (!next_line(line)) return false;
  } while (line.empty() || line.front() == '#' || trimmed(line).empty());
  split(line);
  if (fields_.size() != columns_.size())
    fail_here("{} value{}, but the header has {} columns{}", fields_.size(),
              fields_.size() == 1 ? "" : "s", columns_.size(),
              fields_.size() < columns_.size() && ended_ && at_ == end_
                  ? "; is the end of the file cut off?"
                  : "");
  return true;
}

double CsvReader::number(int column) const {
  std::string_view word = text(column);
  const std::string_view whole = word;
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0;
  const auto [stop, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  const std::string& who = columns_[static_cast<std::size_t>(column)];
  if (code == std::errc::result_out_of_range && stop == word.data() + word.size()) {
    // Too small is zero; too large has no value.
    const std::size_t exponent = word.find_first_of("eE");
    if (exponent != word.npos && word.substr(exponent + 1).starts_with('-')) return 0;
    fail_here("column '{}': the number {} is too large", who, shown(whole));
  }
  if (word.empty()) fail_here("column '{}': expected a number, got nothing", who);
  if (code != std::errc() || stop != word.data() + word.size()) {
    if (word.find(',') != word.npos)
      fail_here("column '{}': expected a number, got '{}'; write a decimal point, not a comma", who,
                shown(whole));
    fail_here("column '{}': expected a number, got '{}'", who, shown(whole));
  }
  if (!std::isfinite(value))
    fail_here("column '{}': expected a finite number, got '{}'", who, shown(whole));
  return value;
}

long CsvReader::integer(int column) const {
  const double value = number(column);
  if (value != std::floor(value) || std::abs(value) > 9e15)
    fail_here("column '{}': expected a whole number, got '{}'",
              columns_[static_cast<std::size_t>(column)], shown(text(column)));
  return static_cast<long>(value);
}

int CsvReader::decimals(int column) const {
  const std::string_view word = text(column);
  if (word.find_first_of("eE") != word.npos) return 17;
  const std::size_t point = word.find('.');
  return point == word.npos ? 0
                            : static_cast<int>(std::min<std::size_t>(word.size() - point - 1, 17));
}

}  // namespace peal
