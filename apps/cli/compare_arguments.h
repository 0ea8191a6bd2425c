// What `peal compare` was asked for, and what its two kinds of comparison share.
#pragma once
#include <filesystem>
#include <string>
#include <utility>

namespace peal {

struct CompareArguments {
  std::string a, b, out, probe, format = "png";
  double tolerance = -1, decibels = -1, longest_delay = 0;
  bool aligned = false, no_pictures = false;
};

/// The folder of the results, made when it is not there.
std::filesystem::path compare_folder(const CompareArguments& arguments);
/// The shortest ends of two paths that tell them apart.
std::pair<std::string, std::string> short_names(const std::filesystem::path& a,
                                                const std::filesystem::path& b);

/// Two .transfer files, mode by mode; stops when they differ by more than the tolerances.
void compare_transfer_files(const CompareArguments& arguments);

}  // namespace peal
