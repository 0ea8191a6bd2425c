// Name of a file => media type, by its suffix.
#pragma once
#include <string_view>

namespace peal {

/// For pages, scripts and data of the site itself; application/octet-stream when unknown.
std::string_view content_type(std::string_view file);
/// For files of a result: sound, pictures and numbers only. What a browser could run is bytes.
std::string_view data_content_type(std::string_view file);

}  // namespace peal
