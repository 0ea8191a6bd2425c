#include "physics/solids/element_set.h"

#include <cmath>

#include "base/error.h"

namespace peal {

ElementSet::ElementSet(const char* kind, std::span<const int> nodes, int node_count, int corners,
                       int stride, int channels)
    : elements_(static_cast<int>(nodes.size()) / corners),
      corners_(corners),
      stride_(stride),
      channels_(channels),
      nodes_(nodes.begin(), nodes.end()),
      mass_(nodes.size()) {
  if (elements_ == 0) fail("{}: expected at least one element, got none", kind);
  for (std::size_t k = 0; k < nodes.size(); ++k)
    if (nodes[k] < 0 || nodes[k] >= node_count)
      fail("{}: element {} names node {}, expected 0 to {}", kind, k / corners, nodes[k],
           node_count - 1);
  rest_.assign(groups() * 4 * channels, 0.0);
  view_.rest = rest_.data();
}

double ElementSet::director_inertia(int, int) const { return 0; }

std::vector<int> ElementSet::lay_out(int nodes) {
  std::vector<int> first(nodes + 1, 0);
  for (const int n : nodes_) first[n + 1] += stride_;
  for (int n = 0; n < nodes; ++n) first[n + 1] += first[n];
  std::vector<int> next(first.begin(), first.end() - 1);
  const long padded = groups() * 4;
  corner_offsets_.assign(padded * corners_, 0);
  slot_offsets_.assign(padded * corners_, first[nodes]);  // idle lanes write behind all slots
  for (int e = 0; e < padded; ++e)
    for (int c = 0; c < corners_; ++c) {
      const long at = (long(e / 4) * corners_ + c) * 4 + e % 4;
      // An idle lane repeats an element of its group, with no stiffness.
      const int n = node(std::min(e, elements_ - 1), c);
      corner_offsets_[at] = n * stride_;
      if (e >= elements_) continue;
      slot_offsets_[at] = next[n];
      next[n] += stride_;
    }
  view_.corners = corner_offsets_.data();
  view_.slots = slot_offsets_.data();
  return first;
}

void check_solid_material(const char* kind, const SolidMaterial& m) {
  if (!(m.young > 0 && std::isfinite(m.young)))
    fail("{}: young: expected > 0 Pa, got {}", kind, m.young);
  if (!(m.density > 0 && std::isfinite(m.density)))
    fail("{}: density: expected > 0 kg/m^3, got {}", kind, m.density);
  if (!(m.poisson > -1 && m.poisson < 0.5))
    fail("{}: poisson: expected above -1 and below 0.5, got {}", kind, m.poisson);
}

}  // namespace peal
