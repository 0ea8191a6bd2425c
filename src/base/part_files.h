// Names of the temporaries of AtomicFile, and what becomes of those whose writer was killed:
//   .<final name>.<process>-<place>-<time>-<number>.part
// The place is the host and its process namespace: a process number says nothing elsewhere, as on a
// shared disk.
#pragma once
#include <filesystem>
#include <string>

namespace peal {

/// Different for every call in this process and very likely for every process on a shared disk.
std::string part_file_name(const std::string& final_name);

/// Removes temporaries that processes of this place left in the folder and that no longer run; once
/// per folder and process. Everything else stays, and so does what cannot be removed.
void remove_stale_parts(const std::filesystem::path& folder);

}  // namespace peal
