#include "io/mesh/gltf_nodes.h"

namespace peal {
namespace {

using Json = nlohmann::json;

std::vector<std::size_t> children_of(const GltfDocument& doc, std::size_t node) {
  const std::string place = fmt::format("/nodes/{}", node);
  auto out = doc.indices(doc.item("nodes", node, place), "children", place);
  for (const std::size_t child : out) doc.item("nodes", child, place + "/children");
  return out;
}

std::vector<std::size_t> root_nodes(const GltfDocument& doc, std::size_t count) {
  const auto chosen = doc.index(doc.root(), "scene", "");
  if (chosen || doc.list_size("scenes") > 0) {
    const std::size_t scene = chosen.value_or(0);
    return doc.indices(doc.item("scenes", scene, "/scene"), "nodes",
                       fmt::format("/scenes/{}", scene));
  }
  std::vector<bool> is_child(count, false);
  for (std::size_t n = 0; n < count; ++n)
    for (const std::size_t child : children_of(doc, n)) is_child.at(child) = true;
  std::vector<std::size_t> out;
  for (std::size_t n = 0; n < count; ++n)
    if (!is_child[n]) out.push_back(n);
  if (out.empty()) doc.fail_at("/nodes", "every node is the child of another: a cycle");
  return out;
}

GltfTransform transform(const GltfDocument& doc, const Json& node, const std::string& place) {
  GltfTransform out;
  if (std::array<double, 16> m; doc.numbers(node, "matrix", place, m)) {
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
      doc.fail_at(place + "/matrix", "the last row should be 0 0 0 1");
    out.matrix =
        Affine{Mat3{{Vec3{m[0], m[4], m[8]}, Vec3{m[1], m[5], m[9]}, Vec3{m[2], m[6], m[10]}}},
               Vec3{m[12], m[13], m[14]}};
    return out;
  }
  std::array<double, 3> t{0, 0, 0}, s{1, 1, 1};
  std::array<double, 4> r{0, 0, 0, 1};
  doc.numbers(node, "translation", place, t);
  doc.numbers(node, "rotation", place, r);
  doc.numbers(node, "scale", place, s);
  const Quat turn{r[3], r[0], r[1], r[2]};
  if (!(dot(turn, turn) > 0)) doc.fail_at(place + "/rotation", "is zero");
  out.translation = {t[0], t[1], t[2]};
  out.rotation = normalized(turn);
  out.scale = {s[0], s[1], s[2]};
  return out;
}

}  // namespace

std::vector<GltfNode> gltf_nodes(const GltfDocument& doc) {
  const std::size_t count = doc.list_size("nodes");
  std::vector<GltfNode> out;
  std::vector<bool> seen(count, false);
  for (const std::size_t root : count == 0 ? std::vector<std::size_t>{} : root_nodes(doc, count)) {
    // A list instead of calls, so that a long chain cannot exhaust the stack.
    std::vector<std::pair<std::size_t, int>> open{{root, -1}};
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const std::string place = fmt::format("/nodes/{}", node);
      const Json& json = doc.item("nodes", node, "/scenes");
      if (seen[node]) doc.fail_at(place, "is reached twice: a cycle, or a node with two parents");
      seen[node] = true;
      out.push_back({node, parent, transform(doc, json, place), &json});
      const auto next = children_of(doc, node);
      const int here = static_cast<int>(out.size()) - 1;
      for (auto child = next.rbegin(); child != next.rend(); ++child)
        open.push_back({*child, here});
    }
  }
  return out;
}

}  // namespace peal
