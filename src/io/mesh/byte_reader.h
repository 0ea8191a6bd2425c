// Reads numbers from binary data, in either byte order, never past its end.
// Enters: bytes. Leaves: numbers; errors that name the file, the byte and how many are missing.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"

namespace peal {

template <class T>
T load_number(const char* from, bool swap) {
  T value;
  if (!swap) {
    std::memcpy(&value, from, sizeof(T));
  } else {
    char turned[sizeof(T)];
    std::reverse_copy(from, from + sizeof(T), turned);
    std::memcpy(&value, turned, sizeof(T));
  }
  return value;
}

class ByteReader {
 public:
  /// `base`: where `bytes` begins in the file.
  ByteReader(std::string_view bytes, const std::string& name, std::size_t base, bool swap)
      : bytes_(bytes), name_(name), base_(base), swap_(swap) {}

  std::size_t offset() const { return base_ + at_; }
  std::size_t consumed() const { return at_; }
  std::size_t remaining() const { return bytes_.size() - at_; }
  void set_swap(bool swap) { swap_ = swap; }

  /// Stops unless count items of `size` bytes follow.
  void need(std::uint64_t count, std::uint64_t size, const char* what) const {
    if (size == 0 || count <= remaining() / size) return;
    if (count > UINT64_MAX / size)
      fail("{}: byte {}: {} {} cannot be in {} bytes", name_, offset(), count, what, remaining());
    fail("{}: byte {}: cut off: {} {} need {} bytes, {} are missing", name_, offset(), count, what,
         count * size, count * size - remaining());
  }
  template <class T>
  T take(const char* what) {
    if (remaining() < sizeof(T)) need(1, sizeof(T), what);
    const T value = load_number<T>(bytes_.data() + at_, swap_);
    at_ += sizeof(T);
    return value;
  }
  std::string_view take_bytes(std::size_t count, const char* what) {
    need(count, 1, what);
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
  std::size_t base_, at_ = 0;
  bool swap_;
};

}  // namespace peal
