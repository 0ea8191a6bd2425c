#include "base/state_bytes.h"

#include "base/error.h"

namespace peal {

void StateReader::section(std::string_view name, int version) {
  std::string found;
  int found_version = 0;
  get(found);
  if (found != name) refuse(fmt::format("expected the state of {}, found another", name));
  get(found_version);
  if (found_version != version)
    refuse(fmt::format("the state of {} has version {}; this program reads version {}", name,
                       found_version, version));
}

void StateReader::finish() const {
  if (!left_.empty()) refuse(fmt::format("{} bytes are left over", left_.size()));
}

void StateReader::refuse(std::string_view why) const { fail("{}: {}", origin_, why); }

std::uint64_t StateReader::count() {
  std::uint64_t items = 0;
  get(items);
  if (items > left_.size())
    refuse(fmt::format("cut off: {} items announced, {} bytes left", items, left_.size()));
  return items;
}

const std::byte* StateReader::take(std::uint64_t items, std::size_t bytes_each) {
  if (items > left_.size() / bytes_each)
    refuse(fmt::format("cut off: {} numbers of {} bytes expected, {} bytes left", items, bytes_each,
                       left_.size()));
  const std::byte* data = left_.data();
  left_ = left_.subspan(items * bytes_each);
  return data;
}

}  // namespace peal
