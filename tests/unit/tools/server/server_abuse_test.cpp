// Clients that are slow, rude, many or broken: the server stays, and stays small.
#include <sys/resource.h>

#include <random>

#include "web_client.h"

namespace peal {
namespace {

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1048576;
}

void expect_alive(int port) { EXPECT_EQ(body_of(get(port, "/")), "<p>home</p>"); }

TEST(StudioServerAbuse, TenMegabytesOfFieldsAreRefusedEarly) {
  const Served served;
  const double before = resident_megabytes();
  WebClient client(served.port());
  client.say("GET / HTTP/1.1\r\nHost: localhost\r\n");
  const std::string line = "X-Long: " + std::string(8000, 'x') + "\r\n";
  for (int i = 0; i < 1300 && client.say(line); ++i) {
  }
  EXPECT_EQ(status_of(client.hear(3)), 431);
  EXPECT_LT(resident_megabytes() - before, 8);
  WebClient endless(served.port());  // no end of a line at all
  endless.say("GET /" + std::string(3 << 20, 'a'));
  EXPECT_EQ(status_of(endless.hear(3)), 431);
  expect_alive(served.port());
}

TEST(StudioServerAbuse, SlowAndSilentClientsAreShownOut) {
  ServerOptions options;
  options.limits = {0.3, 0.3, 0.3};
  const Served served(options);
  WebClient silent(served.port()), slow(served.port()), idle(served.port());
  idle.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  bool cut = false;
  for (int i = 0; i < 20 && !cut; ++i) {  // a byte now and then does not keep the door open
    slow.say("G");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cut = slow.hear(0.01).find(" 408 ") != std::string::npos;
  }
  EXPECT_TRUE(cut);
  EXPECT_EQ(silent.hear(1), "");
  EXPECT_TRUE(silent.ended());
  EXPECT_EQ(status_of(idle.hear(1)), 200);
  EXPECT_TRUE(idle.ended());
  expect_alive(served.port());
}

TEST(StudioServerAbuse, AClientThatTakesNothingIsShownOut) {
  ServerOptions options;
  options.limits.stall_seconds = 0.3;
  const Served served(options);
  served.site().file("out/large.wav", std::string(64 << 20, 'x'));
  const double before = resident_megabytes();
  WebClient client(served.port());
  client.say("GET /result/large.wav HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  expect_alive(served.port());
  EXPECT_LT(resident_megabytes() - before, 8);
  EXPECT_LT(client.hear(2).size(), std::size_t{64} << 20);
  EXPECT_TRUE(client.ended());
}

TEST(StudioServerAbuse, ManyConnectionsDoNotLockOthersOut) {
  ServerOptions options;
  options.connections = 8;
  const Served served(options);
  const std::size_t before = open_descriptors();
  {
    std::vector<std::unique_ptr<WebClient>> crowd;
    for (int i = 0; i < 100; ++i) {
      crowd.push_back(std::make_unique<WebClient>(served.port()));
      crowd.back()->say("GET / HT");
    }
    expect_alive(served.port());
    EXPECT_LE(open_descriptors(), before + 100 + 8 + 4);
  }
  expect_alive(served.port());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LE(open_descriptors(), before + 1);
}

TEST(StudioServerAbuse, HalfRequestsAndNoiseDoNoHarm) {
  const Served served;
  const std::size_t before = open_descriptors();
  const std::string whole =
      "GET /result/main.wav HTTP/1.1\r\nHost: localhost\r\nRange: bytes=1-2\r\n\r\n";
  for (std::size_t cut = 0; cut < whole.size(); cut += 3) {
    WebClient client(served.port());
    client.say(whole.substr(0, cut));
  }
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    std::string noise = whole;
    for (int k = 0; k < 1 + i % 8; ++k)
      noise[random() % noise.size()] = static_cast<char>(random());
    if (i % 3 == 0)
      for (char& c : noise) c = static_cast<char>(random());
    WebClient client(served.port());
    client.say(noise + "\r\n\r\n");
    const std::string answer = client.hear(2, 12);
    EXPECT_TRUE(answer.empty() || status_of(answer) >= 200) << noise;
  }
  expect_alive(served.port());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LE(open_descriptors(), before + 1);
}

TEST(StudioServerAbuse, AFileThatShrinksEndsTheConnectionInsteadOfWaiting) {
  const Served served;
  served.site().file("out/large.wav", std::string(32 << 20, 'x'));
  WebClient client(served.port());
  client.say("GET /result/large.wav HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_GT(client.hear(2, 1000).size(), 0u);
  std::filesystem::resize_file(served.site().path("out/large.wav"), 10);
  EXPECT_LT(client.hear(3).size(), std::size_t{32} << 20);
  EXPECT_TRUE(client.ended());
  expect_alive(served.port());
}

TEST(StudioServerAbuse, OutOfDescriptorsIsNotTheEnd) {
  const Served served;
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &old), 0);
  rlimit tight = old;
  tight.rlim_cur = open_descriptors() + 3;
  std::vector<std::unique_ptr<WebClient>> crowd;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
  for (int i = 0; i < 10; ++i) crowd.push_back(std::make_unique<WebClient>(served.port()));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  crowd.clear();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &old), 0);
  expect_alive(served.port());
}

}  // namespace
}  // namespace peal
