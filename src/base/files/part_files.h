// Names of the temporaries of AtomicFile, and what becomes of those whose writer was killed:
//   .<final name>.<process>-<place>-<time>-<number>.part
// The place is the host and its process namespace: a process number says nothing elsewhere, as on a
// shared disk. Temporary folders are named and removed by the same rule (temporary_folder.h).
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace peal {

/// Different for every call in this process and very likely for every process on a shared disk.
std::string part_file_name(const std::string& final_name);

/// Eight hexadecimal digits that stand for the host and its process namespace.
const std::string& this_place();

/// False when it runs, or when nobody can tell.
bool process_has_ended(pid_t process);

inline constexpr const char* kPartEnding = ".part";    // being written
inline constexpr const char* kReadyEnding = ".ready";  // complete, see base/files/file_set.h

inline constexpr const char* kSetName = "results";  // folders of sets have it as final name

/// Folders of sets that processes of this place left in the folder and that no longer run.
std::vector<std::filesystem::path> abandoned_sets(const std::filesystem::path& folder,
                                                  const std::string& ending);

/// Removes temporaries that processes of this place left in the folder and that no longer run; once
/// per folder and process. Also folders of sets that were not complete. Everything else stays, and
/// so does what cannot be removed.
void remove_stale_parts(const std::filesystem::path& folder);

}  // namespace peal
