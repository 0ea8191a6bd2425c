#include "tools/video/picture_sequence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/error.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDigits = "0123456789";
constexpr std::size_t kMostDigits = 12;

bool is_picture(const fs::path& path) {
  static const std::set<std::string> endings{".png", ".jpg",  ".jpeg", ".tif", ".tiff", ".bmp",
                                             ".exr", ".webp", ".tga",  ".dpx", ".ppm"};
  std::string ending = path.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return endings.contains(ending);
}

/// "shot2_0012.png" = "shot2_" 12 ".png"
struct NumberedName {
  std::string before, after;
  long long number = 0;
};

std::optional<NumberedName> split(const std::string& name) {
  const std::string stem = fs::path(name).stem().string();
  const std::size_t last = stem.find_last_of(kDigits);
  if (last == std::string::npos) return {};
  const std::size_t before = stem.find_last_not_of(kDigits, last);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  if (last + 1 - first > kMostDigits) return {};
  return NumberedName{name.substr(0, first), name.substr(last + 1),
                      std::stoll(name.substr(first, last + 1 - first))};
}

/// "frame_%04d.png" and "frame_####.png" => what stands before and after the number.
std::optional<NumberedName> split_pattern(const std::string& name) {
  if (const std::size_t hash = name.find('#'); hash != std::string::npos) {
    const std::size_t end = std::min(name.find_first_not_of('#', hash), name.size());
    if (name.find('#', end) != std::string::npos)
      fail("'{}': a pattern has one number, such as frame_####.png", name);
    return NumberedName{name.substr(0, hash), name.substr(end)};
  }
  const std::size_t percent = name.find('%');
  if (percent == std::string::npos) return {};
  const std::size_t d = name.find_first_not_of(kDigits, percent + 1);
  if (d == std::string::npos || name[d] != 'd' || name.find('%', d) != std::string::npos)
    fail("'{}': expected a pattern with one number, such as frame_%04d.png", name);
  return NumberedName{name.substr(0, percent), name.substr(d + 1)};
}

using Numbered = std::map<long long, fs::path>;

/// Sequences in a folder by what stands around their numbers.
std::map<std::pair<std::string, std::string>, Numbered> sequences(const fs::path& folder) {
  std::map<std::pair<std::string, std::string>, Numbered> found;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') || !is_picture(entry.path()) || !entry.is_regular_file(problem))
      continue;
    const auto parts = split(name);
    if (!parts) continue;
    const auto [at, fresh] =
        found[{parts->before, parts->after}].try_emplace(parts->number, entry.path());
    if (!fresh)
      fail("'{}' and '{}' have the same number; remove one of them", at->second.string(),
           entry.path().string());
  }
  if (problem) fail("cannot read the folder '{}': {}", folder.string(), problem.message());
  return found;
}

PictureFiles in_order(const Numbered& numbered) {
  PictureFiles out;
  const fs::path* last = nullptr;
  long long expected = numbered.begin()->first;
  for (const auto& [number, path] : numbered) {
    if (number != expected)
      fail("picture {} is missing: '{}' follows '{}'; sound and picture would drift apart",
           expected, path.string(), last->string());
    out.frames.push_back(path), last = &path;
    expected = number + 1;
  }
  return out;
}

fs::path folder_of(const fs::path& path) {
  return path.parent_path().empty() ? fs::path(".") : path.parent_path();
}

PictureFiles of_pattern(const fs::path& pattern, const NumberedName& name) {
  if (!fs::is_directory(folder_of(pattern)))
    fail("there is no folder '{}'", folder_of(pattern).string());
  const auto all = sequences(folder_of(pattern));
  const auto found = all.find({name.before, name.after});
  if (found == all.end()) fail("no picture is called like '{}'", pattern.string());
  return in_order(found->second);
}

PictureFiles of_folder(const fs::path& folder) {
  const auto all = sequences(folder);
  if (all.empty())
    fail("the folder '{}' holds no numbered pictures (frame_0001.png ...)", folder.string());
  if (all.size() > 1) {
    const Numbered &one = all.begin()->second, &other = std::next(all.begin())->second;
    fail("the folder '{}' holds several sequences; name the first picture of one: '{}' or '{}'",
         folder.string(), one.begin()->second.string(), other.begin()->second.string());
  }
  return in_order(all.begin()->second);
}

}  // namespace

PictureFiles find_pictures(const std::string& given) {
  const fs::path path = given;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return of_folder(path);
  const std::string name = path.filename().string();
  if (!fs::exists(path, ignored)) {
    if (const auto pattern = split_pattern(name)) return of_pattern(path, *pattern);
    fail("there is no movie, picture or folder '{}'", given);
  }
  if (!fs::is_regular_file(path, ignored)) fail("'{}' is not a file", given);
  if (!is_picture(path)) return {path, {}};
  const auto parts = split(name);
  if (!parts)
    fail(
        "'{}' is a single picture; expected a movie, a folder, or the first picture of a sequence "
        "with a number in its name",
        given);
  auto all = sequences(folder_of(path));
  Numbered& numbered = all[{parts->before, parts->after}];
  numbered.erase(numbered.begin(), numbered.lower_bound(parts->number));
  return in_order(numbered);
}

}  // namespace peal
