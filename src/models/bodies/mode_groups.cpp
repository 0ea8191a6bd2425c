#include "models/bodies/mode_groups.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/elastic/mode_decay.h"

namespace peal {
namespace {

constexpr double kPart = 0.5;   // of a bandwidth (2 sigma) that a group is wide
constexpr double kOverlap = 2;  // modes that answer at once, pi sigma dn/domega, from which on
constexpr int kMostOfDraft = 1000;

/// One of 2^64 numbers, the same everywhere.
std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// Modes [first, end) of a model as one.
void add_group(const ModalModel& from, std::size_t first, std::size_t end, double more,
               ModeGroups& out) {
  const std::size_t nodes = from.surface.nodes.size(), count = end - first;
  std::vector<Vec3> shape(nodes);
  for (std::size_t i = first; i < end; ++i) {
    const double sign = scrambled(i + 1) & 1 ? 1 : -1;
    for (std::size_t node = 0; node < nodes; ++node)
      shape[node] += std::sqrt(more) * sign * from.shape(i)[node];
  }
  // One of its own frequencies: means would lie as evenly as the groups.
  const std::size_t at = first + scrambled(first + 1) / 2 % count;
  out.model.omega.push_back(from.omega[at]);
  out.model.residuals.push_back(from.residuals[at]);
  out.model.shapes.insert(out.model.shapes.end(), shape.begin(), shape.end());
  out.members.push_back(more * static_cast<double>(count));
}

}  // namespace

int distinct_modes(const ModalModel& model, const Material& material) {
  const ModeDecay decay(model, material);
  const auto count = static_cast<int>(model.mode_count());
  // As dense as they are in the octave below.
  for (int i = 0; i < count; ++i) {
    const double omega = model.omega[static_cast<std::size_t>(i)];
    const auto low = std::lower_bound(model.omega.begin(), model.omega.end(), omega / 2);
    const auto octave = static_cast<double>(model.omega.begin() + i - low);
    const double sigma = decay.rate(static_cast<std::size_t>(i));
    if (kPi * sigma * octave > kOverlap * omega / 2) return i;
  }
  return count;
}

ModeGroups mode_groups(const BodyModesRequest& request, const ModalModel& model,
                       ModesLibrary& library) {
  ModeGroups out;
  const int missing = model.modes_below_limit - static_cast<int>(model.mode_count());
  if (missing <= 0 || model.omega.empty()) return out;
  if (distinct_modes(model, request.material) == static_cast<int>(model.mode_count())) return out;
  BodyModesRequest draft = request;
  draft.level = MeshLevel::draft;
  draft.max_modes = std::max(kMostOfDraft, request.max_modes);
  const ModalModel all = library.modes(draft);
  const auto first = static_cast<std::size_t>(
      std::upper_bound(all.omega.begin(), all.omega.end(), model.omega.back()) - all.omega.begin());
  const auto there = static_cast<double>(all.modes_below_limit) - static_cast<double>(first);
  if (first == all.omega.size()) return out;
  const double more = missing / there;
  const ModeDecay decay(all, request.material);
  for (std::size_t i = first; i < all.omega.size();) {
    const double end = all.omega[i] + kPart * 2 * decay.rate(i);
    std::size_t next = i + 1;
    while (next < all.omega.size() && all.omega[next] < end) ++next;
    add_group(all, i, next, more, out);
    i = next;
  }
  // Each has a frequency of its own group: they rise as groups do.
  out.model.surface = all.surface;
  out.model.mass = all.mass;
  out.told = static_cast<int>(std::lround(more * static_cast<double>(all.omega.size() - first)));
  return out;
}

}  // namespace peal
