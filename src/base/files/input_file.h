// What is asked of a file before it is read: a pipe would wait for a writer, a device would never
// end, and a folder reads as nothing.
#pragma once
#include <cstdint>
#include <filesystem>

namespace peal {

/// @param expected what the sentence about a folder asks for
/// Its size [bytes]; stops with a sentence that begins with the path when there is no such file, or
/// when it is a folder, a pipe or a device, or cannot be opened.
std::uintmax_t input_file_size(const std::filesystem::path& path, const char* expected = "a file");

}  // namespace peal
