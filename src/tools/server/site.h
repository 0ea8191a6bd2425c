// Request => response. The studio's pages lie at "/", one rendered result at "/result/" when there
// is one; "/result/index.json" lists its files, so that pages need no listing of folders.
// Without a result "/result/" is that of the pages' own folder, and the list is empty if it has
// none.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "tools/server/file_tree.h"
#include "tools/server/http_request.h"

namespace peal {

struct HttpResponse {
  int status = 200;
  std::string head;  // status line and fields, with the empty line
  std::string text;  // body when there is no file
  OpenFile file;     // body: `length` bytes from `offset`
  long long offset = 0, length = 0;
  bool keep_alive = false;
};

class StudioSite {
 public:
  /// `result` may be empty. Throws Error when a folder cannot be opened.
  explicit StudioSite(const std::filesystem::path& pages, const std::filesystem::path& result = {});

  HttpResponse answer(const HttpRequest& request) const;

 private:
  HttpResponse answer_result(const HttpRequest& request, const RequestPath& path) const;

  FileTree pages_;
  std::optional<FileTree> result_;
  std::string result_name_;
};

/// A response that says in a sentence why there is no other; closes the connection.
HttpResponse refusal(int status, bool head_only = false);

}  // namespace peal
