// The server through its socket: files, ranges, and what must not come out of it.
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "support/error_of.h"
#include "web_client.h"

namespace peal {
namespace {

TEST(StudioServer, ServesPagesAndTheResult) {
  const Served served;
  const std::string home = get(served.port(), "/");
  EXPECT_EQ(status_of(home), 200);
  EXPECT_EQ(body_of(home), "<p>home</p>");
  for (const char* field :
       {"\r\nContent-Type: text/html; charset=utf-8\r\n", "\r\nContent-Length: 11\r\n",
        "\r\nCache-Control: no-cache\r\n", "\r\nX-Content-Type-Options: nosniff\r\n",
        "default-src 'self'", "'wasm-unsafe-eval'", "\r\nConnection: close\r\n"})
    EXPECT_NE(home.find(field), std::string::npos) << field;
  EXPECT_EQ(body_of(get(served.port(), "/assets/app.js?x")), "run()");
  EXPECT_EQ(body_of(get(served.port(), "/result/main.wav")), "0123456789");
  EXPECT_NE(get(served.port(), "/result/main.wav").find("audio/wav"), std::string::npos);
  EXPECT_NE(get(served.port(), "/result/evil.html").find("application/octet-stream"),
            std::string::npos);
}

TEST(StudioServer, ListsTheFilesOfTheResult) {
  const Served served;
  const auto index = nlohmann::json::parse(body_of(get(served.port(), "/result/index.json")));
  EXPECT_EQ(index["name"], "out");
  EXPECT_EQ(index["truncated"], false);
  std::vector<std::string> names;
  for (const auto& file : index["files"]) names.push_back(file["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"evil.html", "main.wav", "report.json"}));
  EXPECT_EQ(index["files"][1]["size"], 10);
}

TEST(StudioSite, WithoutAResultTheListIsEmptyOrThatOfThePages) {
  const WebSite folders;
  const StudioSite site(folders.path("site"));
  HttpRequest request;
  request.target = "/result/index.json";
  const HttpResponse empty = site.answer(request);
  EXPECT_EQ(empty.status, 200);
  EXPECT_EQ(nlohmann::json::parse(empty.text)["files"].size(), 0u);
  request.target = "/result/main.wav";
  EXPECT_EQ(site.answer(request).status, 404);
  std::filesystem::create_directory(folders.path("site/result"));
  folders.file("site/result/index.json", "[1]");
  request.target = "/result/index.json";
  EXPECT_EQ(site.answer(request).length, 3);
}

TEST(StudioServer, NothingLeavesTheFolders) {
  const Served served;
  ::mkfifo(served.site().path("site/pipe").c_str(), 0600);
  for (const char* target : {"/../secret.txt",
                             "/assets/../../secret.txt",
                             "/%2e%2e/secret.txt",
                             "/..%2fsecret.txt",
                             "/assets/%2e%2e/%2e%2e/secret.txt",
                             "/..%5csecret.txt",
                             "/..\\secret.txt",
                             "//etc/passwd",
                             "/%2fetc/passwd",
                             "/etc/passwd",
                             "/link.txt",
                             "/up/secret.txt",
                             "/.hidden",
                             "/%2ehidden",
                             "/result/link.wav",
                             "/result/../secret.txt",
                             "/result/deep/x.wav",
                             "/result/%2e%2e/secret.txt",
                             "/result/",
                             "/result",
                             "/up/",
                             "/assets",
                             "/assets/",
                             "/pipe",
                             "/index.html%00",
                             "/index.html/",
                             "/nothing"}) {
    const std::string response = get(served.port(), target);
    const int status = status_of(response);
    EXPECT_TRUE(status == 400 || status == 404) << target << " " << status;
    EXPECT_EQ(response.find("secret"), std::string::npos) << target;
  }
}

TEST(StudioServer, LinksThatAppearLaterAreNotFollowedEither) {
  const Served served;
  const auto page = served.site().path("site/assets/app.js");
  std::filesystem::remove(page);
  std::filesystem::create_symlink(served.site().path("secret.txt"), page);
  EXPECT_EQ(status_of(get(served.port(), "/assets/app.js")), 404);
}

TEST(StudioServer, HostsOfOthersAreRefused) {
  const Served served;
  const std::string rebound =
      ask(served.port(), "GET / HTTP/1.1\r\nHost: evil.com\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status_of(rebound), 421);
  EXPECT_EQ(rebound.find("home"), std::string::npos);
  EXPECT_EQ(status_of(ask(served.port(), "GET / HTTP/1.0\r\n\r\n")), 400);
}

TEST(StudioServer, PartsOfFilesForSeeking) {
  const Served served;
  const std::string part = get(served.port(), "/result/main.wav", "Range: bytes=2-4\r\n");
  EXPECT_EQ(status_of(part), 206);
  EXPECT_EQ(body_of(part), "234");
  EXPECT_NE(part.find("Content-Range: bytes 2-4/10\r\n"), std::string::npos);
  EXPECT_EQ(body_of(get(served.port(), "/result/main.wav", "Range: bytes=-3\r\n")), "789");
  const std::string beyond = get(served.port(), "/result/main.wav", "Range: bytes=10-\r\n");
  EXPECT_EQ(status_of(beyond), 416);
  EXPECT_NE(beyond.find("Content-Range: bytes */10\r\n"), std::string::npos);
  EXPECT_EQ(body_of(get(served.port(), "/result/main.wav", "Range: bytes=0-1,3-4\r\n")),
            "0123456789");
}

TEST(StudioServer, HeadHasNoBodyAndOtherMethodsAreRefused) {
  const Served served;
  const std::string head =
      ask(served.port(),
          "HEAD /result/main.wav HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status_of(head), 200);
  EXPECT_NE(head.find("Content-Length: 10\r\n"), std::string::npos);
  EXPECT_EQ(body_of(head), "");
  for (const char* method : {"POST", "DELETE", "OPTIONS"}) {
    const std::string answer =
        ask(served.port(), std::string(method) + " / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(status_of(answer), 405) << method;
    EXPECT_NE(answer.find("Allow: GET, HEAD\r\n"), std::string::npos);
  }
}

TEST(StudioServer, ALargeFileArrivesWhole) {
  const Served served;
  std::string large(20 << 20, ' ');
  for (std::size_t i = 0; i < large.size(); ++i)
    large[i] = static_cast<char>(i * 2654435761u >> 13);
  served.site().file("out/large.wav", large);
  EXPECT_TRUE(body_of(get(served.port(), "/result/large.wav")) == large);
  const std::string part =
      get(served.port(), "/result/large.wav", "Range: bytes=1000001-19000000\r\n");
  EXPECT_TRUE(body_of(part) == large.substr(1000001, 18000000));
}

TEST(StudioServer, OneConnectionServesManyRequestsAlsoThoseSentAhead) {
  const Served served;
  WebClient client(served.port());
  std::string three;
  for (int i = 0; i < 3; ++i) three += "GET /assets/app.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.say(three);
  client.say("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string all = client.hear();
  EXPECT_TRUE(client.ended());
  std::size_t seen = 0, at = 0;
  while ((at = all.find("HTTP/1.1 200", at)) != all.npos) ++seen, ++at;
  EXPECT_EQ(seen, 4u);
}

TEST(StudioServer, ATakenPortIsAnErrorWithAWayOutOrAnotherPort) {
  const Served served;
  const StudioSite site(served.site().path("site"));
  ServerOptions options;
  options.port = served.port();
  const std::string text = error_of([&] { StudioServer(site, options); });
  EXPECT_NE(text.find(std::to_string(options.port)), std::string::npos) << text;
  EXPECT_NE(text.find("--port"), std::string::npos) << text;
  options.another_port = true;
  const StudioServer other(site, options);
  EXPECT_NE(other.port(), served.port());
}

}  // namespace
}  // namespace peal
