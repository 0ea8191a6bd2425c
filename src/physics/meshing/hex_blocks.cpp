#include "physics/meshing/hex_blocks.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/rng.h"

namespace peal {
namespace {

// Lattice coordinates of the twenty nodes.
constexpr std::array<Vec3, 20> kHexLattice{
    {{0, 0, 0},   {1, 0, 0},   {1, 1, 0},   {0, 1, 0},   {0, 0, 1},   {1, 0, 1},   {1, 1, 1},
     {0, 1, 1},   {0.5, 0, 0}, {1, 0.5, 0}, {0.5, 1, 0}, {0, 0.5, 0}, {0.5, 0, 1}, {1, 0.5, 1},
     {0.5, 1, 1}, {0, 0.5, 1}, {0, 0, 0.5}, {1, 0, 0.5}, {1, 1, 0.5}, {0, 1, 0.5}}};

// The same element with its bottom and top exchanged.
constexpr std::array<int, 20> kMirrored{4,  5,  6, 7, 0,  1,  2,  3,  12, 13,
                                        14, 15, 8, 9, 10, 11, 16, 17, 18, 19};

/// Triple product of the lines between the centres of opposite faces.
double turn(const std::array<Vec3, 20>& x) {
  const Vec3 a = x[1] + x[2] + x[5] + x[6] - x[0] - x[3] - x[4] - x[7];
  const Vec3 b = x[2] + x[3] + x[6] + x[7] - x[0] - x[1] - x[4] - x[5];
  const Vec3 c = x[4] + x[5] + x[6] + x[7] - x[0] - x[1] - x[2] - x[3];
  return dot(cross(a, b), c);
}

}  // namespace

std::size_t HexBlocks::KeyHash::operator()(const std::array<std::int64_t, 3>& key) const {
  std::uint64_t hash = 0;
  for (const std::int64_t k : key) hash = scramble(hash ^ static_cast<std::uint64_t>(k));
  return hash;
}

HexBlocks::HexBlocks(std::string what, double size)
    : what_(std::move(what)), tolerance_(1e-10 * size) {
  if (!(size > 0) || !std::isfinite(size)) fail("a {} needs a size > 0 m, got {}", what_, size);
}

int HexBlocks::node(const Vec3& x) {
  if (!is_finite(x) || norm(x) > 1e12 * tolerance_)
    fail(
        "the mesh of this {} has a node at ({:g}, {:g}, {:g}) m; make the proportions of the shape "
        "less extreme",
        what_, x.x, x.y, x.z);
  // Boxes four tolerances wide: a point near a wall looks into the next box, too.
  const auto box = [&](double c) {
    return static_cast<std::int64_t>(std::floor(c / tolerance_ / 4));
  };
  for (const double dx : {-tolerance_, tolerance_})
    for (const double dy : {-tolerance_, tolerance_})
      for (const double dz : {-tolerance_, tolerance_}) {
        const auto found = known_.find({box(x.x + dx), box(x.y + dy), box(x.z + dz)});
        if (found != known_.end()) return found->second;
      }
  const int number = static_cast<int>(mesh_.nodes.size());
  if (number >= kMaxNodes)
    fail(
        "the mesh of this {} would have more than {} nodes; choose a coarser mesh level, or make "
        "the proportions of the shape less extreme",
        what_, kMaxNodes);
  known_.emplace(std::array<std::int64_t, 3>{box(x.x), box(x.y), box(x.z)}, number);
  mesh_.nodes.push_back(x);
  return number;
}

void HexBlocks::add_hex(const std::array<Vec3, 20>& x) {
  std::array<int, 20> hex;
  const bool mirrored = turn(x) < 0;
  for (int k = 0; k < 20; ++k) hex[k] = node(x[mirrored ? kMirrored[k] : k]);
  mesh_.hexes.push_back(hex);
}

void HexBlocks::add_block(const std::array<int, 3>& cells,
                          const std::function<Vec3(const Vec3&)>& position) {
  for (const int n : cells)
    if (n < 1) fail("the mesh of a {} needs at least one cell per direction, got {}", what_, n);
  std::array<Vec3, 20> x;
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i) {
        const Vec3 first{1.0 * i, 1.0 * j, 1.0 * k};
        for (int p = 0; p < 20; ++p) x[p] = position(first + kHexLattice[p]);
        add_hex(x);
      }
}

void HexBlocks::add_layers(const PlaneCells& cells, int layers,
                           const std::function<Vec3(const PlanePoint&, double)>& position) {
  std::array<Vec3, 20> x;
  for (int layer = 0; layer < layers; ++layer)
    for (const PlaneCell& cell : cells) {
      for (int p = 0; p < 20; ++p) {
        // Eight points below, eight above, four between them.
        const int corner = p < 8 ? p % 4 : p < 16 ? 4 + p % 4 : p % 4;
        x[p] = position(cell[corner], (layer + kHexLattice[p].z) / layers);
      }
      add_hex(x);
    }
}

SolidMesh HexBlocks::finish() {
  SolidMesh mesh = std::exchange(mesh_, {});
  known_.clear();
  try {
    check_mesh(mesh);
  } catch (const Error& error) {
    fail("this {} cannot be meshed: {}; make its proportions less extreme", what_, error.what());
  }
  return mesh;
}

}  // namespace peal
