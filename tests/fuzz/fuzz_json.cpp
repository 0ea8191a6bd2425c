// A scene file from its text to the checked scene, bodies included.
#include "fuzz.h"
#include "scene/load.h"
#include "sources/kinds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kinds = peal::source_declarations();
  try {
    const peal::Scene scene = peal::parse_scene(
        std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.json", kinds, "/none");
    for (const peal::ObjectSpec& object : scene.objects)
      if (!object.geometry) std::abort();
  } catch (const peal::Error&) {
  }
  return 0;
}
