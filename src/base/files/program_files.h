// Where the files that come with the program are: found by the program's own place, so that an
// installation can be moved and a build folder needs no installation.
#pragma once
#include <filesystem>
#include <string>

namespace peal {

struct ProgramFolders {
  std::filesystem::path installed;  // <prefix>/share/peal/<name>, for <prefix>/bin/peal
  std::filesystem::path in_tree;  // <tree>/<name in tree>, for <tree>/build/<preset>/apps/cli/peal
};

/// Either folder may not be there; both are empty when the system does not tell where the program
/// is.
ProgramFolders program_folders(const std::string& name, const std::string& name_in_tree);

}  // namespace peal
