// Numbers and cells of a Gmsh file, text or binary.
// Enters: bytes. Leaves: numbers for parse_msh.cpp; positions of nodes by their tags.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/byte_reader.h"
#include "io/mesh/cell_collector.h"
#include "io/mesh/text_cursor.h"

namespace peal {

/// The numbers of one section, as text or as binary data.
class MshNumbers {
 public:
  /// `wide`: tags and counts are 8 bytes (version 4.1), not 4 (version 2).
  MshNumbers(TextCursor& cursor, std::string_view file, const std::string& name, bool binary,
             bool swap, bool wide)
      : cursor_(cursor),
        reader_(file.substr(cursor.offset()), name, cursor.offset(), swap),
        name_(name),
        binary_(binary),
        wide_(wide) {}

  std::int64_t integer(const char* what);  // 4 bytes
  std::uint64_t tag(const char* what);     // 4 or 8 bytes, not negative
  double real(const char* what);           // 8 bytes
  /// Stops unless `count` rows of `numbers` numbers (`bytes` when binary) can follow.
  void need(std::uint64_t count, std::uint64_t numbers, std::uint64_t bytes,
            const char* what) const;
  std::size_t tag_size() const { return wide_ ? 8 : 4; }
  /// Moves the cursor behind what was read.
  void finish() {
    if (binary_) cursor_.skip_bytes(reader_.consumed());
  }
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    if (!binary_) cursor_.fail_here(text, std::forward<Args>(args)...);
    fail("{}: byte {}: {}", name_, reader_.offset(),
         fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  TextCursor& cursor_;
  ByteReader reader_;
  const std::string& name_;
  bool binary_, wide_;
};

/// Node tags => indices. Tags may have gaps.
class NodeTags {
 public:
  void reserve(std::size_t count) { tags_.reserve(count); }
  void add(std::uint64_t tag) { tags_.push_back(tag); }
  std::size_t size() const { return tags_.size(); }
  /// Call once after the last add; the tag that was given twice, or 0.
  std::uint64_t finish();
  /// Index of a tag, or -1.
  int find(std::uint64_t tag) const;

 private:
  std::vector<std::uint64_t> tags_;
  std::vector<std::pair<std::uint64_t, int>> sorted_;  // empty when the tags are consecutive
};

/// Gmsh's element type of that number; nullptr when it is not known.
const CellType* find_msh_type(std::int64_t id);

}  // namespace peal
