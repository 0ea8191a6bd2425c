// A fuzz target calls a reader with any bytes: a mesh or peal::Error is right, anything else (a
// crash, another exception, a hang, absurd memory) is found by libFuzzer. Run with scripts/fuzz.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "io/mesh/parsers.h"

namespace peal {

inline void check(const TriangleMesh& mesh) {
  const int count = static_cast<int>(mesh.vertices.size());
  if (mesh.triangles.empty()) std::abort();
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      if (corner < 0 || corner >= count) std::abort();
  for (const Vec3& p : mesh.vertices)
    if (!is_finite(p)) std::abort();
}

inline void check(const FileMesh& mesh) {
  if (mesh.solid.element_count() == 0) return check(mesh.surface);
  const int count = static_cast<int>(mesh.solid.nodes.size());
  mesh.solid.for_each_element([&](const auto& element) {
    for (const int node : element)
      if (node < 0 || node >= count) std::abort();
  });
}

template <class Parse>
int try_bytes(const std::uint8_t* data, std::size_t size, Parse&& parse) {
  try {
    check(parse(std::string_view(reinterpret_cast<const char*>(data), size), std::string("fuzz")));
  } catch (const Error&) {
  }
  return 0;
}

}  // namespace peal
