#include "tools/server/content_type.h"

#include <array>
#include <utility>

namespace peal {
namespace {

using TypeOfSuffix = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kBytes = "application/octet-stream";
constexpr std::array<TypeOfSuffix, 9> kDataTypes{{{".json", "application/json"},
                                                  {".csv", "text/csv; charset=utf-8"},
                                                  {".wav", "audio/wav"},
                                                  {".flac", "audio/flac"},
                                                  {".png", "image/png"},
                                                  {".jpg", "image/jpeg"},
                                                  {".webp", "image/webp"},
                                                  {".glb", "model/gltf-binary"},
                                                  {".txt", "text/plain; charset=utf-8"}}};
constexpr std::array<TypeOfSuffix, 9> kPageTypes{{{".html", "text/html; charset=utf-8"},
                                                  {".js", "text/javascript; charset=utf-8"},
                                                  {".mjs", "text/javascript; charset=utf-8"},
                                                  {".css", "text/css; charset=utf-8"},
                                                  {".wasm", "application/wasm"},
                                                  {".svg", "image/svg+xml"},
                                                  {".ico", "image/x-icon"},
                                                  {".map", "application/json"},
                                                  {".webmanifest", "application/manifest+json"}}};

template <std::size_t N>
std::string_view type_in(const std::array<TypeOfSuffix, N>& types, std::string_view file) {
  for (const TypeOfSuffix& type : types)
    if (file.ends_with(type.first)) return type.second;
  return kBytes;
}

}  // namespace

std::string_view data_content_type(std::string_view file) { return type_in(kDataTypes, file); }

std::string_view content_type(std::string_view file) {
  const std::string_view page = type_in(kPageTypes, file);
  return page == kBytes ? data_content_type(file) : page;
}

}  // namespace peal
