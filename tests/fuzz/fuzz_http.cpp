// The server's reading of a request: head, path below the root, range of bytes.
#include <cstdlib>

#include "fuzz.h"
#include "tools/server/http_request.h"
#include "tools/server/request_path.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view head(reinterpret_cast<const char*>(data), size);
  const peal::ParsedRequest parsed = peal::parse_request(head);
  const std::string& target = parsed.request.target;
  if (parsed.status != 200) {
    if (parsed.status < 400 || parsed.status > 599 || parsed.request.keep_alive) std::abort();
  } else if (!target.starts_with('/')) {
    std::abort();
  }
  // Also what the head would not have let through.
  for (const std::string_view path : {std::string_view(target), head})
    if (const auto names = peal::request_path(path))
      for (const std::string& name : *names)
        if (name.empty() || name.front() == '.' || name.find('/') != name.npos ||
            name.find('\0') != name.npos)
          std::abort();
  for (const std::string_view text : {std::string_view(parsed.request.range), head})
    for (const long long length : {0LL, 1LL, 1000LL, 1LL << 62}) {
      peal::ByteRange range;
      if (peal::parse_range(text, length, range) == peal::RangeKind::part &&
          !(0 <= range.first && range.first <= range.last && range.last < length))
        std::abort();
    }
  return 0;
}
