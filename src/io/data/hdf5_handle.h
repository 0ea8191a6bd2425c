// Shared by the hdf5_*.cpp alone: handles that close themselves, one lock around
// the library.
#pragma once
#include <hdf5.h>

#include <mutex>
#include <string>

#include "base/error.h"

namespace peal::hdf5 {

// The library is not built for threads: one call at a time.
inline std::mutex& library() {
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
/// At the end of the program it would once more write what a full disk has refused, and crash.
/// It would also load code from disk for filters that a file names.
inline void be_quiet() {
  static const bool once = H5dont_atexit() >= 0;
  static const bool no_plugins = H5PLset_loading_state(0) >= 0;
  static_cast<void>(once), static_cast<void>(no_plugins);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

inline void require(bool good, const std::string& path, const std::string& what,
                    const std::string& name) {
  if (!good) fail("{}: cannot {} '{}'", path, what, name);
}

}  // namespace peal::hdf5
