#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/files/input_file.h"
#include "io/data/hdf5_child.h"
#include "io/data/hdf5_file.h"
#include "io/data/hdf5_local.h"

namespace peal {
namespace {

/// Whether the file begins as one with checksums in all structures: superblock 2 or later.
bool has_checksums(const std::string& path) {
  char head[9] = "";
  std::ifstream file(path, std::ios::binary);
  return file.read(head, sizeof head) && std::memcmp(head, "\x89HDF\r\n\x1a\n", 8) == 0 &&
         head[8] >= 2;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path, Hdf5Origin origin) {
  const std::string name = path.string();
  if (input_file_size(path) == 0) fail("{}: not an HDF5 file: it is empty", name);
  if (origin == Hdf5Origin::own_cache && has_checksums(name))
    source_ = std::make_unique<Hdf5Local>(name);
  else
    source_ = std::make_unique<Hdf5Child>(name);
}

Hdf5Reader::~Hdf5Reader() = default;

bool Hdf5Reader::has_attribute(const std::string& name) const {
  return source_->has_attribute(name);
}
double Hdf5Reader::number(const std::string& name) const { return source_->number(name); }
std::int64_t Hdf5Reader::integer(const std::string& name) const { return source_->integer(name); }
std::string Hdf5Reader::text(const std::string& name) const { return source_->text(name); }
bool Hdf5Reader::has_array(const std::string& name) const { return source_->has_array(name); }
std::size_t Hdf5Reader::dimensions(const std::string& name) const {
  return source_->dimensions(name);
}

template <class T>
std::vector<T> Hdf5Reader::read(const std::string& name, std::vector<std::size_t>& shape,
                                std::size_t dimensions, Hdf5Number type,
                                const Hdf5Rows& rows) const {
  std::vector<T> out;
  source_->read(name, type, dimensions, rows, shape, [&out](std::size_t count) {
    out.resize(count);
    return static_cast<void*>(out.data());
  });
  return out;
}

std::vector<double> Hdf5Reader::doubles(const std::string& name, std::vector<std::size_t>& shape,
                                        std::size_t dimensions, const Hdf5Rows& rows) const {
  return read<double>(name, shape, dimensions, Hdf5Number::float64, rows);
}
std::vector<float> Hdf5Reader::floats(const std::string& name, std::vector<std::size_t>& shape,
                                      std::size_t dimensions, const Hdf5Rows& rows) const {
  return read<float>(name, shape, dimensions, Hdf5Number::float32, rows);
}
std::vector<std::int32_t> Hdf5Reader::integers(const std::string& name,
                                               std::vector<std::size_t>& shape,
                                               std::size_t dimensions) const {
  return read<std::int32_t>(name, shape, dimensions, Hdf5Number::int32, {});
}
std::vector<std::string> Hdf5Reader::texts(const std::string& name) const {
  return source_->texts(name);
}

}  // namespace peal
