#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return peal::try_bytes(data, size, peal::parse_stl);
}
