// A server of static files for this computer alone: 127.0.0.1, and ::1 where there is one. One
// thread, one poll() loop; a full house shows the guest out who has been quiet longest.
#pragma once
#include <functional>
#include <vector>

#include "tools/server/connection.h"
#include "tools/server/site.h"

namespace peal {

struct ServerOptions {
  int port = 0;               // 0: a free one
  bool another_port = false;  // a free one when `port` is taken
  std::size_t connections = 64;
  ConnectionLimits limits;
};

class StudioServer {
 public:
  /// Listens from now on. Throws Error when the port is taken.
  StudioServer(const StudioSite& site, const ServerOptions& options);

  int port() const { return port_; }
  /// Serves until stop() is true; it is asked ten times per second, and after every signal.
  void run(const std::function<bool()>& stop);

 private:
  void welcome(int listener);

  const StudioSite& site_;
  ServerOptions options_;
  int port_ = 0;
  std::vector<Descriptor> listeners_;
  std::vector<Connection> connections_;
};

}  // namespace peal
