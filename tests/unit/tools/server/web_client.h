// A client that says exactly the bytes a test gives it, and a site to talk to.
#pragma once
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "base/files/temporary_folder.h"
#include "tools/server/server.h"

namespace peal {

/// A site with a page and a result, and a secret beside both.
class WebSite {
 public:
  WebSite() {
    const auto& top = folder_.path();
    std::filesystem::create_directories(top / "site/assets");
    std::filesystem::create_directories(top / "out/deep");
    file("secret.txt", "secret");
    file("site/index.html", "<p>home</p>");
    file("site/assets/app.js", "run()");
    file("site/.hidden", "secret");
    file("out/report.json", "{}");
    file("out/main.wav", "0123456789");
    file("out/evil.html", "<script>");
    file("out/deep/x.wav", "secret");
    std::filesystem::create_symlink(top / "secret.txt", top / "site/link.txt");
    std::filesystem::create_symlink(top, top / "site/up");
    std::filesystem::create_symlink(top / "secret.txt", top / "out/link.wav");
  }
  void file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
  }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;
};

/// A running server; ends with the test.
class Served {
 public:
  explicit Served(ServerOptions options = {})
      : pages_(site_.path("site"), site_.path("out")), server_(pages_, options) {
    thread_ = std::thread([this] { server_.run([this] { return stop_.load(); }); });
  }
  ~Served() {
    stop_ = true;
    thread_.join();
  }
  int port() const { return server_.port(); }
  const WebSite& site() const { return site_; }

 private:
  WebSite site_;
  StudioSite pages_;
  StudioServer server_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

class WebClient {
 public:
  explicit WebClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<in_port_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  bool connected() const { return connected_; }
  /// False when the server has hung up.
  bool say(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  /// Everything until the server hangs up, `seconds` pass, or `enough` bytes have come.
  std::string hear(double seconds = 2, std::size_t enough = std::string::npos) {
    std::string out;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    ended_ = false;
    while (out.size() < enough) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      pollfd one{socket_.get(), POLLIN, 0};
      if (left.count() <= 0 || ::poll(&one, 1, static_cast<int>(left.count())) <= 0) break;
      char bytes[65536];
      const ssize_t n = ::recv(socket_.get(), bytes, sizeof bytes, 0);
      ended_ = n <= 0;
      if (ended_) break;
      out.append(bytes, static_cast<std::size_t>(n));
    }
    return out;
  }
  bool ended() const { return ended_; }
  void hang_up() { socket_.reset(); }

 private:
  Descriptor socket_;
  bool connected_ = false, ended_ = false;
};

/// One request on a connection of its own.
inline std::string ask(int port, const std::string& head) {
  WebClient client(port);
  client.say(head);
  return client.hear();
}

inline std::string get(int port, const std::string& target, const std::string& more = "") {
  return ask(port, "GET " + target + " HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
                       "\r\nConnection: close\r\n" + more + "\r\n");
}

/// 0 when that was no response.
inline int status_of(const std::string& response) {
  return response.starts_with("HTTP/1.1 ") ? std::stoi(response.substr(9, 3)) : 0;
}

inline std::string body_of(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == response.npos ? "" : response.substr(end + 4);
}

}  // namespace peal
