// Heads, paths and ranges as text: what is understood and what is refused.
#include <gtest/gtest.h>

#include "tools/server/content_type.h"
#include "tools/server/http_request.h"
#include "tools/server/request_path.h"

namespace peal {
namespace {

TEST(RequestPath, NamesFilesBelowTheRoot) {
  EXPECT_EQ(request_path("/"), RequestPath{"index.html"});
  EXPECT_EQ(request_path("/a/b.js?v=1/../x"), (RequestPath{"a", "b.js"}));
  EXPECT_EQ(request_path("/a/"), (RequestPath{"a", "index.html"}));
  EXPECT_EQ(request_path("/with%20space%C3%A9"), RequestPath{"with space\xc3\xa9"});
  EXPECT_EQ(request_path("/100%2525"), RequestPath{"100%25"}) << "decoded once";
  EXPECT_EQ(request_path("/a..b"), RequestPath{"a..b"});
}

TEST(RequestPath, LeadsNowhereElse) {
  for (const char* target : {"",
                             "x",
                             "//",
                             "//etc/passwd",
                             "/a//b",
                             "/.",
                             "/..",
                             "/../x",
                             "/a/../x",
                             "/a/..",
                             "/./a",
                             "/%2e%2e/x",
                             "/%2E%2E/x",
                             "/.%2e/x",
                             "/a%2fb",
                             "/a%2Fb",
                             "/%2fetc%2fpasswd",
                             "/..%2fx",
                             "/a\\b",
                             "/..\\x",
                             "/%5c",
                             "/a%5Cb",
                             "/a%00",
                             "/a%00.html",
                             "/a%0d%0ab",
                             "/a%7f",
                             "/%",
                             "/%2",
                             "/%zz",
                             "/.git/config",
                             "/a/.hidden"})
    EXPECT_FALSE(request_path(target)) << target;
  EXPECT_FALSE(request_path("/" + std::string(256, 'a')));
  std::string deep;
  for (int i = 0; i < 17; ++i) deep += "/a";
  EXPECT_FALSE(request_path(deep));
}

ParsedRequest parsed(const std::string& line, const std::string& fields = "Host: localhost\r\n") {
  return parse_request(line + "\r\n" + fields + "\r\n");
}

TEST(HttpRequest, UnderstandsGetAndHead) {
  const ParsedRequest get =
      parsed("GET /a HTTP/1.1", "hOsT:  127.0.0.1:80 \r\nRange: bytes=1-\r\n");
  EXPECT_EQ(get.status, 200);
  EXPECT_EQ(get.request.target, "/a");
  EXPECT_EQ(get.request.range, "bytes=1-");
  EXPECT_TRUE(get.request.keep_alive);
  EXPECT_FALSE(get.request.head_only);
  EXPECT_TRUE(parsed("HEAD / HTTP/1.1").request.head_only);
  EXPECT_FALSE(parsed("GET / HTTP/1.0").request.keep_alive);
  EXPECT_FALSE(
      parsed("GET / HTTP/1.1", "Host: [::1]:9\r\nConnection: Close\r\n").request.keep_alive);
  EXPECT_FALSE(parsed("GET / HTTP/1.1", "Host: [::1]:9\r\nConnection: keep-alive, Close\r\n")
                   .request.keep_alive);
  EXPECT_TRUE(
      parsed("GET / HTTP/1.1", "Host: [::1]:9\r\nConnection: closed, ,\r\n").request.keep_alive);
  EXPECT_EQ(parsed("GET http://localhost:7325/a HTTP/1.1").request.target, "/a");
  EXPECT_EQ(parsed("GET http://evil.com/a HTTP/1.1").status, 421);
  EXPECT_EQ(parsed("GET / HTTP/1.1", "Host: localhost\r\nRange: bytes=1-\r\nIf-Range: \"x\"\r\n")
                .request.range,
            "");
}

TEST(HttpRequest, RefusesWhatItDoesNotUnderstand) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get", "X"})
    EXPECT_EQ(parsed(std::string(method) + " / HTTP/1.1").status, 405) << method;
  for (const char* line :
       {"", "GET", "GET /", "GET / HTTP", "GET  HTTP/1.1", " GET / HTTP/1.1", "G(T / HTTP/1.1",
        "GET http://localhost HTTP/1.1", "GET * HTTP/1.1", "GET /a b HTTP/1.1", "GET /#x HTTP/1.1",
        "GET /\x01 HTTP/1.1", "GET /a\nHost: localhost HTTP/1.1 x"})
    EXPECT_EQ(parsed(line).status, 400) << line;
  EXPECT_EQ(parsed("GET / HTTP/2.0").status, 505);
  for (const char* fields :
       {"", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\n folded: x\r\n",
        "Host: localhost\r\nnocolon\r\n", "Host : localhost\r\n", "Host: localhost\r\n: x\r\n"})
    EXPECT_EQ(parsed("GET / HTTP/1.1", fields).status, 400) << fields;
  EXPECT_EQ(parsed("GET / HTTP/1.1", "Host: localhost\r\nContent-Length: 5\r\n").status, 413);
  EXPECT_EQ(parsed("GET / HTTP/1.1", "Host: localhost\r\nTransfer-Encoding: chunked\r\n").status,
            413);
}

TEST(HttpRequest, OnlyThisComputerIsAHost) {
  for (const char* host : {"localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:65535", "[::1]:80"})
    EXPECT_TRUE(is_this_computer(host)) << host;
  for (const char* host :
       {"", "evil.com", "localhost.evil.com", "evil.com:7325", "127.0.0.1.evil.com", "127.0.0.2",
        "0.0.0.0", "localhost:", "localhost:x", "localhost:123456", "::1", "[::1", "user@localhost",
        "localhost localhost", "2130706433", "localhost:-1", "localhost:+1"})
    EXPECT_FALSE(is_this_computer(host)) << host;
  EXPECT_EQ(parsed("GET / HTTP/1.1", "Host: evil.com\r\n").status, 421);
}

TEST(ByteRange, FollowsTheStandard) {
  struct Case {
    const char* text;
    RangeKind kind;
    long long first = 0, last = 0;
  };
  const RangeKind part = RangeKind::part, whole = RangeKind::whole, none = RangeKind::impossible;
  for (const Case& c :
       {Case{"bytes=0-0", part, 0, 0}, Case{"bytes=3-", part, 3, 9}, Case{"bytes=2-99", part, 2, 9},
        Case{"bytes=-4", part, 6, 9}, Case{"bytes=-99", part, 0, 9}, Case{"bytes=10-", none},
        Case{"bytes=99999999999999999999-", none}, Case{"bytes=1-99999999999999999999", part, 1, 9},
        Case{"bytes=-0", none}, Case{"bytes=5-2", whole}, Case{"bytes=0-1,4-5", whole},
        Case{"bytes=", whole}, Case{"bytes=-", whole}, Case{"bytes=--1", whole},
        Case{"bytes=1--2", whole}, Case{"lines=0-1", whole}, Case{"", whole},
        Case{"bytes=a-b", whole}, Case{"bytes=+1-2", whole}}) {
    ByteRange range;
    EXPECT_EQ(parse_range(c.text, 10, range), c.kind) << c.text;
    if (c.kind == part) {
      EXPECT_EQ(range.first, c.first) << c.text;
      EXPECT_EQ(range.last, c.last) << c.text;
    }
  }
  ByteRange range;
  EXPECT_EQ(parse_range("bytes=0-", 0, range), RangeKind::impossible);
  EXPECT_EQ(parse_range("bytes=-5", 0, range), RangeKind::impossible);
}

TEST(ContentType, ResultsAreDataNeverPages) {
  EXPECT_EQ(content_type("x.wasm"), "application/wasm");
  EXPECT_EQ(content_type("a.html"), "text/html; charset=utf-8");
  EXPECT_EQ(content_type("a.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type("a.pealbank"), "application/octet-stream");
  EXPECT_EQ(content_type("a.wav"), "audio/wav");
  EXPECT_EQ(data_content_type("main.flac"), "audio/flac");
  EXPECT_EQ(data_content_type("motion.glb"), "model/gltf-binary");
  for (const char* file : {"a.html", "a.js", "a.svg", "a.wasm", "wav", ""})
    EXPECT_EQ(data_content_type(file), "application/octet-stream") << file;
}

}  // namespace
}  // namespace peal
