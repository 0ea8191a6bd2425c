#include "tools/server/loopback.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace peal {
namespace {

constexpr int kBacklog = 64;

/// Empty when the address is taken; errno says why.
template <class Address>
Descriptor listening_socket(const Address& address) {
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  Descriptor out(::socket(plain->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!out) return {};
  const int yes = 1;
  // The port of a server that has just ended can be used again at once.
  ::setsockopt(out.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (plain->sa_family == AF_INET6)
    ::setsockopt(out.get(), IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
  if (::bind(out.get(), plain, sizeof address) != 0 || ::listen(out.get(), kBacklog) != 0) {
    const int problem = errno;
    out.reset();
    errno = problem;
  }
  return out;
}

Descriptor listen_ipv4(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return listening_socket(address);
}

}  // namespace

std::vector<Descriptor> listen_on_loopback(int& port, bool another_port) {
  std::vector<Descriptor> out;
  Descriptor first = listen_ipv4(port);
  if (!first && port != 0 && another_port) first = listen_ipv4(0);
  if (!first)
    fail("port {} of 127.0.0.1 cannot be had: {}; choose another with --port, or 0 for a free one",
         port, std::strerror(errno));
  sockaddr_in got{};
  socklen_t size = sizeof got;
  if (::getsockname(first.get(), reinterpret_cast<sockaddr*>(&got), &size) != 0)
    fail("the port of the server is not known: {}", std::strerror(errno));
  port = ntohs(got.sin_port);
  out.push_back(std::move(first));

  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = got.sin_port;
  six.sin6_addr = in6addr_loopback;
  if (Descriptor second = listening_socket(six)) out.push_back(std::move(second));
  return out;
}

}  // namespace peal
