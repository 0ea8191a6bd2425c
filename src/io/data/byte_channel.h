// One end of a socket between two processes: whole messages or false when the other end is gone.
#pragma once
#include <cstddef>

namespace peal {

class ByteChannel {
 public:
  /// @param interruptible receive() looks for Ctrl-C while it waits and throws Interrupted
  ByteChannel(int descriptor, bool interruptible)
      : descriptor_(descriptor), interruptible_(interruptible) {}
  ~ByteChannel();
  ByteChannel(const ByteChannel&) = delete;
  ByteChannel& operator=(const ByteChannel&) = delete;

  bool send(const void* bytes, std::size_t count) const;
  bool receive(void* bytes, std::size_t count) const;

  template <class T>
  bool send(const T& value) const {
    return send(&value, sizeof value);
  }
  template <class T>
  bool receive(T& value) const {
    return receive(&value, sizeof value);
  }

 private:
  int descriptor_;
  bool interruptible_;
};

}  // namespace peal
