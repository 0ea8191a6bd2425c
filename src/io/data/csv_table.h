// Reads tables of text: a header row with named columns in any order, then one row per line.
// Enters: a CSV file (UTF-8; comma, semicolon or tab, found in the header; quotes; CRLF; byte order
// mark; lines that begin with '#' are comments). Leaves: rows one by one, so a file may be larger
// than the memory. Every message names file, line and column; numbers are finite.
#pragma once
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace peal {

class CsvReader {
 public:
  /// Opens the file and reads its header.
  explicit CsvReader(const std::filesystem::path& path);
  /// The same from text in memory; `name` begins every message.
  CsvReader(std::string text, std::string name);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  const std::string& name() const { return name_; }
  /// Lower case, without blanks at their ends.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Index of a column, or -1.
  int find(std::string_view column) const;
  /// Index of a column; stops and lists the header when it is missing.
  int require(std::string_view column) const;
  /// Stops at a column that is none of these: a misspelt optional column must not be ignored.
  void allow_only(std::initializer_list<std::string_view> known) const;

  /// To the next row; false at the end of the file. Every row has as many values as the header.
  bool next();
  std::size_t line() const { return line_; }
  /// Without blanks and quotes; valid until next().
  std::string_view text(int column) const { return fields_[static_cast<std::size_t>(column)]; }
  /// Stops when the value is not a finite decimal number.
  double number(int column) const;
  long integer(int column) const;
  /// Digits behind the decimal point of a number; 17 when it has an exponent.
  int decimals(int column) const;

  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    fail("{}:{}: {}", name_, line_, fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool next_line(std::string_view& line);
  void split(std::string_view line);
  void read_header();

  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string buffer_;  // bytes read and not yet used lie in [at_, end_)
  std::size_t at_ = 0, end_ = 0;
  bool ended_ = false;  // the file has no further bytes
  std::size_t line_ = 0;
  char separator_ = ',';
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
  std::string unquoted_;  // storage of fields with doubled quotes
};

}  // namespace peal
