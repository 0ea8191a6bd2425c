// One connection of the server: reads a request head, sends the response, and so on until either
// side has enough. Never waits: each call does what the socket allows now. Memory is bounded: the
// head (kMaxHead) and one chunk of a file.
#pragma once
#include <chrono>
#include <string>

#include "base/files/descriptor.h"
#include "tools/server/site.h"

namespace peal {

struct ConnectionLimits {
  double head_seconds = 10;   // for a request head, from its first byte or the connection on
  double idle_seconds = 30;   // between two requests
  double stall_seconds = 60;  // while the client takes nothing of a response
};

class Connection {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMaxHead = 16384;  // [bytes]

  Connection(Descriptor socket, Clock::time_point now);

  int socket() const { return socket_.get(); }
  bool wants_to_send() const { return state_ == State::sending; }
  bool over() const { return state_ == State::over; }
  Clock::time_point last_progress() const { return progress_; }
  /// The socket is readable, writable or broken.
  void work(const StudioSite& site, Clock::time_point now);
  /// Ends what takes too long.
  void look_at_clock(const ConnectionLimits& limits, Clock::time_point now);

 private:
  enum class State { reading, sending, draining, over };

  void receive(const StudioSite& site);
  void answer_next(const StudioSite& site);
  void begin(HttpResponse response);
  void send(const StudioSite& site);
  void finish_response(const StudioSite& site);
  bool send_bytes(const char* bytes, std::size_t count, std::size_t& sent);

  Descriptor socket_;
  State state_ = State::reading;
  Clock::time_point now_, progress_, head_began_;
  bool first_ = true;  // no request has been answered yet
  std::string received_;
  HttpResponse response_;
  std::string pending_;  // bytes of the response on their way
  std::size_t pending_sent_ = 0;
  long long file_sent_ = 0;
};

}  // namespace peal
