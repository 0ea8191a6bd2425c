// The little of HDF5 that Peal's files need: named arrays of numbers and texts, and attributes of
// the file. A '/' in the name of an array makes groups ("impacts/time"). The same content gives the
// same bytes: no dates. Every error names the file and the array.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/data/hdf5_origin.h"
#include "io/data/hdf5_source.h"

namespace peal {

class Hdf5Writer {
 public:
  /// The file must not be read before close(); AtomicFile makes it appear.
  /// @param compression 0: none; 1 to 9: larger arrays are cut into chunks, shuffled and deflated
  explicit Hdf5Writer(const std::filesystem::path& path, int compression = 0);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void attribute(const std::string& name, double value);
  void attribute(const std::string& name, std::int64_t value);
  void attribute(const std::string& name, const std::string& text);
  /// `shape` is the number of rows, columns ...; its product is the number of values.
  void array(const std::string& name, std::span<const double> values,
             const std::vector<std::size_t>& shape, const std::string& unit);
  void array(const std::string& name, std::span<const float> values,
             const std::vector<std::size_t>& shape, const std::string& unit);
  void array(const std::string& name, std::span<const std::int32_t> values,
             const std::vector<std::size_t>& shape, const std::string& unit);
  /// UTF-8 without zero bytes, each filled up with zeros to the length of the longest.
  void texts(const std::string& name, std::span<const std::string> values);
  void close();

 private:
  void make_groups(const std::string& name);
  void write(const std::string& name, std::int64_t stored, std::int64_t given, const void* values,
             std::size_t value_bytes, const std::vector<std::size_t>& shape,
             const std::string& unit);
  std::string path_;
  int compression_ = 0;
  std::int64_t file_ = -1;
};

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path, Hdf5Origin origin = Hdf5Origin::given);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  bool has_attribute(const std::string& name) const;
  double number(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  std::string text(const std::string& name) const;
  bool has_array(const std::string& name) const;
  /// Number of dimensions of an array; 0: a single value.
  std::size_t dimensions(const std::string& name) const;
  /// Stops when the array has another number of dimensions, or when it or all arrays read so far
  /// are larger than a file of this size can hold.
  /// @param rows some of it; `shape` is that of the whole array
  std::vector<double> doubles(const std::string& name, std::vector<std::size_t>& shape,
                              std::size_t dimensions, const Hdf5Rows& rows = {}) const;
  std::vector<float> floats(const std::string& name, std::vector<std::size_t>& shape,
                            std::size_t dimensions, const Hdf5Rows& rows = {}) const;
  std::vector<std::int32_t> integers(const std::string& name, std::vector<std::size_t>& shape,
                                     std::size_t dimensions) const;
  std::vector<std::string> texts(const std::string& name) const;

 private:
  template <class T>
  std::vector<T> read(const std::string& name, std::vector<std::size_t>& shape,
                      std::size_t dimensions, Hdf5Number type, const Hdf5Rows& rows) const;
  std::unique_ptr<Hdf5Source> source_;
};

}  // namespace peal
