// HDF5 read by the library in this process. It checks sizes before it allocates and refuses what
// lies outside the file (links and storage in other files, filters loaded from disk); but the
// library itself (1.10) crashes on some damaged files, above all those of the old format without
// checksums: foreign files go through hdf5_child.h.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "io/data/hdf5_source.h"

namespace peal {

class Hdf5Local final : public Hdf5Source {
 public:
  /// @param before_reading called with the bytes of an array that has passed the checks
  explicit Hdf5Local(const std::string& path, std::function<void(double)> before_reading = {});
  ~Hdf5Local() override;
  Hdf5Local(const Hdf5Local&) = delete;
  Hdf5Local& operator=(const Hdf5Local&) = delete;

  bool has_attribute(const std::string& name) override;
  double number(const std::string& name) override;
  std::int64_t integer(const std::string& name) override;
  std::string text(const std::string& name) override;
  bool has_array(const std::string& name) override;
  std::size_t dimensions(const std::string& name) override;
  void read(const std::string& name, Hdf5Number type, std::size_t dimensions, const Hdf5Rows& rows,
            std::vector<std::size_t>& shape, const Allocate& allocate) override;
  std::vector<std::string> texts(const std::string& name) override;

 private:
  std::int64_t open_array(const std::string& name);
  std::int64_t open_existing(const std::string& name);
  void check_storage(const std::string& name, std::int64_t set) const;
  void check_size(const std::string& name, std::int64_t set, double bytes);

  std::string path_;
  std::function<void(double)> before_reading_;
  std::uintmax_t bytes_ = 0;
  double read_bytes_ = 0;  // of all arrays so far
  std::string outside_;    // where a link wanted to go that was not followed
  std::int64_t file_ = -1;
  std::int64_t access_ = -1;  // how links are followed
};

}  // namespace peal
