// The target of an HTTP request => names of folders and a file below a root, or nothing.
// Enters: "/assets/view.js?x=1", still percent-encoded. Leaves: {"assets", "view.js"}. Everything
// that could name a place outside of the root, or that a file system could read in another way than
// this function, has no path: empty names, "." and "..", hidden files, encoded slashes,
// backslashes, control bytes, broken percent signs.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peal {

using RequestPath = std::vector<std::string>;

/// A path that ends with a slash means index.html in that folder.
std::optional<RequestPath> request_path(std::string_view target);

}  // namespace peal
