#include <algorithm>
#include <cmath>

#include "datafiles/hdf5_file.h"
#include "datafiles/hdf5_handle.h"

namespace peal {

using namespace hdf5;

namespace {

constexpr double kMostDeflated = 1100;       // deflate makes n bytes of at least n / 1032
constexpr double kLargestArray = 64e9;       // [bytes]
constexpr double kLargestChunk = 256 << 20;  // [bytes] the library reads chunks as a whole
constexpr hsize_t kMostTexts = 10'000'000;

/// A single value of any type: a longer attribute would be written past its variable.
hid_t open_single(hid_t file, const std::string& name) {
  const hid_t attribute = H5Aopen(file, name.c_str(), H5P_DEFAULT);
  if (attribute < 0) return attribute;
  const Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) == 1) return attribute;
  H5Aclose(attribute);
  return H5I_INVALID_HID;
}

bool compressed(hid_t set) {
  const Handle creation(H5Dget_create_plist(set), H5Pclose);
  return H5Pget_nfilters(creation) > 0;
}

/// In the file itself, not in others, and in chunks that fit into memory.
bool plain_storage(hid_t set) {
  const Handle creation(H5Dget_create_plist(set), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_COMPACT) return true;
  if (layout == H5D_CONTIGUOUS) return H5Pget_external_count(creation) == 0;
  if (layout != H5D_CHUNKED) return false;
  hsize_t chunk[H5S_MAX_RANK];
  const int rank = H5Pget_chunk(creation, H5S_MAX_RANK, chunk);
  const Handle type(H5Dget_type(set), H5Tclose);
  double bytes = static_cast<double>(H5Tget_size(type));
  for (int i = 0; i < rank; ++i) bytes *= static_cast<double>(chunk[i]);
  return rank > 0 && bytes <= kLargestChunk;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : path_(path.string()) {
  std::error_code error;
  bytes_ = std::filesystem::file_size(path, error);
  if (error) fail("{}: cannot open the file: {}", path_, error.message());
  const std::lock_guard lock(library());
  be_quiet();
  file_ = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) fail("{}: not an HDF5 file, cut off or damaged", path_);
}

Hdf5Reader::~Hdf5Reader() {
  const std::lock_guard lock(library());
  if (file_ >= 0) H5Fclose(file_);
}

bool Hdf5Reader::has_attribute(const std::string& name) const {
  const std::lock_guard lock(library());
  return H5Aexists(file_, name.c_str()) > 0;
}

double Hdf5Reader::number(const std::string& name) const {
  const std::lock_guard lock(library());
  double value = 0;
  const Handle attribute(open_single(file_, name), H5Aclose);
  require(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0, path_,
          "read the attribute", name);
  return value;
}

std::int64_t Hdf5Reader::integer(const std::string& name) const {
  const std::lock_guard lock(library());
  std::int64_t value = 0;
  const Handle attribute(open_single(file_, name), H5Aclose);
  require(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT64, &value) >= 0, path_,
          "read the attribute", name);
  return value;
}

std::string Hdf5Reader::text(const std::string& name) const {
  const std::lock_guard lock(library());
  const Handle attribute(open_single(file_, name), H5Aclose);
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

bool Hdf5Reader::has_array(const std::string& name) const {
  const std::lock_guard lock(library());
  if (H5Lexists(file_, name.c_str(), H5P_DEFAULT) <= 0) return false;
  const hid_t set = H5Dopen2(file_, name.c_str(), H5P_DEFAULT);
  if (set < 0) return false;
  H5Dclose(set);
  return true;
}

std::size_t Hdf5Reader::dimensions(const std::string& name) const {
  const std::lock_guard lock(library());
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  require(set >= 0, path_, "find the array", name);
  const Handle space(H5Dget_space(set), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  require(rank >= 0, path_, "read the array", name);
  return static_cast<std::size_t>(rank);
}

void Hdf5Reader::check_size(const std::string& name, std::int64_t set, double bytes) const {
  if (!plain_storage(set))
    fail("{}: array '{}' is stored in a way that is not read here", path_, name);
  const double stored =
      std::min(static_cast<double>(H5Dget_storage_size(set)), static_cast<double>(bytes_));
  const double factor = compressed(set) ? kMostDeflated : 8;  // 8: stored as bytes, read as doubles
  if (bytes > stored * factor)
    fail("{}: array '{}' claims to be larger than what is stored of it", path_, name);
  read_bytes_ += bytes;
  if (read_bytes_ > static_cast<double>(bytes_) * kMostDeflated || bytes > kLargestArray)
    fail("{}: array '{}' claims {:.3g} GB, more than this file can hold", path_, name, bytes / 1e9);
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
  if (values > 0) check_size(name, set, values * sizeof(T));
  shape.assign(size.begin(), size.end());
  std::vector<T> out(static_cast<std::size_t>(values));
  if (out.empty()) return out;
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
    fail("{}: cannot read the array '{}'; the file is damaged", path_, name);
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

std::vector<std::string> Hdf5Reader::texts(const std::string& name) const {
  const std::lock_guard lock(library());
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  require(set >= 0, path_, "find the array", name);
  const Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
  const std::size_t length = H5Tget_size(type);
  if (H5Sget_simple_extent_ndims(space) != 1 || H5Tget_class(type) != H5T_STRING ||
      H5Tis_variable_str(type) > 0 || length == 0)
    fail("{}: array '{}' is not a list of texts of one length", path_, name);
  hsize_t count = 0;
  H5Sget_simple_extent_dims(space, &count, nullptr);
  if (count == 0) return {};
  if (count > kMostTexts) fail("{}: array '{}' claims {} texts", path_, name, count);
  check_size(name, set, static_cast<double>(count) * static_cast<double>(length));
  std::string all(static_cast<std::size_t>(count) * length, '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0)
    fail("{}: cannot read the array '{}'; the file is damaged", path_, name);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string cell = all.substr(i * length, length);
    out.push_back(cell.substr(0, cell.find('\0')));
  }
  return out;
}

}  // namespace peal
