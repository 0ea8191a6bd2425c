#include "tools/server/site.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/server/content_type.h"

namespace peal {
namespace {

constexpr std::size_t kMaxListed = 10000;

// The pages use nothing from elsewhere, and the browser holds them to it. blob: is for downloads,
// textures inside of glTF files and sounds that were opened by hand.
constexpr std::string_view kCommonFields =
    "Server: peal\r\n"
    "Cache-Control: no-cache\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "media-src 'self' blob:; connect-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n";

struct StatusText {
  int status;
  std::string_view reason;
  std::string_view sentence = reason;  // for people, in the body
};

constexpr StatusText kStatusTexts[] = {
    {200, "OK"},
    {206, "Partial Content"},
    {400, "Bad Request"},
    {404, "Not Found", "There is no such file here."},
    {405, "Method Not Allowed", "Only GET and HEAD are answered."},
    {408, "Request Timeout"},
    {413, "Content Too Large", "Requests with a body are not answered."},
    {416, "Range Not Satisfiable"},
    {421, "Misdirected Request", "Use this server as http://127.0.0.1 or http://localhost."},
    {431, "Request Header Fields Too Large"},
    {505, "HTTP Version Not Supported"}};

StatusText text_of(int status) {
  for (const StatusText& text : kStatusTexts)
    if (text.status == status) return text;
  return {status, "Error"};
}

void write_head(HttpResponse& response, std::string_view type, std::string_view more = {}) {
  response.head = fmt::format(
      "HTTP/1.1 {} {}\r\n{}Content-Type: {}\r\nContent-Length: {}\r\n{}Connection: {}\r\n\r\n",
      response.status, text_of(response.status).reason, kCommonFields, type, response.length, more,
      response.keep_alive ? "keep-alive" : "close");
}

HttpResponse text_response(int status, std::string text, std::string_view type,
                           const HttpRequest& request, std::string_view more = {}) {
  HttpResponse out;
  out.status = status;
  out.keep_alive = request.keep_alive;
  out.length = static_cast<long long>(text.size());
  write_head(out, type, more);
  if (!request.head_only) out.text = std::move(text);
  return out;
}

HttpResponse complaint(int status, const HttpRequest& request, std::string_view more = {}) {
  return text_response(status, fmt::format("{}\n", text_of(status).sentence),
                       "text/plain; charset=utf-8", request, more);
}

HttpResponse file_response(OpenFile file, std::string_view type, const HttpRequest& request) {
  HttpResponse out;
  out.keep_alive = request.keep_alive;
  out.length = file.size;
  std::string more = "Accept-Ranges: bytes\r\n";
  ByteRange range;
  const RangeKind kind = parse_range(request.range, file.size, range);
  if (kind == RangeKind::impossible)
    return complaint(416, request, fmt::format("Content-Range: bytes */{}\r\n", file.size));
  if (kind == RangeKind::part) {
    out.status = 206;
    out.offset = range.first;
    out.length = range.last - range.first + 1;
    more += fmt::format("Content-Range: bytes {}-{}/{}\r\n", range.first, range.last, file.size);
  }
  write_head(out, type, more);
  if (!request.head_only) out.file = std::move(file);
  return out;
}

/// Without a result the list is empty: a page that asks has not made a mistake.
std::string result_index(const std::optional<FileTree>& result, const std::string& name) {
  bool truncated = false;
  nlohmann::ordered_json index{
      {"peal_result", 1}, {"name", name}, {"files", nlohmann::json::array()}};
  std::vector<FileEntry> entries;
  if (result) entries = result->list(kMaxListed, truncated);
  for (const FileEntry& entry : entries)
    index["files"].push_back({{"name", entry.name}, {"size", entry.size}});
  index["truncated"] = truncated;
  // Names of files are bytes; those that are no UTF-8 are shown as well as they can be.
  return index.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

StudioSite::StudioSite(const std::filesystem::path& pages, const std::filesystem::path& result)
    : pages_(pages) {
  if (result.empty()) return;
  result_.emplace(result);
  const std::filesystem::path whole = std::filesystem::absolute(result).lexically_normal();
  result_name_ = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

HttpResponse StudioSite::answer(const HttpRequest& request) const {
  const auto path = request_path(request.target);
  if (!path) return complaint(400, request);
  const bool in_result = path->front() == "result";
  if (in_result && result_) return answer_result(request, *path);
  auto file = pages_.open(*path);  // may hold a result of its own, to show what pages can do
  if (file)
    return file_response(std::move(*file),
                         in_result ? data_content_type(path->back()) : content_type(path->back()),
                         request);
  if (*path == RequestPath{"result", "index.json"}) return answer_result(request, *path);
  return complaint(404, request);
}

HttpResponse StudioSite::answer_result(const HttpRequest& request, const RequestPath& path) const {
  if (path.size() != 2) return complaint(404, request);
  if (path[1] == "index.json")
    return text_response(200, result_index(result_, result_name_), "application/json", request);
  auto file = result_->open({path[1]});
  if (!file) return complaint(404, request);
  return file_response(std::move(*file), data_content_type(path[1]), request);
}

HttpResponse refusal(int status, bool head_only) {
  HttpRequest nobody;
  nobody.head_only = head_only;
  return complaint(status, nobody, status == 405 ? "Allow: GET, HEAD\r\n" : "");
}

}  // namespace peal
