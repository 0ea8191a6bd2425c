#include "io/mesh/msh_reader.h"

#include <algorithm>

namespace peal {
namespace {

// Middle nodes as the Gmsh manual numbers them ("Node ordering"):
//   tet     01 12 02 03 23 13
//   wedge   01 02 03 12 14 25 34 35 45
//   hex     01 03 04 12 15 23 26 37 45 47 56 67
constexpr std::uint8_t kTet10[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
constexpr std::uint8_t kWedge15[] = {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11};
constexpr std::uint8_t kHex20[] = {0,  1, 2,  3,  4,  5,  6,  7,  8,  11,
                                   13, 9, 16, 18, 19, 17, 10, 12, 14, 15};

const CellType kMshCells[] = {
    {1, CellShape::ignored, 2, "line"},
    {2, CellShape::triangle, 3, "triangle"},
    {3, CellShape::polygon, 4, "quadrilateral"},
    {4, CellShape::tet, 4, "tetrahedron"},
    {5, CellShape::hex, 8, "hexahedron"},
    {6, CellShape::wedge, 6, "wedge"},
    {7, CellShape::unsupported, 5, "pyramid"},
    {8, CellShape::ignored, 3, "line of second order"},
    {9, CellShape::triangle6, 6, "triangle of second order"},
    {10, CellShape::quad9, 9, "quadrilateral of second order"},
    {11, CellShape::tet10, 10, "tetrahedron of second order", kTet10},
    {12, CellShape::hex20, 27, "hexahedron of second order", kHex20},
    {13, CellShape::wedge15, 18, "wedge of second order", kWedge15},
    {14, CellShape::unsupported, 14, "pyramid of second order"},
    {15, CellShape::ignored, 1, "point"},
    {16, CellShape::quad8, 8, "quadrilateral of second order"},
    {17, CellShape::hex20, 20, "hexahedron of second order", kHex20},
    {18, CellShape::wedge15, 15, "wedge of second order", kWedge15},
    {19, CellShape::unsupported, 13, "pyramid of second order"},
    {26, CellShape::ignored, 4, "line of third order"},
    {27, CellShape::ignored, 5, "line of fourth order"},
    {28, CellShape::ignored, 6, "line of fifth order"},
    {29, CellShape::unsupported, 20, "tetrahedron of third order"},
    {30, CellShape::unsupported, 35, "tetrahedron of fourth order"},
    {31, CellShape::unsupported, 56, "tetrahedron of fifth order"},
};

}  // namespace

const CellType* find_msh_type(std::int64_t id) {
  for (const CellType& type : kMshCells)
    if (type.id == id) return &type;
  return nullptr;
}

std::int64_t MshNumbers::integer(const char* what) {
  if (binary_) return reader_.take<std::int32_t>(what);
  cursor_.skip_empty_lines();
  return cursor_.integer(what);
}

std::uint64_t MshNumbers::tag(const char* what) {
  if (binary_ && wide_) return reader_.take<std::uint64_t>(what);
  const std::int64_t value = integer(what);
  if (value < 0) fail_here("{} should not be negative, got {}", what, value);
  return static_cast<std::uint64_t>(value);
}

double MshNumbers::real(const char* what) {
  if (binary_) return reader_.take<double>(what);
  cursor_.skip_empty_lines();
  return cursor_.number(what);
}

void MshNumbers::need(std::uint64_t count, std::uint64_t numbers, std::uint64_t bytes,
                      const char* what) const {
  if (binary_) return reader_.need(count, bytes, what);
  // A digit and a separator each.
  if (numbers > 0 && count > (cursor_.remaining() + 1) / (2 * numbers))
    fail_here("cut off: {} {} cannot be in the {} bytes that are left", count, what,
              cursor_.remaining());
}

std::uint64_t NodeTags::finish() {
  bool consecutive = true;
  for (std::size_t k = 1; k < tags_.size() && consecutive; ++k)
    consecutive = tags_[k] == tags_[0] + k;
  if (consecutive) return 0;
  sorted_.resize(tags_.size());
  for (std::size_t k = 0; k < tags_.size(); ++k) sorted_[k] = {tags_[k], static_cast<int>(k)};
  std::sort(sorted_.begin(), sorted_.end());
  for (std::size_t k = 1; k < sorted_.size(); ++k)
    if (sorted_[k].first == sorted_[k - 1].first) return sorted_[k].first;
  return 0;
}

int NodeTags::find(std::uint64_t tag) const {
  if (tags_.empty()) return -1;
  if (sorted_.empty())
    return tag >= tags_[0] && tag - tags_[0] < tags_.size() ? static_cast<int>(tag - tags_[0]) : -1;
  const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{tag, -1});
  return at != sorted_.end() && at->first == tag ? at->second : -1;
}

}  // namespace peal
