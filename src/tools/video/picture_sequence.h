// Which pictures a user means: a movie, or the files of a numbered sequence in order.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal {

struct PictureFiles {
  std::filesystem::path movie;                // one of the two is empty
  std::vector<std::filesystem::path> frames;  // without gaps in their numbers
};

/// @param given a movie file, a folder of numbered pictures, the first picture of a sequence
/// (frame_0001.png) or its pattern (frame_%04d.png, frame_####.png). Stops when there is none, when
/// a number is missing or given twice, or when a folder holds several sequences.
PictureFiles find_pictures(const std::string& given);

}  // namespace peal
