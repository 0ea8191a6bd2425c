// `peal studio` and `peal view`: what they need, what they say, how they end. The server itself is
// tested in tests/unit/tools/server.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <regex>

#include "program.h"

namespace peal::test {
namespace {

/// Status line of GET `target`; empty when nobody answers.
std::string status_line(int port, const std::string& target) {
  const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
    const std::string request = "GET " + target + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
    ::send(client, request.data(), request.size(), MSG_NOSIGNAL);
    char bytes[4096];
    for (ssize_t n; (n = ::recv(client, bytes, sizeof bytes, 0)) > 0;)
      answer.append(bytes, static_cast<std::size_t>(n));
  }
  ::close(client);
  return answer.substr(0, answer.find('\r'));
}

/// A site and a result, as small as they can be.
struct ViewFiles {
  Folder folder;
  ViewFiles() {
    std::filesystem::create_directories(folder / "site");
    std::filesystem::create_directories(folder / "out");
    folder.file("site/index.html", "home");
    folder.file("site/view.html", "view");
    folder.file("out/report.json", "{}");
  }
  std::string site() const { return folder / "site"; }
  std::string out() const { return folder / "out"; }
};

struct Address {
  int port = 0;
  std::string page;
};

/// From the line on standard output.
Address address_in(const std::filesystem::path& file) {
  std::smatch match;
  const std::string text = read_bytes(file);
  if (!std::regex_match(text, match, std::regex(R"(http://127\.0\.0\.1:(\d+)/(\S*)\n)"))) return {};
  return {std::stoi(match[1]), match[2]};
}

TEST(View, ServesTheResultUntilItIsStopped) {
  const ViewFiles files;
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    RunOptions options;
    options.stdout_file = files.folder / "address";
    Running peal({"view", files.out(), "--port", "0", "--no-open", "--site", files.site()},
                 options);
    ASSERT_TRUE(peal.wait_for("Ctrl-C"));
    const Address address = address_in(options.stdout_file);
    EXPECT_EQ(address.page, "view.html");
    EXPECT_EQ(status_line(address.port, "/view.html"), "HTTP/1.1 200 OK");
    EXPECT_EQ(status_line(address.port, "/result/report.json"), "HTTP/1.1 200 OK");
    EXPECT_EQ(status_line(address.port, "/result/../address"), "HTTP/1.1 400 Bad Request");
    peal.send(signal);
    const Outcome outcome = peal.wait();
    EXPECT_EQ(outcome.code, code) << outcome.all();
    EXPECT_EQ(status_line(address.port, "/"), "");
  }
}

TEST(Studio, ServesThePagesAlone) {
  const ViewFiles files;
  RunOptions options;
  options.stdout_file = files.folder / "address";
  Running peal({"studio", "--port", "0", "--no-open", "--site", files.site()}, options);
  ASSERT_TRUE(peal.wait_for("Ctrl-C"));
  const Address address = address_in(options.stdout_file);
  EXPECT_EQ(address.page, "");
  EXPECT_EQ(status_line(address.port, "/"), "HTTP/1.1 200 OK");
  EXPECT_EQ(status_line(address.port, "/result/report.json"), "HTTP/1.1 404 Not Found");
  // The same port a second time: an error that says so.
  const Outcome second =
      run({"studio", "--port", std::to_string(address.port), "--no-open", "--site", files.site()});
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(second.err.find("port " + std::to_string(address.port)), std::string::npos)
      << second.err;
  peal.send(SIGINT);
  EXPECT_EQ(peal.wait().code, 130);
}

TEST(View, SaysWhatIsMissing) {
  const ViewFiles files;
  const std::string empty = files.folder / "empty", none = files.folder / "none";
  std::filesystem::create_directory(empty);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"view", none},
       none + ": there is no such folder; expected one that `peal render` has written"},
      {{"view", empty},
       empty + ": no report.json here; expected a folder that `peal render SCENE -o " + empty +
           "` has written"},
      {{"view", files.out(), "--site", empty},
       empty + ": no index.html here; `make studio` builds the pages into build/studio"},
      {{"studio", "--site", empty},
       empty + ": no index.html here; `make studio` builds the pages into build/studio"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    EXPECT_EQ(outcome.err, "peal: " + message + "\n");
    EXPECT_EQ(outcome.out, "");
  }
  for (const char* port : {"-1", "65536", "x", ""})
    EXPECT_EQ(run({"studio", "--port", port}).code, 2) << port;
  EXPECT_EQ(run({"view"}).code, 2);
}

}  // namespace
}  // namespace peal::test
