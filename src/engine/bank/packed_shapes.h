// Mode shapes in few bits, and back. Each mode has a step; a shape is whole numbers of it. A node's
// number is told by what it differs from the mean of two neighbours that are known already: middles
// of edges from both ends of the edge, corners from corners of the triangle they come with. What is
// lost is the rounding to the step alone, step / sqrt(12) rms, the same at every node.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace peal {

/// A node and the two that it is told from; -1: none.
struct ShapeNode {
  std::int32_t node, a, b;
};

/// In which order nodes are told: the same wherever the triangles are the same.
struct ShapeOrder {
  /// @param triangles six nodes each, all below `nodes`.
  ShapeOrder(std::span<const int> triangles, std::size_t nodes);
  static std::size_t bytes(std::size_t nodes) { return nodes * (sizeof(ShapeNode) + 1); }
  std::vector<ShapeNode> nodes;  // those of no triangle are missing
  std::size_t corners = 0;       // the first so many

  /// The number to expect at a node, from those that are known.
  static std::int32_t expected(const ShapeNode& n, std::span<const std::int32_t> known) noexcept {
    if (n.a < 0) return 0;
    const auto at = [&](std::int32_t i) {
      return std::int64_t{known[static_cast<std::size_t>(i)]};
    };
    return static_cast<std::int32_t>((at(n.a) + at(n.b)) >> 1);
  }
};

/// shapes: [node][axis][mode], modes as many as steps. False: the codes end too early.
/// @param numbers room for one per node.
bool unpack_shapes(const ShapeOrder& order, std::span<const float> steps,
                   std::span<const std::uint8_t> codes, std::span<std::int32_t> numbers,
                   float* shapes) noexcept;

}  // namespace peal
