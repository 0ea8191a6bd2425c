#include "io/data/hdf5_local.h"

#include <algorithm>
#include <cmath>

#include "base/files/input_file.h"
#include "io/data/hdf5_handle.h"

namespace peal {

using namespace hdf5;

namespace {

constexpr double kLargestChunk = 256 << 20;  // [bytes] the library reads chunks as a whole

/// A single value of any type: a longer attribute would be written past its variable.
hid_t open_single(hid_t file, const std::string& name) {
  const hid_t attribute = H5Aopen(file, name.c_str(), H5P_DEFAULT);
  if (attribute < 0) return attribute;
  const Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) == 1) return attribute;
  H5Aclose(attribute);
  return H5I_INVALID_HID;
}

/// Called by the library before it opens the file that an external link names: it must not.
herr_t refuse_outside(const char*, const char*, const char* file, const char* object, unsigned*,
                      hid_t, void* outside) {
  *static_cast<std::string*>(outside) = fmt::format("{}:{}", file, object);
  return -1;
}

bool compressed(hid_t set) {
  const Handle creation(H5Dget_create_plist(set), H5Pclose);
  return H5Pget_nfilters(creation) > 0;
}

bool chunks_fit(hid_t set, hid_t creation) {
  hsize_t chunk[H5S_MAX_RANK];
  const int rank = H5Pget_chunk(creation, H5S_MAX_RANK, chunk);
  const Handle type(H5Dget_type(set), H5Tclose);
  double bytes = static_cast<double>(H5Tget_size(type));
  for (int i = 0; i < rank; ++i) bytes *= static_cast<double>(chunk[i]);
  return rank > 0 && bytes <= kLargestChunk;
}

/// Texts of any length each, as most programs write them (h5py: str). H5Aread or H5Dread gives
/// pointers into memory of the library.
template <class Read>
bool read_loose_texts(hid_t type, hid_t space, std::size_t count, const Read& read,
                      std::vector<std::string>& out) {
  const Handle memory(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(memory, H5T_VARIABLE);
  H5Tset_cset(memory, H5Tget_cset(type));
  std::vector<char*> texts(count, nullptr);
  if (read(memory, texts.data()) < 0) return false;
  for (const char* text : texts) out.emplace_back(text ? text : "");
  H5Dvlen_reclaim(memory, space, H5P_DEFAULT, texts.data());
  return true;
}

}  // namespace

Hdf5Local::Hdf5Local(const std::string& path, std::function<void(double)> before_reading)
    : path_(path), before_reading_(std::move(before_reading)), bytes_(input_file_size(path)) {
  const std::lock_guard lock(library());
  be_quiet();
  file_ = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) fail("{}: not an HDF5 file, cut off or damaged", path_);
  access_ = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_elink_cb(access_, refuse_outside, &outside_);
}

Hdf5Local::~Hdf5Local() {
  const std::lock_guard lock(library());
  if (access_ >= 0) H5Pclose(access_);
  if (file_ >= 0) H5Fclose(file_);
}

bool Hdf5Local::has_attribute(const std::string& name) {
  const std::lock_guard lock(library());
  return H5Aexists(file_, name.c_str()) > 0;
}

double Hdf5Local::number(const std::string& name) {
  const std::lock_guard lock(library());
  double value = 0;
  const Handle attribute(open_single(file_, name), H5Aclose);
  require(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0, path_,
          "read the attribute", name);
  return value;
}

std::int64_t Hdf5Local::integer(const std::string& name) {
  const std::lock_guard lock(library());
  std::int64_t value = 0;
  const Handle attribute(open_single(file_, name), H5Aclose);
  require(attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT64, &value) >= 0, path_,
          "read the attribute", name);
  return value;
}

std::string Hdf5Local::text(const std::string& name) {
  const std::lock_guard lock(library());
  const Handle attribute(open_single(file_, name), H5Aclose);
  require(attribute >= 0, path_, "read the attribute", name);
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  require(H5Tget_class(type) == H5T_STRING, path_, "read the text", name);
  if (H5Tis_variable_str(type) > 0) {
    std::vector<std::string> one;
    const auto read = [&](hid_t memory, void* to) { return H5Aread(attribute, memory, to); };
    require(read_loose_texts(type, space, 1, read, one), path_, "read the text", name);
    return one.front();
  }
  const std::size_t size = H5Tget_size(type);
  require(size > 0 && size <= bytes_, path_, "read the text", name);
  std::string value(size, '\0');
  require(H5Aread(attribute, type, value.data()) >= 0, path_, "read the text", name);
  value.resize(std::min(value.find('\0'), size));
  return value;
}

/// Negative when there is nothing of that name; stops when it leads out of the file.
std::int64_t Hdf5Local::open_array(const std::string& name) {
  outside_.clear();
  bool there = true;
  for (std::size_t at = name.find('/'); there && at != std::string::npos;
       at = name.find('/', at + 1))
    there = H5Lexists(file_, name.substr(0, at).c_str(), access_) > 0;
  there = there && H5Lexists(file_, name.c_str(), access_) > 0;
  const hid_t set = there ? H5Dopen2(file_, name.c_str(), access_) : H5I_INVALID_HID;
  if (!outside_.empty())
    fail(
        "{}: '{}' is a link to another file ({}), which is not followed; copy the data into this "
        "file",
        path_, name, outside_);
  return set;
}

std::int64_t Hdf5Local::open_existing(const std::string& name) {
  const hid_t set = open_array(name);
  require(set >= 0, path_, "find the array", name);
  try {
    // First of all: asking a virtual dataset for its size opens the files it is made of.
    check_storage(name, set);
  } catch (...) {
    H5Dclose(set);
    throw;
  }
  return set;
}

