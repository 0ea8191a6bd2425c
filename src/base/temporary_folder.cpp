#include "base/temporary_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/error.h"

namespace peal {

TemporaryFolder::TemporaryFolder() {
  const char* parent = std::getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : "/tmp") + "/peal-XXXXXX";
  if (!::mkdtemp(name.data()))
    fail("cannot make a temporary folder {}: {}; set TMPDIR to a folder that can be written", name,
         std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace peal
