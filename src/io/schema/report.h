// What a check of a file found: all errors and warnings, each with the JSON pointer of its field,
// and the names that the file declares and refers to.
//   glass.json:/objects/2/density: expected > 0 kg/m^3, got -2500
#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace peal {

class Cursor;

/// Names by space ("object", "material"), declared once (case ignored) and referred to from
/// anywhere.
class NameTable {
 public:
  /// A name that exists without being declared; a declaration may replace it.
  void offer(const std::string& space, const std::string& name);
  /// An error at `at` when the name is already declared.
  void declare(const std::string& space, const std::string& name, const Cursor& at);
  void refer(const std::string& space, const std::string& name, const Cursor& at);
  /// One error for each reference to a name that does not exist.
  void resolve(class Report& report) const;

 private:
  struct Declared {
    std::string name, pointer;
  };
  struct Reference {
    std::string space, name, pointer;
  };
  std::vector<std::string> known(const std::string& space) const;
  std::map<std::string, std::map<std::string, Declared>> declared_;  // space, lower case name
  std::map<std::string, std::vector<std::string>> offered_;
  std::vector<Reference> references_;
};

class Report {
 public:
  static constexpr std::size_t kMostErrors = 100;

  /// `file` begins every message; file paths inside the file are relative to `folder`.
  explicit Report(std::string file, std::filesystem::path folder = {})
      : file_(std::move(file)), folder_(std::move(folder)) {}

  void error(const std::string& pointer, const std::string& sentence);
  void error_at(std::size_t line, std::size_t column, const std::string& sentence);
  void warning(const std::string& pointer, const std::string& sentence);

  std::size_t error_count() const { return errors_.size() + more_; }
  /// True when further errors are only counted.
  bool full() const { return errors_.size() >= kMostErrors; }
  void count_error() { ++more_; }
  /// At most kMostErrors messages, then one line "and N more errors".
  std::vector<std::string> errors() const;
  const std::vector<std::string>& warnings() const { return warnings_; }

  NameTable& names() { return names_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::string line(const std::string& place, const std::string& sentence) const;
  std::string file_;
  std::filesystem::path folder_;
  std::vector<std::string> errors_, warnings_;
  std::size_t more_ = 0;
  NameTable names_;
};

/// A place in the file: a chain of keys and indices back to the root. Parents must outlive
/// children, so cursors live on the stack of the reader.
class Cursor {
 public:
  explicit Cursor(Report& report) : report_(&report) {}

  Cursor child(std::string_view key) const { return Cursor(this, key, 0); }
  Cursor child(std::size_t index) const { return Cursor(this, {}, index); }

  template <class... Args>
  void error(fmt::format_string<Args...> text, Args&&... args) const {
    if (report_->full())
      report_->count_error();
    else
      report_->error(pointer(), fmt::format(text, std::forward<Args>(args)...));
  }
  template <class... Args>
  void warn(fmt::format_string<Args...> text, Args&&... args) const {
    report_->warning(pointer(), fmt::format(text, std::forward<Args>(args)...));
  }

  /// RFC 6901: "" is the root, '~' and '/' inside keys are written ~0 and ~1.
  std::string pointer() const;
  Report& report() const { return *report_; }

 private:
  Cursor(const Cursor* parent, std::string_view key, std::size_t index)
      : report_(parent->report_), parent_(parent), key_(key), index_(index), keyed_(key.data()) {}
  Report* report_;
  const Cursor* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool keyed_ = false;
};

/// One key of a JSON pointer, escaped.
std::string pointer_token(std::string_view key);

}  // namespace peal
