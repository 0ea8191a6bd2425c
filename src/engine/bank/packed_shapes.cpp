#include "engine/bank/packed_shapes.h"

#include "engine/bank/rice_bits.h"

namespace peal {

ShapeOrder::ShapeOrder(std::span<const int> triangles, std::size_t count) {
  nodes.reserve(count);
  std::vector<char> known(count, 0);
  for (std::size_t t = 0; t + 6 <= triangles.size(); t += 6)
    for (std::size_t k = 0; k < 3; ++k) {
      const int node = triangles[t + k];
      if (known[static_cast<std::size_t>(node)]) continue;
      const int p = triangles[t + (k + 1) % 3], q = triangles[t + (k + 2) % 3];
      const bool has_p = known[static_cast<std::size_t>(p)] != 0,
                 has_q = known[static_cast<std::size_t>(q)] != 0;
      nodes.push_back({node, has_p ? p : has_q ? q : -1, has_q ? q : has_p ? p : -1});
      known[static_cast<std::size_t>(node)] = 1;
    }
  corners = nodes.size();
  for (std::size_t t = 0; t + 6 <= triangles.size(); t += 6)
    for (std::size_t k = 0; k < 3; ++k) {
      const int node = triangles[t + 3 + k];
      if (known[static_cast<std::size_t>(node)]) continue;
      nodes.push_back({node, triangles[t + k], triangles[t + (k + 1) % 3]});
      known[static_cast<std::size_t>(node)] = 1;
    }
}

bool unpack_shapes(const ShapeOrder& order, std::span<const float> steps,
                   std::span<const std::uint8_t> codes, std::span<std::int32_t> numbers,
                   float* shapes) noexcept {
  BitReader in(codes);
  const std::size_t modes = steps.size();
  for (std::size_t mode = 0; mode < modes; ++mode)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      int k = 0;
      for (std::size_t n = 0; n < order.nodes.size(); ++n) {
        if (n == 0 || n == order.corners) k = static_cast<int>(in.bits(kRiceParameterBits));
        const ShapeNode& node = order.nodes[n];
        // Without a sign it may run over, in forged bytes.
        const auto number = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(ShapeOrder::expected(node, numbers)) +
            static_cast<std::uint32_t>(in.rice(k)));
        const auto at = static_cast<std::size_t>(node.node);
        numbers[at] = number;
        shapes[(3 * at + axis) * modes + mode] = steps[mode] * static_cast<float>(number);
      }
      if (in.ended()) return false;
    }
  return true;
}

}  // namespace peal
