// HDF5 read by a process of its own. The library (1.10) follows damaged offsets and lengths of the
// old format, which has no checksums and is what most programs write, until it crashes or never
// ends. Here that ends the child alone: the parent receives plain numbers over a socket, checks
// their count, and turns the child's end into a sentence that names the file. The child can open no
// second file, and its memory and processor time are limited by what the file can hold.
#pragma once
#include <sys/types.h>

#include <mutex>
#include <optional>
#include <string>

#include "io/data/byte_channel.h"
#include "io/data/hdf5_source.h"

namespace peal {

class Hdf5Child final : public Hdf5Source {
 public:
  /// Starts the child and opens the file.
  explicit Hdf5Child(const std::string& path);
  ~Hdf5Child() override;
  Hdf5Child(const Hdf5Child&) = delete;
  Hdf5Child& operator=(const Hdf5Child&) = delete;

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
  std::uint64_t ask(std::uint8_t question, const std::string& name,
                    Hdf5Number type = Hdf5Number::float64, std::size_t dimensions = 0,
                    const Hdf5Rows& rows = {});
  std::uint64_t answer_size();
  template <class T>
  T value(std::uint8_t question, const std::string& name);
  std::string bytes(std::uint8_t question, const std::string& name);
  void receive(void* to, std::size_t count);
  [[noreturn]] void fail_for_child();
  void end_child();

  std::string path_;
  std::string asked_;  // what the child was asked for last
  double largest_answer_ = 0;
  std::mutex mutex_;  // one question at a time
  pid_t child_ = -1;
  std::optional<ByteChannel> channel_;
};

}  // namespace peal
