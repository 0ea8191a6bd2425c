// Listening sockets of the loopback interface.
#pragma once
#include <vector>

#include "base/files/descriptor.h"

namespace peal {

/// On 127.0.0.1, and on ::1 with the same port when that can be had. `port` 0 chooses a free one
/// and tells it. Throws Error when 127.0.0.1 cannot be had; or, with `another_port`, takes a free
/// one.
std::vector<Descriptor> listen_on_loopback(int& port, bool another_port);

}  // namespace peal
