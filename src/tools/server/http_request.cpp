#include "tools/server/http_request.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace peal {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    const char l = lower(c);
    return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || kMarks.find(c) != kMarks.npos;
  });
}

std::optional<long long> whole_number(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range && end == text.data() + text.size())
    return std::numeric_limits<long long>::max();
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return {};
  return value;
}

/// The next line of `text` without its end; `text` keeps the rest.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find("\r\n");
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 2);
  return line;
}

int parse_request_line(std::string_view line, HttpRequest& request) {
  const std::size_t a = line.find(' '), b = line.rfind(' ');
  if (a == line.npos || a == b) return 400;
  std::string_view target = line.substr(a + 1, b - a - 1);
  const std::string_view method = line.substr(0, a), version = line.substr(b + 1);
  constexpr std::string_view kScheme = "http://";  // with it: as a proxy is asked
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return version.starts_with("HTTP/") ? 505 : 400;
  if (!is_token(method)) return 400;
  if (method != "GET" && method != "HEAD") return 405;
  if (target.starts_with(kScheme)) {
    target.remove_prefix(kScheme.size());
    const std::size_t slash = std::min(target.find('/'), target.size());
    if (!is_this_computer(target.substr(0, slash))) return 421;
    target.remove_prefix(slash);
  }
  if (!target.starts_with('/') || target.find_first_of(" #") != target.npos) return 400;
  request.head_only = method == "HEAD";
  request.keep_alive = version == "HTTP/1.1";
  request.target = target;
  return 200;
}

/// Whether a comma-separated list has the word.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (same_word(trimmed(list.substr(0, comma)), word)) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

}  // namespace

bool is_this_computer(std::string_view host) {
  const std::size_t bracket = host.find(']'), colon = host.rfind(':');
  if (colon != host.npos && (bracket == host.npos || colon > bracket)) {
    const std::string_view port = host.substr(colon + 1);
    if (port.empty() || port.size() > 5 || !whole_number(port)) return false;
    host = host.substr(0, colon);
  }
  return same_word(host, "localhost") || host == "127.0.0.1" || host == "[::1]";
}

ParsedRequest parse_request(std::string_view head) {
  ParsedRequest out;
  const auto refuse = [&](int status) {
    out.status = status;
    out.request.keep_alive = false;
    return out;
  };
  for (const char c : head) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\r' && c != '\n' && c != '\t') || byte == 0x7f) return refuse(400);
  }
  const int status = parse_request_line(next_line(head), out.request);
  if (status != 200) return refuse(status);
  int hosts = 0;
  bool our_host = false, conditional = false;
  for (std::string_view line = next_line(head); !line.empty(); line = next_line(head)) {
    const std::size_t colon = line.find(':');
    // A name with spaces around it or a line without one is how requests are smuggled.
    if (colon == line.npos || !is_token(line.substr(0, colon))) return refuse(400);
    const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
    if (value.find_first_of("\r\n") != value.npos) return refuse(400);
    if (same_word(name, "host")) {
      ++hosts;
      our_host = is_this_computer(value);
    } else if (same_word(name, "connection")) {
      if (lists(value, "close")) out.request.keep_alive = false;
    } else if (same_word(name, "range")) {
      out.request.range = value;
    } else if (same_word(name, "if-range")) {
      conditional = true;
    } else if (same_word(name, "transfer-encoding") ||
               (same_word(name, "content-length") && value != "0")) {
      return refuse(413);
    }
  }
  if (hosts != 1) return refuse(400);
  if (!our_host) return refuse(421);
  if (conditional) out.request.range.clear();  // no validators are sent that it could match
  return out;
}

RangeKind parse_range(std::string_view text, long long size, ByteRange& range) {
  if (!text.starts_with("bytes=")) return RangeKind::whole;
  text = trimmed(text.substr(6));
  const std::size_t dash = text.find('-');
  if (dash == text.npos || text.find(',') != text.npos) return RangeKind::whole;
  const auto first = whole_number(text.substr(0, dash)), last = whole_number(text.substr(dash + 1));
  if (dash == 0) {
    if (!last) return RangeKind::whole;
    if (*last == 0 || size == 0) return RangeKind::impossible;
    range = {std::max(0LL, size - *last), size - 1};
    return RangeKind::part;
  }
  const bool open = dash + 1 == text.size();
  if (!first || (!open && (!last || *last < *first))) return RangeKind::whole;
  if (*first >= size) return RangeKind::impossible;
  range = {*first, open ? size - 1 : std::min(*last, size - 1)};
  return RangeKind::part;
}

}  // namespace peal
