// Records <=> columns of an HDF5 group: one array per member, a row per record. The list of members
// is written once, as a function template that takes a ColumnWriter or a ColumnReader. Vectors are
// stored as 3 rows, all x first: numbers of one kind side by side compress best.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/vec.h"
#include "io/data/hdf5_file.h"

namespace peal {

// Numbers per record.
template <class V>
inline constexpr std::size_t kWidth = std::is_same_v<V, Vec3>   ? 3
                                      : std::is_same_v<V, Quat> ? 4
                                                                : 1;

inline void put(double v, double* to, std::size_t) { *to = v; }
inline void put(const Vec3& v, double* to, std::size_t rows) {
  to[0] = v.x, to[rows] = v.y, to[2 * rows] = v.z;
}
inline void put(const Quat& q, double* to, std::size_t rows) {
  to[0] = q.w, to[rows] = q.x, to[2 * rows] = q.y, to[3 * rows] = q.z;
}
inline void get(const double* from, double& v, std::size_t) { v = *from; }
inline void get(const double* from, Vec3& v, std::size_t rows) {
  v = {from[0], from[rows], from[2 * rows]};
}
inline void get(const double* from, Quat& q, std::size_t rows) {
  q = {from[0], from[rows], from[2 * rows], from[3 * rows]};
}

/// Writes one column of the records after the other.
template <class Row>
class ColumnWriter {
 public:
  /// @param each calls its argument with every row, in order
  using Each = std::function<void(const std::function<void(const Row&)>&)>;
  ColumnWriter(Hdf5Writer& out, Hasher& hasher, std::string group, std::size_t rows, Each each)
      : out_(out), hasher_(hasher), group_(std::move(group)), rows_(rows), each_(std::move(each)) {}

  template <class V>
  void numbers(const char* name, const char* unit, V Row::*member) {
    constexpr std::size_t width = kWidth<V>;
    std::vector<double> values(rows_ * width);
    double* to = values.data();
    each_([&](const Row& row) { put(row.*member, to++, rows_); });
    hasher_.add(std::span<const double>(values));
    std::vector<std::size_t> shape{rows_};
    if (width > 1) shape.insert(shape.begin(), width);
    out_.array(group_ + "/" + name, std::span<const double>(values), shape, unit);
  }
  template <class V>
  void integers(const char* name, V Row::*member) {
    std::vector<std::int32_t> values;
    values.reserve(rows_);
    each_([&](const Row& row) { values.push_back(static_cast<std::int32_t>(row.*member)); });
    hasher_.add(std::span<const int>(values));
    out_.array(group_ + "/" + name, std::span<const std::int32_t>(values), {rows_}, "1");
  }

 private:
  Hdf5Writer& out_;
  Hasher& hasher_;
  std::string group_;
  std::size_t rows_;
  Each each_;
};

/// Reads the columns; the records are made when all of them are there and of one length, so that no
/// memory is taken for what a damaged file only claims.
template <class Row>
class ColumnReader {
 public:
  ColumnReader(const Hdf5Reader& in, Hasher& hasher, const std::string& file, std::string group)
      : in_(in), hasher_(hasher), file_(file), group_(std::move(group)) {}

  template <class V>
  void numbers(const char* name, const char*, V Row::*member) {
    std::vector<std::size_t> shape;
    constexpr std::size_t width = kWidth<V>;
    std::vector<double> values = in_.doubles(group_ + "/" + name, shape, width > 1 ? 2 : 1);
    check_shape(name, shape, width);
    hasher_.add(std::span<const double>(values));
    fills_.push_back([member, values = std::move(values)](std::vector<Row>& rows) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        get(values.data() + i, rows[i].*member, rows.size());
    });
  }
  template <class V>
  void integers(const char* name, V Row::*member) {
    std::vector<std::size_t> shape;
    std::vector<std::int32_t> values = in_.integers(group_ + "/" + name, shape, 1);
    check_shape(name, shape, 1);
    hasher_.add(std::span<const int>(values));
    if (std::is_enum_v<V> || std::is_same_v<V, bool>)
      for (const std::int32_t v : values)
        if (v < 0 || v > (std::is_enum_v<V> ? 2 : 1))
          fail("{}: '{}/{}' holds {}, which means nothing", file_, group_, name, v);
    fills_.push_back([member, values = std::move(values)](std::vector<Row>& rows) {
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*member = static_cast<V>(values[i]);
    });
  }
  std::vector<Row> rows() {
    std::vector<Row> rows(count_.value_or(0));
    for (auto& fill : fills_) {
      fill(rows);
      fill = nullptr;
    }
    return rows;
  }

 private:
  void check_shape(const char* name, const std::vector<std::size_t>& shape, std::size_t width) {
    if (!count_) count_ = shape.back();
    if (shape.back() != *count_ || (shape.size() > 1 && shape[0] != width))
      fail("{}: '{}/{}' does not fit the other arrays of its group", file_, group_, name);
  }
  const Hdf5Reader& in_;
  Hasher& hasher_;
  const std::string& file_;
  std::string group_;
  std::optional<std::size_t> count_;
  std::vector<std::function<void(std::vector<Row>&)>> fills_;
};

}  // namespace peal
