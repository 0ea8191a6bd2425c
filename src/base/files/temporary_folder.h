// A private folder under $TMPDIR (or /tmp) that goes away with its owner, with everything in it:
//   peal-<process>-<place>-<random>
// What a killed process left there is removed by the next one of the same user and place that needs
// such a folder (base/files/part_files.h).
#pragma once
#include <filesystem>

namespace peal {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace peal
