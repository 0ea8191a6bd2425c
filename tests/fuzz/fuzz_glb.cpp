#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return peal::try_bytes(data, size, [](std::string_view bytes, const std::string& name) {
    return peal::parse_glb(bytes, name, [](const std::string&) { return std::string(168, 'a'); });
  });
}
