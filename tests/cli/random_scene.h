// Scenes nobody would write: every field within its declared range, sizes and speeds spread over
// their whole range. The same number gives the same scene.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>

namespace peal::test {

nlohmann::json random_scene(std::uint64_t number);

}  // namespace peal::test
