// Bytes of an HTTP/1.x request head => what the server needs to know of it, or the status that says
// what is wrong (RFC 9112). Only GET and HEAD without a body are understood; the host must be this
// computer by name or number, so that a page of another site whose name was pointed at 127.0.0.1
// (DNS rebinding) reads nothing.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace peal {

struct HttpRequest {
  bool head_only = false;   // HEAD
  bool keep_alive = false;  // the connection serves further requests
  std::string target;       // as it was sent
  std::string range;        // value of Range; empty: the whole file
};

struct ParsedRequest {
  int status = 200;  // other: the request is refused
  HttpRequest request;
};

/// `head` ends with the empty line.
ParsedRequest parse_request(std::string_view head);

/// "localhost", "127.0.0.1" or "[::1]", with or without a port.
bool is_this_computer(std::string_view host);

struct ByteRange {
  long long first = 0, last = 0;  // both inside the file
};

enum class RangeKind { whole, part, impossible };

/// "bytes=0-99", "bytes=100-", "bytes=-100" of a file of `size` bytes. Several ranges, other units
/// and nonsense mean the whole file, as the RFC allows.
RangeKind parse_range(std::string_view text, long long size, ByteRange& range);

}  // namespace peal
