#include "tools/server/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace peal {
namespace {

constexpr std::size_t kChunk = 1 << 17;  // [bytes] of a file that are read at once
constexpr double kDrainSeconds = 2;
constexpr int kChunksPerTurn = 4;  // then the other connections have their turn

double seconds_between(Connection::Clock::time_point a, Connection::Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

Connection::Connection(Descriptor socket, Clock::time_point now)
    : socket_(std::move(socket)), now_(now), progress_(now), head_began_(now) {}

void Connection::work(const StudioSite& site, Clock::time_point now) {
  now_ = now;
  if (state_ == State::sending)
    send(site);
  else
    receive(site);
}

void Connection::look_at_clock(const ConnectionLimits& limits, Clock::time_point now) {
  now_ = now;
  const double quiet = seconds_between(progress_, now);
  switch (state_) {
    case State::reading:
      if (received_.empty() && !first_) {
        if (quiet > limits.idle_seconds) state_ = State::over;
      } else if (seconds_between(head_began_, now) > limits.head_seconds) {
        if (received_.empty())
          state_ = State::over;
        else
          begin(refusal(408));
      }
      break;
    case State::sending:
      if (quiet > limits.stall_seconds) state_ = State::over;
      break;
    case State::draining:
      if (seconds_between(head_began_, now) > kDrainSeconds) state_ = State::over;
      break;
    case State::over:
      break;
  }
}

void Connection::receive(const StudioSite& site) {
  std::array<char, 8192> bytes;
  const ssize_t count = ::recv(socket(), bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    state_ = State::over;
    return;
  }
  if (state_ == State::draining) return;
  if (received_.empty()) head_began_ = now_;
  progress_ = now_;
  received_.append(bytes.data(), static_cast<std::size_t>(count));
  answer_next(site);
}

void Connection::answer_next(const StudioSite& site) {
  const std::size_t end = received_.find("\r\n\r\n");
  if (end == received_.npos || end > kMaxHead) {
    if (received_.size() > kMaxHead) begin(refusal(431));
    return;
  }
  const ParsedRequest parsed = parse_request(std::string_view(received_).substr(0, end + 4));
  received_.erase(0, end + 4);
  begin(parsed.status == 200 ? site.answer(parsed.request)
                             : refusal(parsed.status, parsed.request.head_only));
}

void Connection::begin(HttpResponse response) {
  response_ = std::move(response);
  pending_ = response_.head + response_.text;
  pending_sent_ = 0;
  file_sent_ = 0;
  first_ = false;
  state_ = State::sending;
}

bool Connection::send_bytes(const char* bytes, std::size_t count, std::size_t& sent) {
  const ssize_t n = ::send(socket(), bytes, count, MSG_NOSIGNAL);
  if (n < 0) {
    if (errno != EAGAIN && errno != EINTR) state_ = State::over;
    return false;
  }
  if (n > 0) progress_ = now_;
  sent += static_cast<std::size_t>(n);
  return static_cast<std::size_t>(n) == count;
}

void Connection::send(const StudioSite& site) {
  for (int turn = 0; turn < kChunksPerTurn; ++turn) {
    if (pending_sent_ < pending_.size() &&
        !send_bytes(pending_.data() + pending_sent_, pending_.size() - pending_sent_,
                    pending_sent_))
      return;
    const long long left = response_.file.file ? response_.length - file_sent_ : 0;
    if (left == 0) return finish_response(site);
    pending_.resize(static_cast<std::size_t>(std::min<long long>(left, kChunk)));
    pending_sent_ = 0;
    const ssize_t n = ::pread(response_.file.file.get(), pending_.data(), pending_.size(),
                              response_.offset + file_sent_);
    if (n <= 0) {  // cut short since it was opened: the promised length cannot be kept
      state_ = State::over;
      return;
    }
    pending_.resize(static_cast<std::size_t>(n));
    file_sent_ += n;
  }
}

void Connection::finish_response(const StudioSite& site) {
  const bool go_on = response_.keep_alive;
  response_ = {};
  pending_.clear();
  pending_.shrink_to_fit();
  pending_sent_ = 0;
  head_began_ = now_;
  if (go_on) {
    state_ = State::reading;
    answer_next(site);  // what was sent ahead
    return;
  }
  // Closing at once with bytes unread would reset the connection before the client has seen the
  // response; so what it still sends is thrown away for a moment.
  ::shutdown(socket(), SHUT_WR);
  received_.clear();
  state_ = State::draining;
}

}  // namespace peal
