#include "io/data/byte_channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "base/interrupt.h"

namespace peal {

ByteChannel::~ByteChannel() { ::close(descriptor_); }

bool ByteChannel::send(const void* bytes, std::size_t count) const {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = ::send(descriptor_, at, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent, count -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool ByteChannel::receive(void* bytes, std::size_t count) const {
  constexpr int kLook = 50;  // [ms] between looks for Ctrl-C
  char* at = static_cast<char*>(bytes);
  while (count > 0) {
    if (interruptible_) {
      pollfd waiting{descriptor_, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, kLook);
      throw_if_interrupted();
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    }
    const ssize_t got = ::recv(descriptor_, at, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got, count -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace peal