bool Hdf5Local::has_array(const std::string& name) {
  const std::lock_guard lock(library());
  const Handle set(open_array(name), H5Dclose);
  return set >= 0;
}

std::size_t Hdf5Local::dimensions(const std::string& name) {
  const std::lock_guard lock(library());
  const Handle set(open_existing(name), H5Dclose);
  const Handle space(H5Dget_space(set), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  require(rank >= 0, path_, "read the array", name);
  return static_cast<std::size_t>(rank);
}

/// In the file itself, not in others, in chunks that fit into memory, by filters of the library.
void Hdf5Local::check_storage(const std::string& name, std::int64_t set) const {
  const Handle creation(H5Dget_create_plist(set), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_VIRTUAL || (layout == H5D_CONTIGUOUS && H5Pget_external_count(creation) != 0))
    fail(
        "{}: the values of array '{}' are kept in other files, which are not read; copy them "
        "into this file",
        path_, name);
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS &&
      !(layout == H5D_CHUNKED && chunks_fit(set, creation)))
    fail("{}: array '{}' is stored in a way that is not read here", path_, name);
  const int filters = H5Pget_nfilters(creation);
  for (int i = 0; i < filters; ++i) {
    std::size_t values = 0;
    unsigned flags = 0, config = 0;
    char filter[64] = "";
    const H5Z_filter_t id = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values,
                                           nullptr, sizeof filter - 1, filter, &config);
    if (H5Zfilter_avail(id) <= 0)
      fail("{}: array '{}' is packed by the filter {} '{}', which is not read; use gzip or none",
           path_, name, static_cast<int>(id), filter);
  }
}

void Hdf5Local::check_size(const std::string& name, std::int64_t set, double bytes) {
  const double stored =
      std::min(static_cast<double>(H5Dget_storage_size(set)), static_cast<double>(bytes_));
  const double factor = compressed(set) ? kMostDeflated : 8;  // 8: stored as bytes, read as doubles
  if (bytes > stored * factor)
    fail("{}: array '{}' claims to be larger than what is stored of it", path_, name);
  read_bytes_ += bytes;
  if (read_bytes_ > static_cast<double>(bytes_) * kMostDeflated || bytes > kLargestArray)
    fail("{}: array '{}' claims {:.3g} GB, more than this file can hold", path_, name, bytes / 1e9);
  if (before_reading_) before_reading_(bytes);
}

void Hdf5Local::read(const std::string& name, Hdf5Number type, std::size_t dimensions,
                     const Hdf5Rows& rows, std::vector<std::size_t>& shape,
                     const Allocate& allocate) {
  const std::lock_guard lock(library());
  const Handle set(open_existing(name), H5Dclose);
  const Handle space(H5Dget_space(set), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != static_cast<int>(dimensions))
    fail("{}: array '{}' has {} dimensions; expected {}", path_, name, rank, dimensions);
  std::vector<hsize_t> size(dimensions);
  H5Sget_simple_extent_dims(space, size.data(), nullptr);
  shape.assign(size.begin(), size.end());
  if (!size.empty()) size[0] = rows_within(rows.first, rows.count, size[0]);
  const bool part = !size.empty() && size[0] != shape[0];
  double values = 1;
  for (const hsize_t n : size) values *= static_cast<double>(n);
  if (values > 0) check_size(name, set, values * static_cast<double>(bytes_of(type)));
  void* const to = allocate(static_cast<std::size_t>(values));
  if (values == 0) return;
  const hid_t given = type == Hdf5Number::float64   ? H5T_NATIVE_DOUBLE
                      : type == Hdf5Number::float32 ? H5T_NATIVE_FLOAT
                                                    : H5T_NATIVE_INT32;
  std::vector<hsize_t> begin(dimensions, 0);
  if (part) {
    begin[0] = rows.first;
    H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr);
  }
  const Handle memory(H5Screate_simple(rank, size.data(), nullptr), H5Sclose);
  if (H5Dread(set, given, part ? hid_t(memory) : H5S_ALL, part ? hid_t(space) : H5S_ALL,
              H5P_DEFAULT, to) < 0)
    fail("{}: cannot read the array '{}'; the file is damaged", path_, name);
}

std::vector<std::string> Hdf5Local::texts(const std::string& name) {
  const std::lock_guard lock(library());
  const Handle set(open_existing(name), H5Dclose);
  const Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
  const std::size_t length = H5Tget_size(type);
  if (H5Sget_simple_extent_ndims(space) != 1 || H5Tget_class(type) != H5T_STRING || length == 0)
    fail("{}: array '{}' is not a list of texts", path_, name);
  hsize_t count = 0;
  H5Sget_simple_extent_dims(space, &count, nullptr);
  if (count == 0) return {};
  if (count > kMostTexts) fail("{}: array '{}' claims {} texts", path_, name, count);
  const bool loose = H5Tis_variable_str(type) > 0;
  check_size(name, set, static_cast<double>(count) * static_cast<double>(loose ? 16 : length));
  std::vector<std::string> out;
  bool good = false;
  if (loose) {
    good = read_loose_texts(
        type, space, count,
        [&](hid_t memory, void* to) {
          return H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
        },
        out);
  } else {
    std::string all(static_cast<std::size_t>(count) * length, '\0');
    good = H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) >= 0;
    for (std::size_t i = 0; good && i < count; ++i) {
      const std::string cell = all.substr(i * length, length);
      out.push_back(cell.substr(0, cell.find('\0')));
    }
  }
  if (!good) fail("{}: cannot read the array '{}'; the file is damaged", path_, name);
  return out;
}

}  // namespace peal
