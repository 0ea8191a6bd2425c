// Where an Hdf5Reader gets its answers from: the library in this process (hdf5_local.h), or a
// process of its own that may crash (hdf5_child.h).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace peal {

enum class Hdf5Number : std::uint8_t { float64, float32, int32 };

inline std::size_t bytes_of(Hdf5Number type) { return type == Hdf5Number::float64 ? 8 : 4; }

// More than this no file can hold; both ends of the pipe ask.
inline constexpr double kMostDeflated = 1100;  // deflate makes n bytes of at least n / 1032
/// Rows that there are of those asked for.
inline std::uint64_t rows_within(std::uint64_t first, std::uint64_t count, std::uint64_t all) {
  return first >= all ? 0 : count < all - first ? count : all - first;
}

inline constexpr double kLargestArray = 64e9;  // [bytes]
inline constexpr std::size_t kMostTexts = 10'000'000;

/// Of an array along its first dimension: so many from `first` on, fewer where it ends.
struct Hdf5Rows {
  std::uint64_t first = 0, count = ~std::uint64_t{0};
};

class Hdf5Source {
 public:
  /// Number of values => room for them.
  using Allocate = std::function<void*(std::size_t)>;

  virtual ~Hdf5Source() = default;
  virtual bool has_attribute(const std::string& name) = 0;
  virtual double number(const std::string& name) = 0;
  virtual std::int64_t integer(const std::string& name) = 0;
  virtual std::string text(const std::string& name) = 0;
  virtual bool has_array(const std::string& name) = 0;
  virtual std::size_t dimensions(const std::string& name) = 0;
  /// Stops when the array has another number of dimensions or is too large for the file. Reads some
  /// rows of it; @param shape of the whole array.
  virtual void read(const std::string& name, Hdf5Number type, std::size_t dimensions,
                    const Hdf5Rows& rows, std::vector<std::size_t>& shape,
                    const Allocate& allocate) = 0;
  virtual std::vector<std::string> texts(const std::string& name) = 0;
};

}  // namespace peal
