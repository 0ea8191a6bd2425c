// VTK .vtu (XML, UnstructuredGrid): points and cells of all pieces.
#include "io/mesh/cell_collector.h"
#include "io/mesh/limits.h"
#include "io/mesh/parsers.h"
#include "io/mesh/text_cursor.h"
#include "io/mesh/vtu_arrays.h"

namespace peal {
namespace {

constexpr std::uint8_t kPixel[] = {0, 1, 3, 2};
constexpr std::uint8_t kVoxel[] = {0, 1, 3, 2, 4, 5, 7, 6};

// SolidMesh has VTK's order of nodes.
const CellType kVtuCells[] = {
    {1, CellShape::ignored, 1, "vertex"},
    {2, CellShape::ignored, 0, "poly-vertex"},
    {3, CellShape::ignored, 2, "line"},
    {4, CellShape::ignored, 0, "poly-line"},
    {5, CellShape::triangle, 3, "triangle"},
    {7, CellShape::polygon, 0, "polygon"},
    {8, CellShape::polygon, 4, "pixel", kPixel},
    {9, CellShape::polygon, 4, "quadrilateral"},
    {10, CellShape::tet, 4, "tetrahedron"},
    {11, CellShape::hex, 8, "voxel", kVoxel},
    {12, CellShape::hex, 8, "hexahedron"},
    {13, CellShape::wedge, 6, "wedge"},
    {14, CellShape::unsupported, 5, "pyramid"},
    {21, CellShape::ignored, 3, "quadratic edge"},
    {22, CellShape::triangle6, 6, "quadratic triangle"},
    {23, CellShape::quad8, 8, "quadratic quadrilateral"},
    {24, CellShape::tet10, 10, "quadratic tetrahedron"},
    {25, CellShape::hex20, 20, "quadratic hexahedron"},
    {26, CellShape::wedge15, 15, "quadratic wedge"},
    {27, CellShape::unsupported, 13, "quadratic pyramid"},
    {28, CellShape::quad9, 9, "biquadratic quadrilateral"},
    {29, CellShape::hex20, 27, "triquadratic hexahedron"},
    {32, CellShape::wedge15, 18, "biquadratic wedge"},
    {34, CellShape::triangle6, 7, "biquadratic triangle"},
    {42, CellShape::unsupported, 0, "polyhedron"},
};

class VtuFile {
 public:
  VtuFile(std::string_view bytes, const std::string& name)
      : name_(name), arrays_(bytes, name), cells_(name) {}

  FileMesh read() {
    for (const pugi::xml_node& piece : arrays_.grid().children("Piece")) read_piece(piece);
    // The linear wedge of VTK turns the other way than its quadratic one, and programs differ.
    return cells_.finish(CellCollector::Wedges::of_either_sense);
  }

 private:
  std::uint64_t count(const pugi::xml_node& piece, const char* attribute) const {
    std::int64_t value = -1;
    const std::string_view text = piece.attribute(attribute).as_string();
    if (!parse_integer(text, value) || value < 0)
      arrays_.fail_at(piece, "{} should be a count, got '{}'", attribute, shown_bytes(text));
    return static_cast<std::uint64_t>(value);
  }

  pugi::xml_node cell_array(const pugi::xml_node& piece, const char* name) const {
    const pugi::xml_node cells = piece.child("Cells");
    const pugi::xml_node array = cells.find_child_by_attribute("DataArray", "Name", name);
    if (!array) arrays_.fail_at(piece, "the cells have no DataArray '{}'", name);
    return array;
  }

  void read_points(const pugi::xml_node& piece, std::uint64_t count) {
    const pugi::xml_node array = piece.child("Points").child("DataArray");
    if (!array) arrays_.fail_at(piece, "has no Points");
    if (array.attribute("NumberOfComponents").as_int() != 3)
      arrays_.fail_at(array, "points should have 3 components");
    check_vertex_count(cells_.points().size() + count, name_);
    const std::vector<double> x = arrays_.reals(array, 3 * count);
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3 p{x[3 * k], x[3 * k + 1], x[3 * k + 2]};
      if (!is_position(p))
        arrays_.fail_at(array,
                        "point {} is at ({}, {}, {}); coordinates must be finite and at most "
                        "1e9 in size",
                        k, p.x, p.y, p.z);
      cells_.points().push_back(p);
    }
  }

  void read_piece(const pugi::xml_node& piece) {
    const std::uint64_t points = count(piece, "NumberOfPoints"),
                        cells = count(piece, "NumberOfCells");
    const auto first = static_cast<std::int64_t>(cells_.points().size());
    if (points == 0 || cells == 0) return;
    read_points(piece, points);
    check_vertex_count(cell_count_ + cells, name_);
    const auto offsets_array = cell_array(piece, "offsets");
    const auto offsets = arrays_.integers(offsets_array, cells);
    std::int64_t end = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      if (offsets[c] < end)
        arrays_.fail_at(offsets_array, "cell {} ends at {}, before it begins at {}", c, offsets[c],
                        end);
      end = offsets[c];
    }
    const auto connectivity_array = cell_array(piece, "connectivity");
    if (static_cast<std::uint64_t>(end) > std::uint64_t{1} << 40)
      arrays_.fail_at(offsets_array, "the cells have {} nodes", end);
    const auto connectivity = arrays_.integers(connectivity_array, static_cast<std::uint64_t>(end));
    const auto types_array = cell_array(piece, "types");
    const auto types = arrays_.integers(types_array, cells);
    std::int64_t begin = 0;
    std::vector<int> nodes;
    for (std::size_t c = 0; c < cells; ++c) {
      nodes.clear();
      for (std::int64_t k = begin; k < offsets[c]; ++k) {
        if (connectivity[k] < 0 || connectivity[k] >= static_cast<std::int64_t>(points))
          arrays_.fail_at(connectivity_array,
                          "cell {} uses point {}, but there are {}, counted from 0", c,
                          connectivity[k], points);
        nodes.push_back(static_cast<int>(first + connectivity[k]));
      }
      begin = offsets[c];
      add_cell(types_array, types[c], nodes, c);
    }
    cell_count_ += cells;
  }

  void add_cell(const pugi::xml_node& array, std::int64_t id, const std::vector<int>& nodes,
                std::size_t number) {
    const CellType* type = nullptr;
    for (const CellType& known : kVtuCells)
      if (known.id == id) type = &known;
    if (!type)
      arrays_.fail_at(array,
                      "cell {} has type {}, which is not read; save first- or second-order "
                      "cells",
                      number, id);
    if (type->node_count != 0 && nodes.size() != static_cast<std::size_t>(type->node_count))
      arrays_.fail_at(array, "cell {} is a {} with {} nodes, it should have {}", number, type->name,
                      nodes.size(), type->node_count);
    cells_.add(*type, nodes, number);
  }

  const std::string& name_;
  VtuArrays arrays_;
  CellCollector cells_;
  std::uint64_t cell_count_ = 0;
};

}  // namespace

FileMesh parse_vtu(std::string_view bytes, const std::string& name) {
  return VtuFile(bytes, name).read();
}

}  // namespace peal
