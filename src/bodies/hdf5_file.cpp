#include "bodies/hdf5_file.h"

#include <hdf5.h>

#include <mutex>
#include <numeric>

#include "base/error.h"

namespace peal {
namespace {

// The library is not built for threads: one call at a time.
std::mutex& library() {
  static std::mutex mutex;
  return mutex;
}

/// An HDF5 handle that closes itself.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// The library prints its errors to the terminal unless told otherwise.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void require(bool good, const std::string& path, const std::string& what, const std::string& name) {
  if (!good) fail("{}: cannot {} '{}'", path, what, name);
}

void write_attribute(hid_t owner, const std::string& path, const std::string& name, hid_t stored,
                     hid_t given, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(owner, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  require(attribute >= 0 && H5Awrite(attribute, given, value) >= 0, path, "write the attribute",
          name);
}

void write_text(hid_t owner, const std::string& path, const std::string& name,
                const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, text.size() + 1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  write_attribute(owner, path, name, type, type, text.c_str());
}

void write_array(hid_t file, const std::string& path, const std::string& name, hid_t stored,
                 hid_t given, const void* values, const std::vector<std::size_t>& shape,
                 const std::string& unit) {
  const std::lock_guard lock(library());
  const std::vector<hsize_t> size(shape.begin(), shape.end());
  const Handle space(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                     H5Sclose);
  const Handle set(
      H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  require(set >= 0 && H5Dwrite(set, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, path,
          "write the array", name);
  write_text(set, path, "unit", unit);
}

}  // namespace

Hdf5Writer::Hdf5Writer(const std::filesystem::path& path) : path_(path.string()) {
  const std::lock_guard lock(library());
  be_quiet();
  file_ = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (file_ < 0) fail("{}: cannot create the file", path_);
}

Hdf5Writer::~Hdf5Writer() {
  const std::lock_guard lock(library());
  if (file_ >= 0) H5Fclose(file_);
}

void Hdf5Writer::close() {
  const std::lock_guard lock(library());
  const hid_t file = file_;
  file_ = -1;
  if (H5Fclose(file) < 0) fail("{}: cannot finish writing; is the disk full?", path_);
}

void Hdf5Writer::attribute(const std::string& name, double value) {
  const std::lock_guard lock(library());
  write_attribute(file_, path_, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}
void Hdf5Writer::attribute(const std::string& name, std::int64_t value) {
  const std::lock_guard lock(library());
  write_attribute(file_, path_, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}
void Hdf5Writer::attribute(const std::string& name, const std::string& text) {
  const std::lock_guard lock(library());
  write_text(file_, path_, name, text);
}
void Hdf5Writer::array(const std::string& name, std::span<const double> values,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  write_array(file_, path_, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), shape, unit);
}
void Hdf5Writer::array(const std::string& name, std::span<const float> values,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  write_array(file_, path_, name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values.data(), shape, unit);
}
void Hdf5Writer::array(const std::string& name, std::span<const std::int32_t> values,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  write_array(file_, path_, name, H5T_STD_I32LE, H5T_NATIVE_INT32, values.data(), shape, unit);
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : path_(path.string()) {
  std::error_code error;
  bytes_ = std::filesystem::file_size(path, error);
  if (error) fail("{}: cannot open the file: {}", path_, error.message());
  const std::lock_guard lock(library());
  be_quiet();
  file_ = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) fail("{}: not an HDF5 file, or damaged", path_);
}

Hdf5Reader::~Hdf5Reader() {
  const std::lock_guard lock(library());
  if (file_ >= 0) H5Fclose(file_);
}

double Hdf5Reader::number(const std::string& name) const {
  const std::lock_guard lock(library());
  double value = 0;
  const Handle attribute(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose);
  require(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0, path_,
          "read the attribute", name);
  return value;
}

std::int64_t Hdf5Reader::integer(const std::string& name) const {
  const std::lock_guard lock(library());
  std::int64_t value = 0;
  const Handle attribute(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose);
  require(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT64, &value) >= 0, path_,
          "read the attribute", name);
  return value;
}

std::string Hdf5Reader::text(const std::string& name) const {
  const std::lock_guard lock(library());
  const Handle attribute(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose);
  require(attribute >= 0, path_, "read the attribute", name);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const std::size_t size = H5Tget_size(type);
  require(
      H5Tget_class(type) == H5T_STRING && !H5Tis_variable_str(type) && size > 0 && size <= bytes_,
      path_, "read the text", name);
  std::string value(size, '\0');
  require(H5Aread(attribute, type, value.data()) >= 0, path_, "read the text", name);
  value.resize(std::char_traits<char>::length(value.c_str()));
  return value;
}

template <class T>
std::vector<T> Hdf5Reader::read(const std::string& name, std::vector<std::size_t>& shape,
                                std::size_t dimensions, std::int64_t type) const {
  const std::lock_guard lock(library());
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  require(set >= 0, path_, "find the array", name);
  const Handle space(H5Dget_space(set), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != static_cast<int>(dimensions))
    fail("{}: array '{}' has {} dimensions; expected {}", path_, name, rank, dimensions);
  std::vector<hsize_t> size(dimensions);
  H5Sget_simple_extent_dims(space, size.data(), nullptr);
  double values = 1;
  for (const hsize_t n : size) values *= static_cast<double>(n);
  if (values * sizeof(T) > static_cast<double>(bytes_))
    fail("{}: array '{}' claims to be larger than the file", path_, name);
  shape.assign(size.begin(), size.end());
  std::vector<T> out(static_cast<std::size_t>(values));
  require(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) >= 0, path_,
          "read the array", name);
  return out;
}

std::vector<double> Hdf5Reader::doubles(const std::string& name, std::vector<std::size_t>& shape,
                                        std::size_t dimensions) const {
  return read<double>(name, shape, dimensions, H5T_NATIVE_DOUBLE);
}
std::vector<float> Hdf5Reader::floats(const std::string& name, std::vector<std::size_t>& shape,
                                      std::size_t dimensions) const {
  return read<float>(name, shape, dimensions, H5T_NATIVE_FLOAT);
}
std::vector<std::int32_t> Hdf5Reader::integers(const std::string& name,
                                               std::vector<std::size_t>& shape,
                                               std::size_t dimensions) const {
  return read<std::int32_t>(name, shape, dimensions, H5T_NATIVE_INT32);
}

}  // namespace peal
