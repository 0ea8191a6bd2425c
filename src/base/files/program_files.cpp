#include "base/files/program_files.h"

namespace peal {

ProgramFolders program_folders(const std::string& name, const std::string& name_in_tree) {
  std::error_code problem;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", problem).parent_path();
  if (program.empty()) return {};  // no /proc: nobody knows
  return {(program / "../share/peal" / name).lexically_normal(),
          (program / "../../../.." / name_in_tree).lexically_normal()};
}

}  // namespace peal
