#include "tools/server/server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "tools/server/loopback.h"

namespace peal {
namespace {

constexpr int kTurnMilliseconds = 100;

}  // namespace

StudioServer::StudioServer(const StudioSite& site, const ServerOptions& options)
    : site_(site), options_(options), port_(options.port) {
  listeners_ = listen_on_loopback(port_, options.another_port);
}

void StudioServer::welcome(int listener) {
  Descriptor guest(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!guest) {
    // Out of descriptors: the waiting connection stays waiting; do not spin until one is free.
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return;
  }
  const int yes = 1;
  ::setsockopt(guest.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connections_.size() >= options_.connections) {
    const auto quietest = std::min_element(connections_.begin(), connections_.end(),
                                           [](const Connection& a, const Connection& b) {
                                             return a.last_progress() < b.last_progress();
                                           });
    connections_.erase(quietest);
  }
  connections_.emplace_back(std::move(guest), Connection::Clock::now());
}

void StudioServer::run(const std::function<bool()>& stop) {
  std::vector<pollfd> sockets;
  while (!stop()) {
    sockets.clear();
    for (const Connection& c : connections_)
      sockets.push_back({c.socket(), static_cast<short>(c.wants_to_send() ? POLLOUT : POLLIN), 0});
    for (const Descriptor& l : listeners_) sockets.push_back({l.get(), POLLIN, 0});
    if (::poll(sockets.data(), sockets.size(), kTurnMilliseconds) < 0 && errno != EINTR)
      fail("the server cannot wait for its connections: {}", std::strerror(errno));
    const auto now = Connection::Clock::now();
    const std::size_t served = connections_.size();
    for (std::size_t i = 0; i < served; ++i) {
      if (sockets[i].revents != 0) connections_[i].work(site_, now);
      connections_[i].look_at_clock(options_.limits, now);
    }
    std::erase_if(connections_, [](const Connection& c) { return c.over(); });
    for (std::size_t i = served; i < sockets.size(); ++i)
      if (sockets[i].revents != 0) welcome(sockets[i].fd);
  }
  connections_.clear();
}

}  // namespace peal
