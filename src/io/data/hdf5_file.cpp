#include "io/data/hdf5_file.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/parallel.h"
#include "io/data/chunk_deflate.h"
#include "io/data/hdf5_handle.h"

namespace peal {

using namespace hdf5;

namespace {

static_assert(std::endian::native == std::endian::little, "chunks are written as they are");

constexpr std::size_t kChunkBytes = 1 << 20;
constexpr std::size_t kSmall = 4096;  // [bytes] rows below are not worth a chunk

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
  if (text.find('\0') != std::string::npos)
    fail("{}: the text '{}' holds a zero byte and cannot be written", path, name);
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, text.size() + 1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  write_attribute(owner, path, name, type, type, text.c_str());
}

/// Each row in pieces of `length` values, deflated on all cores, written in order.
bool write_chunks(hid_t set, const std::byte* values, std::size_t value_bytes,
                  const std::vector<hsize_t>& shape, std::size_t length, int level) {
  const std::size_t columns = shape.back(), rows = shape.size() == 1 ? 1 : shape[0];
  const std::size_t per_row = (columns + length - 1) / length, chunks = rows * per_row;
  constexpr std::size_t kAtOnce = 32;
  for (std::size_t begin = 0; begin < chunks; begin += kAtOnce) {
    std::vector<std::vector<std::byte>> packed(std::min(kAtOnce, chunks - begin));
    parallel_for(packed.size(), [&](std::size_t i) {
      const std::size_t row = (begin + i) / per_row, from = (begin + i) % per_row * length;
      const std::byte* const at = values + (row * columns + from) * value_bytes;
      const std::size_t count = std::min(length, columns - from);
      if (count == length) {
        packed[i] = shuffle_and_deflate({at, length * value_bytes}, value_bytes, level);
      } else {  // the last chunk of a row has the full length, too
        std::vector<std::byte> filled(length * value_bytes);
        std::copy_n(at, count * value_bytes, filled.begin());
        packed[i] = shuffle_and_deflate(filled, value_bytes, level);
      }
    });
    for (std::size_t i = 0; i < packed.size(); ++i) {
      std::vector<hsize_t> offset(shape.size(), (begin + i) / per_row);
      offset.back() = (begin + i) % per_row * length;
      if (H5Dwrite_chunk(set, H5P_DEFAULT, 0, offset.data(), packed[i].size(), packed[i].data()) <
          0)
        return false;
    }
  }
  return true;
}

}  // namespace

Hdf5Writer::Hdf5Writer(const std::filesystem::path& path, int compression)
    : path_(path.string()), compression_(compression) {
  const std::lock_guard lock(library());
  be_quiet();
  // The format of 1.10 has a checksum in every structure: damage is noticed before it is followed.
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation, false);
  file_ = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, creation, access);
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

// Groups that HDF5 makes by itself hold the time: the same content would not be the same bytes.
void Hdf5Writer::make_groups(const std::string& name) {
  for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
    const std::string group = name.substr(0, at);
    if (H5Lexists(file_, group.c_str(), H5P_DEFAULT) > 0) continue;
    const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);
    const Handle made(H5Gcreate2(file_, group.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT),
                      H5Gclose);
    require(made >= 0, path_, "make the group", group);
  }
}

void Hdf5Writer::write(const std::string& name, std::int64_t stored, std::int64_t given,
                       const void* values, std::size_t value_bytes,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  const std::vector<hsize_t> size(shape.begin(), shape.end());
  const Handle space(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                     H5Sclose);
  make_groups(name);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation, false);
  const std::size_t count =
      std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  // Worth it for long rows: a chunk is a piece of one.
  const bool packed =
      compression_ > 0 && size.size() <= 2 && count > 0 && size.back() * value_bytes >= kSmall;
  const hsize_t length = std::min<hsize_t>(size.back(), kChunkBytes / value_bytes);
  if (packed) {
    std::vector<hsize_t> chunk(size.size(), 1);
    chunk.back() = length;
    H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
    H5Pset_shuffle(creation);
    H5Pset_deflate(creation, static_cast<unsigned>(compression_));
  }
  const Handle set(
      H5Dcreate2(file_, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
  require(set >= 0, path_, "write the array", name);
  const bool good =
      packed ? write_chunks(set, static_cast<const std::byte*>(values), value_bytes, size, length,
                            compression_)
             : count == 0 || H5Dwrite(set, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  if (!good) fail("{}: cannot write the array '{}'; is the disk full?", path_, name);
  if (!unit.empty()) write_text(set, path_, "unit", unit);
}

void Hdf5Writer::array(const std::string& name, std::span<const double> values,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  const std::lock_guard lock(library());
  write(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), sizeof(double), shape, unit);
}
void Hdf5Writer::array(const std::string& name, std::span<const float> values,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  const std::lock_guard lock(library());
  write(name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values.data(), sizeof(float), shape, unit);
}
void Hdf5Writer::array(const std::string& name, std::span<const std::int32_t> values,
                       const std::vector<std::size_t>& shape, const std::string& unit) {
  const std::lock_guard lock(library());
  write(name, H5T_STD_I32LE, H5T_NATIVE_INT32, values.data(), sizeof(std::int32_t), shape, unit);
}

void Hdf5Writer::texts(const std::string& name, std::span<const std::string> values) {
  std::size_t longest = 1;
  for (const std::string& text : values) {
    if (text.find('\0') != std::string::npos)
      fail("{}: '{}' holds a text with a zero byte, which cannot be written", path_, name);
    longest = std::max(longest, text.size());
  }
  std::string all(longest * values.size(), '\0');
  for (std::size_t i = 0; i < values.size(); ++i)
    std::copy(values[i].begin(), values[i].end(),
              all.begin() + static_cast<std::ptrdiff_t>(i * longest));
  const std::lock_guard lock(library());
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, longest);
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  write(name, type, type, all.data(), longest, {values.size()}, "");
}

}  // namespace peal
