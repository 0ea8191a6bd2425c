// The XML of a .vtu file and the numbers of its DataArrays: text, base64, or appended (raw or
// base64), plain or in zlib blocks.
// Enters: bytes. Leaves: the XML tree; arrays of an expected length. Errors name file and line.
#pragma once
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace peal {

class VtuArrays {
 public:
  VtuArrays(std::string_view bytes, const std::string& name);

  pugi::xml_node grid() const { return file_.child("UnstructuredGrid"); }
  /// Exactly `count` numbers; stops otherwise.
  std::vector<double> reals(const pugi::xml_node& array, std::uint64_t count) const;
  std::vector<std::int64_t> integers(const pugi::xml_node& array, std::uint64_t count) const;

  std::size_t line_of(const pugi::xml_node& node) const;
  template <class... Args>
  [[noreturn]] void fail_at(const pugi::xml_node& node, fmt::format_string<Args...> text,
                            Args&&... args) const {
    fail("{}: line {}: {}", name_, line_of(node), fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  /// Bytes of an array that is not text, possibly as base64, beginning with its header.
  struct Packed {
    std::string_view text;
    bool base64 = false;
  };
  template <class T>
  std::vector<T> read(const pugi::xml_node& array, std::uint64_t count) const;
  template <class T>
  std::vector<T> read_text(const pugi::xml_node& array, std::uint64_t count) const;
  Packed find_packed(const pugi::xml_node& array) const;
  std::string unpack(const pugi::xml_node& array, const Packed& packed, std::uint64_t bytes) const;
  std::string inflate(const pugi::xml_node& array, const Packed& packed, std::uint64_t bytes) const;
  /// The first `count` bytes; stops when there are fewer.
  std::string first(const pugi::xml_node& array, const Packed& packed, std::uint64_t count) const;
  std::uint64_t header_word(std::string_view header, std::size_t index) const;

  const std::string& name_;
  std::string head_;  // the XML without the appended data
  pugi::xml_document document_;
  pugi::xml_node file_;
  std::string_view appended_;
  bool appended_base64_ = false, swap_ = false, compressed_ = false;
  std::size_t word_ = 4;  // [bytes] of a header's number
  // Where lines were counted last: the next place is near, so that many arrays cost no more.
  mutable std::size_t counted_ = 0, counted_line_ = 1;
};

}  // namespace peal
